// After a restore: profiles that were left out of the dumps since the backup was made. The folder of the dumps outlives the database,
// and the newest dump says who was left out of it.
import type { Storage } from '../storage/storage.ts';
import { listManifests } from './dump-folder.ts';

export type OptOuts = {
  /** Slugs of those left out again. */
  kept: string[];
  /** Left out of the newest dump, by the slug of that day, and there is no such profile now: the operator has to look. */
  unknown: string[];
};

/** A choice that was taken back on the day of the newest dump is not known to it: such a profile stays out until it is put in again. */
export async function keepOptOuts(
  folder: string,
  storage: Pick<Storage, 'findProfileById' | 'updateProfile'>,
): Promise<OptOuts> {
  const [newest] = listManifests(folder);
  const optOuts: OptOuts = { kept: [], unknown: [] };
  for (const { id, slug } of newest?.left_out ?? []) {
    const profile = await storage.findProfileById(id);
    if (profile === undefined) optOuts.unknown.push(slug);
    else if (profile.inDumps) {
      await storage.updateProfile(profile.slug, { inDumps: false });
      optOuts.kept.push(profile.slug);
    }
  }
  return optOuts;
}
