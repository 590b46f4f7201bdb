// The folder of the dumps: one manifest (JSON) for each day, which names the file with the works. The manifest is put in place
// last, so that a process that is killed leaves the dump of before; what no manifest names is removed by the next run.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { namesIn } from '../file-names.ts';
import { sync } from '../sync-to-disk.ts';

const Manifest = z.object({
  /** Under which it is fetched: artworks-YYYY-MM-DD.ndjson.gz. */
  file: z.string(),
  created_at: z.string(),
  /** When works were taken out again; null: never. */
  rewritten_at: z.string().nullable(),
  works: z.number(),
  /** Of the file. */
  bytes: z.number(),
  sha256: z.string(),
  /** The newest step of the feed before the first work was read: a mirror goes on from here. */
  sequence: z.number(),
  licence: z.string(),
  /** Name of the file in the folder. */
  stored_as: z.string(),
  /** Up to this step of the feed, withdrawn works are taken out. */
  checked_to: z.number(),
  /** Slugs of the profiles that are left out. */
  left_out: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** What everybody may know of a dump. */
export type Dump = Omit<Manifest, 'stored_as' | 'checked_to' | 'left_out'>;

const MANIFEST_NAME = /^artworks-\d{4}-\d\d-\d\d\.json$/;
const OWN_NAME = /^artworks-\d{4}-\d\d-\d\d\./;

export const dumpName = (day: string) => `artworks-${day}.ndjson.gz`;
const manifestName = (dump: Pick<Manifest, 'file'>) => dump.file.replace('.ndjson.gz', '.json');

/** Newest first. There is no dump yet where there is no folder. */
export function listManifests(folder: string): Manifest[] {
  return namesIn(folder)
    .filter((name) => MANIFEST_NAME.test(name))
    .sort()
    .reverse()
    .map((name) => Manifest.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}

export function publicOf(manifest: Manifest): Dump {
  const { file, created_at, rewritten_at, works, bytes, sha256, sequence, licence } = manifest;
  return { file, created_at, rewritten_at, works, bytes, sha256, sequence, licence };
}

/** Puts the dump in place of the one with the same name, if there is one. Its file is on disk already. */
export function saveManifest(folder: string, manifest: Manifest): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, manifestName(manifest));
  writeFileSync(`${path}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  renameSync(`${path}.new`, path);
  sync(folder);
}

/** Keeps the newest dumps, and removes the others and whatever was left by a process that was killed. */
export function tidy(folder: string, kept: number): void {
  const manifests = listManifests(folder);
  const wanted = new Set(manifests.slice(0, kept).flatMap((dump) => [manifestName(dump), dump.stored_as]));
  // The manifest goes first: then nobody is sent to a file that is gone.
  for (const name of namesIn(folder).sort((one) => (MANIFEST_NAME.test(one) ? -1 : 1)))
    if (OWN_NAME.test(name) && !wanted.has(name)) rmSync(join(folder, name), { force: true });
}
