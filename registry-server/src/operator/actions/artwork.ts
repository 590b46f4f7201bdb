// What the operator does to a work: takes it out of the public registry, puts it back, moves it. Its Art ID stays its own.
import { z } from 'zod';
import { ActionRefused, defineAction } from './action.ts';
import { reference } from './fields.ts';
import { noProfile } from './profile.ts';

export const withdrawArtwork = defineAction({
  name: 'artwork withdraw',
  role: 'administer',
  input: z.object({ id: reference }),
  run: async ({ storage }, { id }) => (await storage.withdrawArtwork(id)) ?? noArtwork(id),
});

export const restoreArtwork = defineAction({
  name: 'artwork restore',
  role: 'administer',
  input: z.object({ id: reference }),
  run: async ({ storage }, { id }) => (await storage.restoreArtwork(id)) ?? noArtwork(id),
});

/** Between two organisations its sources end. */
export const transferArtwork = defineAction({
  name: 'artwork transfer',
  role: 'administer',
  input: z.object({ id: reference, profile: reference }),
  run: async ({ storage }, { id, profile }) => {
    if ((await storage.findProfile(profile)) === undefined) noProfile(profile);
    return (await storage.transferArtwork(id, profile)) ?? noArtwork(id);
  },
});

export function noArtwork(id: string): never {
  throw new ActionRefused('artwork_not_found', `no work has the id "${id}"`);
}
