// Writes one dump, and writes one anew without works that must not be handed out any longer. A million works need the memory of
// one piece.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage/storage.ts';
import { sync } from '../sync-to-disk.ts';
import { dumpName, listManifests, saveManifest } from './dump-folder.ts';
import type { Manifest } from './dump-folder.ts';

/** Works read at a time: some milliseconds of a reader. */
const PIECE = 64;

export type DumpPlace = { folder: string; licence: string };
export type DumpDeps = {
  storage: Pick<
    Storage,
    'findFeedEnd' | 'listPublicBatch' | 'listProfilesOutsideDumps' | 'listWithdrawnSteps'
  >;
  clock: Clock;
  onProgress: OnDumpProgress;
};
/** Called between pieces with the works so far; throws to stop. `before`: how many the file held that is written anew. */
export type OnDumpProgress = (file: string, works: number, before?: number) => Promise<void> | void;

/** Writes the dump of today. */
export async function writeDump(place: DumpPlace, deps: DumpDeps): Promise<Manifest> {
  const { storage, clock } = deps;
  const createdAt = new Date(clock.nowMs()).toISOString();
  const day = createdAt.slice(0, 10);
  // Before the first work: a reader that replays the feed from there sees every change that a later piece has already, or has not.
  const sequence = await storage.findFeedEnd();
  const leftOut = await storage.listProfilesOutsideDumps();
  let works = 0;

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let last = 0; ;) {
      const startedAt = performance.now();
      const batch = await storage.listPublicBatch(last, PIECE);
      if (batch.count === 0) return;
      works += batch.count;
      last = batch.last;
      yield batch.lines;
      await deps.onProgress(dumpName(day), works);
      // Half of the time belongs to the readers of the API.
      await sleep(performance.now() - startedAt);
    }
  }

  const stored = await writeGzip(place.folder, dumpName(day), Readable.from(pieces()));
  const manifest: Manifest = {
    file: dumpName(day),
    created_at: createdAt,
    rewritten_at: null,
    works,
    ...stored,
    sequence,
    licence: place.licence,
    checked_to: sequence,
    left_out: leftOut,
  };
  saveManifest(place.folder, manifest);
  return manifest;
}

/** Takes works out of the dumps that were withdrawn since, or whose profile takes part no longer. Answers how many dumps changed. */
export async function takeOut(folder: string, deps: DumpDeps): Promise<number> {
  const { storage, clock } = deps;
  const manifests = listManifests(folder);
  if (manifests.length === 0) return 0;
  const end = await storage.findFeedEnd();
  const leftOut = await storage.listProfilesOutsideDumps();
  const steps = await storage.listWithdrawnSteps(
    Math.min(...manifests.map(({ checked_to: checked }) => checked)),
  );
  let rewritten = 0;
  for (const manifest of manifests) {
    const withdrawn = new Set(
      steps.filter(({ seq }) => seq > manifest.checked_to).map(({ registryId }) => registryId),
    );
    const isNew = leftOut.filter((slug) => !manifest.left_out.includes(slug));
    if (withdrawn.size === 0 && isNew.length === 0) {
      // What was looked at is not looked at again.
      if (end > manifest.checked_to) saveManifest(folder, { ...manifest, checked_to: end });
      continue;
    }
    saveManifest(folder, {
      ...manifest,
      ...(await rewrite(folder, manifest, withdrawn, new Set(isNew), deps)),
      rewritten_at: new Date(clock.nowMs()).toISOString(),
      checked_to: end,
      left_out: [...manifest.left_out, ...isNew],
    });
    rewritten += 1;
  }
  return rewritten;
}

async function rewrite(
  folder: string,
  manifest: Manifest,
  withdrawn: ReadonlySet<string>,
  leftOut: ReadonlySet<string>,
  { onProgress }: DumpDeps,
) {
  let works = 0;
  async function* kept(): AsyncGenerator<string> {
    const input = createReadStream(join(folder, manifest.stored_as)).pipe(createGunzip());
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const work = JSON.parse(line) as { registry_id: string; current_collection: { slug: string } | null };
      if (withdrawn.has(work.registry_id) || leftOut.has(work.current_collection?.slug ?? '')) continue;
      works += 1;
      yield `${line}\n`;
      if (works % PIECE === 0) await onProgress(manifest.file, works, manifest.works);
    }
  }
  const stored = await writeGzip(folder, manifest.file, Readable.from(kept()));
  return { ...stored, works };
}

/** Under a name of its own; what was fetched halfway goes on from the file of before. */
async function writeGzip(
  folder: string,
  name: string,
  lines: Readable,
): Promise<Pick<Manifest, 'bytes' | 'sha256' | 'stored_as'>> {
  mkdirSync(folder, { recursive: true });
  const storedAs = name.replace('.ndjson.gz', `.${randomUUID()}.ndjson.gz`);
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const file = join(folder, storedAs);
  await pipeline(lines, createGzip(), measure, createWriteStream(file));
  sync(file);
  return { bytes, sha256: hash.digest('hex'), stored_as: storedAs };
}
