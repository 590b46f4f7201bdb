// The operator's corrections of artist names: rename, and merge of two records that are one person. A work that shows
// the artist changes with it: new updated_at, a step in the feed, artwork.updated. That is done in pieces, so that a
// running server continues; a correction that was interrupted is finished by running it again.
import { fingerprint, normaliseName } from '@artwork-registry/contract';
import type { ArtworkWrite } from '../../storage/artwork-facts.ts';
import type { Tx } from '../../storage/tx.ts';
import { sortNameOf } from './artists.ts';
import type { ArtistOfWork } from './artists.ts';
import { projectionOf } from '../publishing/projection.ts';
import { consequencesOf } from '../publishing/visibility.ts';

/** False when another artist has the name already: then it is a merge. The old name still leads here. */
export async function renameArtist(tx: Tx, artistId: string, name: string): Promise<boolean> {
  const nameKey = normaliseName(name);
  const { artist, isNameTaken } = await tx.gatherArtistRename(artistId, nameKey);
  if (artist.name === name) {
    await tx.markArtistNamed(artistId);
    return true;
  }
  if (isNameTaken) return false;
  const sortName = sortNameOf(name);
  await tx.writeArtistName({ id: artistId, name, nameKey, sortName, at: tx.tick() }, artist.nameKey);
  return true;
}

/** From here on every name of `fromId` leads to `intoId`; its works are moved by moveArtworks. */
export function beginArtistMerge(tx: Tx, fromId: string, intoId: string): Promise<void> {
  return tx.leadArtistNames(fromId, intoId);
}

/** Removes the record that has no works any more; its id and slug lead to the other one. False while it has some. */
export function endArtistMerge(tx: Tx, fromId: string, intoId: string): Promise<boolean> {
  return tx.removeMergedArtist(fromId, intoId);
}

/** Gives these works of `fromId` to `toId` (the same after a rename); answers how many the public sees changed. */
export async function moveArtworks(tx: Tx, numbers: number[], fromId: string, toId: string): Promise<number> {
  const [artist, artworks] = await Promise.all([tx.getArtistName(toId), tx.listArtworks(numbers)]);
  // A client may have given a work to another artist meanwhile.
  const moved = artworks.filter(({ row }) => row.artist_id === fromId);
  const writes = moved.map(({ row: before, sources, subscribers }): ArtworkWrite => {
    const isPublic = before.is_public === 1;
    const row = {
      ...before,
      artist_id: artist.id,
      artist_name: artist.name,
      artist_slug: artist.slug,
      fingerprint: fingerprint({ ...before, artist_name: artist.name }),
      updated_at: isPublic ? tx.tick() : before.updated_at,
    };
    return {
      before,
      row,
      ...projectionOf(tx, row, sources).stored,
      ...(isPublic && consequencesOf(tx, before, row, subscribers, ['artist'])),
    };
  });
  await tx.writeArtworks(writes);
  return moved.filter(({ row }) => row.is_public === 1).length;
}

/** The other works of an artist whose name a work has just put in its natural form show it as well. */
export async function writeNewName(
  tx: Tx,
  { id, renamed = [] }: ArtistOfWork,
  byWork: number,
): Promise<void> {
  const others = renamed.filter((number) => number !== byWork);
  if (others.length > 0) await moveArtworks(tx, others, id, id);
}
