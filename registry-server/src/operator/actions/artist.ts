// Corrections of artists: the name, two records of one person, and which person it is. A former name still leads to the artist.
import { ArtworkCreate } from '@artwork-registry/contract';
import type { Artist } from '@artwork-registry/contract';
import { z } from 'zod';
import { faultOfFacts } from '../../domain/curation/artist-facts.ts';
import type { ArtistCorrection } from '../../storage/operator-records.ts';
import type { Storage } from '../../storage/storage.ts';
import { ActionRefused, defineAction, WrongInput } from './action.ts';
import { given, optionalText, reference } from './fields.ts';

/** `works`: how many the public sees changed. */
export type CorrectedArtist = { artist: Artist; works: number };

const year = optionalText.transform((text) => (typeof text === 'string' ? Number(text) : text));

export const updateArtist = defineAction({
  name: 'artist update',
  role: 'operate',
  input: z.object({
    artist: reference,
    born: year,
    died: year,
    nationality: optionalText,
    ulan: optionalText,
    wikidata: optionalText,
  }),
  run: async ({ storage }, { artist, born, died, nationality, ulan, wikidata }) => {
    const facts = given({
      birthYear: born,
      deathYear: died,
      nationality,
      ulanId: ulan,
      wikidataId: wikidata,
    });
    const fault = faultOfFacts(facts, new Date(storage.clock.now()).getUTCFullYear());
    if (fault !== undefined) throw new WrongInput(fault);
    return (await storage.updateArtistFacts(artist, facts)) ?? refuse('unknown', artist);
  },
});

export const renameArtist = defineAction({
  name: 'artist rename',
  role: 'operate',
  input: z.object({ artist: reference, name: ArtworkCreate.shape.artist_name }),
  run: async ({ storage }, { artist, name }) =>
    corrected(storage, await storage.renameArtist(artist, name), artist),
});

/** All works go to the record that stays. It cannot be undone. */
export const mergeArtists = defineAction({
  name: 'artist merge',
  role: 'administer',
  input: z.object({ from: reference, into: reference }),
  run: async ({ storage }, { from, into }) =>
    corrected(storage, await storage.mergeArtists(from, into), `${from}" or "${into}`),
});

async function corrected(
  storage: Storage,
  outcome: ArtistCorrection,
  named: string,
): Promise<CorrectedArtist> {
  if (!outcome.ok) return refuse(outcome.reason, named);
  const artist = (await storage.findArtistRecord(outcome.artistId)) ?? refuse('unknown', named);
  return { artist, works: outcome.works };
}

function refuse(reason: 'unknown' | 'same' | 'taken', named: string): never {
  if (reason === 'unknown') throw new ActionRefused('artist_not_found', `there is no artist "${named}"`);
  if (reason === 'same') throw new ActionRefused('artist_same', 'both names lead to one record already');
  throw new ActionRefused(
    'artist_name_taken',
    'another artist has this name; where they are one person, merge the two records',
  );
}
