// After a restore: profiles that were left out of the dumps since the backup was made. The folder of the dumps outlives the database,
// and the newest dump says who was left out of it.
import type { Storage } from '../storage/storage.ts';
import { listManifests } from './dump-folder.ts';

export type OptOuts = {
  /** Left out again. */
  kept: string[];
  /** Left out of the newest dump, and no profile has this slug now: the operator has to look. */
  unknown: string[];
};

/** A choice that was taken back on the day of the newest dump is not known to it: such a profile stays out until it is put in again. */
export async function keepOptOuts(
  folder: string,
  storage: Pick<Storage, 'listProfilesOutsideDumps' | 'updateProfile'>,
): Promise<OptOuts> {
  const [newest] = listManifests(folder);
  const already = new Set(await storage.listProfilesOutsideDumps());
  const optOuts: OptOuts = { kept: [], unknown: [] };
  for (const slug of newest?.left_out ?? []) {
    if (already.has(slug)) continue;
    const profile = await storage.updateProfile(slug, { inDumps: false });
    (profile === undefined ? optOuts.unknown : optOuts.kept).push(slug);
  }
  return optOuts;
}
