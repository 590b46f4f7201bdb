// The folder of the dumps: one manifest (JSON) for each day, which names the file with the works. The manifest is put in place
// last, so that a process that is killed leaves the former dump; what no manifest names is removed by the next run.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { namesIn } from '../file-names.ts';
import { sync } from '#kit/sync-to-disk';

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
  /** The newest step of the feed before the first work was read: a mirror continues from here. */
  sequence: z.number(),
  licence: z.string(),
  /** Name of the file in the folder. */
  stored_as: z.string(),
  /** Works that had to leave up to this time are out. A time that the registry gave out, in microseconds. */
  checked_at: z.number(),
  /** When all of its works were last compared with the registry, by the clock. */
  read_at: z.iso.datetime(),
  /** The profiles that are left out. The slug is the one of that day, for people. */
  left_out: z.array(z.object({ id: z.string(), slug: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** What everybody may know of a dump. */
export type Dump = Omit<Manifest, 'stored_as' | 'checked_at' | 'read_at' | 'left_out'>;

const MANIFEST_NAME = /^artworks-\d{4}-\d\d-\d\d\.json$/;
const OWN_NAME = /^artworks-\d{4}-\d\d-\d\d\./;

export const dumpName = (day: string) => `artworks-${day}.ndjson.gz`;
export const manifestName = (dump: Pick<Manifest, 'file'>) => dump.file.replace('.ndjson.gz', '.json');

export type OnDamaged = (name: string, error: unknown) => void;

/**
 * Newest first. There is no dump yet where there is no folder. A manifest that cannot be read counts as no dump; the keeper, which
 * removes it, reports it through `onDamaged`.
 */
export function listManifests(folder: string, onDamaged: OnDamaged = () => undefined): Manifest[] {
  return [...readManifests(folder, onDamaged)];
}

/** Reads no more than it needs. Undefined where there is no dump that can be read. */
export function findNewestDump(folder: string): Dump | undefined {
  const { value } = readManifests(folder, () => undefined).next();
  return value && publicOf(value);
}

function* readManifests(folder: string, onDamaged: OnDamaged): Generator<Manifest, undefined> {
  const names = namesIn(folder).filter((name) => MANIFEST_NAME.test(name));
  for (const name of names.sort().reverse()) {
    try {
      yield Manifest.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    } catch (error) {
      onDamaged(name, error);
    }
  }
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

/**
 * Keeps the newest dumps, and removes the others and whatever was left by a process that was killed. `today`: one of a later day was
 * made by a clock that was ahead, and would outlive each new one.
 */
export function tidy(folder: string, kept: number, today: string): void {
  const manifests = listManifests(folder).filter(({ file }) => file <= today);
  const wanted = new Set(manifests.slice(0, kept).flatMap((dump) => [manifestName(dump), dump.stored_as]));
  // The manifest goes first: then nobody is sent to a file that is gone.
  for (const name of namesIn(folder).sort((one) => (MANIFEST_NAME.test(one) ? -1 : 1)))
    if (OWN_NAME.test(name) && !wanted.has(name)) rmSync(join(folder, name), { force: true });
}
