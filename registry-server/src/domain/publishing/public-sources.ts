// The sources of one work, as everybody may see them.
import type { ArtworkSource } from '@artwork-registry/contract';
import type { Tx } from '../../storage/tx.ts';
import { publicSource } from './projection.ts';

/** Oldest active first, then by age; undefined unless the work is public. */
export async function listPublicSources(tx: Tx, id: string): Promise<ArtworkSource[] | undefined> {
  const artwork = await tx.findArtwork(id);
  if (artwork?.row.is_public !== 1) return undefined;
  const rank = (status: string) => (status === 'active' ? 0 : 1);
  return artwork.sources.toSorted((a, b) => rank(a.status) - rank(b.status)).map(publicSource);
}
