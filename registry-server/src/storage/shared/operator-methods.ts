// The operator's methods that are larger than one unit of work. They run in batches, between which a server can write.
import type { Artist } from '@artwork-registry/contract';
import type { ArtistCorrection, ReplayFilter } from '../operator-records.ts';
import type { OperatorStore } from '../operator-store.ts';

/** What an engine does in one unit of work. */
type Write = {
  renameArtist(id: string, name: string): Promise<boolean>;
  beginArtistMerge(fromId: string, intoId: string): Promise<void>;
  endArtistMerge(fromId: string, intoId: string): Promise<boolean>;
  moveArtworks(numbers: number[], fromId: string, toId: string): Promise<number>;
  replayDeliveries(seqs: number[]): Promise<number>;
};
type Read = {
  listOutdatedArtworks(artistId: string): Promise<number[]>;
  listArtworkNumbers(artistId: string): Promise<number[]>;
  listReplayable(filter: ReplayFilter): Promise<number[]>;
};
type Point = { findArtistRecord(id: string): Promise<Artist | undefined> };

// A corrected work takes at most 2.5 ms (measured with eight processes for each core), with its words, its step in the
// feed and its event, so a batch takes no longer than a group commit may.
const PIECE = 20;

export function operatorMethods(
  write: Write,
  read: Read,
  point: Point,
): Pick<OperatorStore, 'renameArtist' | 'mergeArtists' | 'replayDeliveriesSince'> {
  const move = async (numbers: number[], fromId: string, toId: string) => {
    let works = 0;
    for (const piece of piecesOf(numbers)) works += await write.moveArtworks(piece, fromId, toId);
    return works;
  };
  return {
    renameArtist: async (artist, name): Promise<ArtistCorrection> => {
      const id = (await point.findArtistRecord(artist))?.id;
      if (id === undefined) return { ok: false, reason: 'unknown' };
      if (!(await write.renameArtist(id, name))) return { ok: false, reason: 'taken' };
      return { ok: true, artistId: id, works: await move(await read.listOutdatedArtworks(id), id, id) };
    },
    mergeArtists: async (from, into): Promise<ArtistCorrection> => {
      const [fromId, intoId] = [
        (await point.findArtistRecord(from))?.id,
        (await point.findArtistRecord(into))?.id,
      ];
      if (fromId === undefined || intoId === undefined) return { ok: false, reason: 'unknown' };
      if (fromId === intoId) return { ok: false, reason: 'same' };
      await write.beginArtistMerge(fromId, intoId);
      let works = 0;
      // Once more where a client wrote a work of the old record in between; the new names let no further one come.
      do works += await move(await read.listArtworkNumbers(fromId), fromId, intoId);
      while (!(await write.endArtistMerge(fromId, intoId)));
      return { ok: true, artistId: intoId, works };
    },
    replayDeliveriesSince: async (filter) => {
      let replayed = 0;
      for (const piece of piecesOf(await read.listReplayable(filter)))
        replayed += await write.replayDeliveries(piece);
      return replayed;
    },
  };
}

function* piecesOf(numbers: number[]): Generator<number[]> {
  for (let start = 0; start < numbers.length; start += PIECE) yield numbers.slice(start, start + PIECE);
}
