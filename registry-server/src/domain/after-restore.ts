// What readers are told after the registry was restored from a backup, or lost its last writes: readers of the feed may have
// seen every work otherwise than it is now, so each is told once more. No event is sent: nothing has changed for owners.
import type { ArtworkWrite } from '../storage/artwork-facts.ts';
import type { Tx } from '../storage/tx.ts';
import { projectionOf } from './publishing/projection.ts';
import { publicProfileOf } from './curation/profiles.ts';

/** A new updated_at and a step in the feed for each of these works that is public; answers how many. */
export async function republishArtworks(tx: Tx, numbers: number[]): Promise<number> {
  const artworks = (await tx.listArtworks(numbers)).filter(({ row }) => row.is_public === 1);
  const writes = artworks.map(({ row: before, sources }): ArtworkWrite => {
    const row = { ...before, updated_at: tx.tick() };
    return {
      before,
      row,
      ...projectionOf(tx, row, sources).stored,
      changes: [{ op: 'upsert', registryId: row.registry_id, updatedAt: row.updated_at }],
    };
  });
  await tx.writeArtworks(writes);
  return writes.length;
}

/** A step in the feed with what the profile shows. */
export async function republishProfile(tx: Tx, slug: string): Promise<void> {
  const found = await tx.findProfileWithSubscribers(slug);
  if (found === undefined) return;
  const updatedAt = tx.tick();
  const profile = publicProfileOf(found.profile);
  await tx.writeProfile(found.profile, updatedAt, [{ op: 'profile', profile, updatedAt }], []);
}
