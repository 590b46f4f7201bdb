// The sources of one work, as everybody may see them.
import type { ArtworkSource } from '@artwork-registry/contract';
import { publicSource } from '../../projection.ts';
import { findRow, listSources } from './artwork-rows.ts';
import type { SqliteContext } from '../engine/context.ts';

/** Oldest active first, then by age; undefined unless the work is public. */
export function listPublicSources(context: SqliteContext, id: string): ArtworkSource[] | undefined {
  const row = findRow(context, id);
  if (row?.is_public !== 1) return undefined;
  const rank = (status: string) => (status === 'active' ? 0 : 1);
  return listSources(context, row.number)
    .sort((a, b) => rank(a.status) - rank(b.status) || a.number - b.number)
    .map(publicSource);
}
