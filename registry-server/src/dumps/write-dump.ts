// Writes one dump. A million works need the memory of one piece.
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '#kit/clock';
import type { Storage } from '../storage/storage.ts';
import { sync } from '#kit/sync-to-disk';
import { dumpName, saveManifest } from './dump-folder.ts';
import type { Manifest } from './dump-folder.ts';

/** Works read at a time: some milliseconds of a reader. */
const PIECE = 64;

export type DumpPlace = { folder: string; licence: string };
export type DumpDeps = {
  storage: Pick<Storage, 'findFeedEnd' | 'listPublicBatch' | 'findDumpDepartures'>;
  clock: Clock;
  onProgress: OnDumpProgress;
};
/** Called between pieces with the works read so far; throws to stop. `before`: how many the file holds that is written again. */
export type OnDumpProgress = (file: string, works: number, before?: number) => Promise<void> | void;

/** Writes the dump of today. */
export async function writeDump(place: DumpPlace, deps: DumpDeps): Promise<Manifest> {
  const { storage, clock } = deps;
  const createdAt = new Date(clock.now()).toISOString();
  const day = createdAt.slice(0, 10);
  // Before the first work: a reader that replays the feed from there sees every change that a later piece has already, or has not.
  const sequence = await storage.findFeedEnd();
  // As well: what happens from here on is looked for. What happened before is not asked for.
  const { upTo, leftOut } = await storage.findDumpDepartures(Number.MAX_SAFE_INTEGER);
  let works = 0;

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let last = 0; ;) {
      const startedAt = clock.elapsed();
      const batch = await storage.listPublicBatch(last, PIECE);
      if (batch.count === 0) return;
      works += batch.count;
      last = batch.last;
      yield batch.lines;
      await deps.onProgress(dumpName(day), works);
      // Half of the time belongs to the readers of the API.
      await clock.sleep(clock.elapsed() - startedAt);
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
    checked_at: upTo,
    read_at: createdAt,
    left_out: leftOut,
  };
  saveManifest(place.folder, manifest);
  return manifest;
}

/** Under a name of its own; a download that is half done continues from the former file. */
export async function writeGzip(
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
