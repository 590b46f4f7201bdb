// Takes works out of dumps that must not be handed out any longer. What leaves is decided for all lines of a file by the present state of
// the work, by its Art ID, and of the holder that the line names; what happened since the last look decides only when a file is read.
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Artwork } from '@artwork-registry/contract';
import type { DumpDepartures } from '../storage/dump-records.ts';
import type { Storage } from '../storage/storage.ts';
import { linesOf } from '../text-lines.ts';
import { listManifests, manifestName, saveManifest } from './dump-folder.ts';
import type { Manifest, OnDamaged } from './dump-folder.ts';
import { writeGzip } from './write-dump.ts';
import type { DumpDeps } from './write-dump.ts';

/** Lines asked about at a time: some milliseconds of a reader. */
const PIECE = 500;
/** Works that their owner hid, or that moved into a profile that is left out, may be many each hour: files are read once for all. */
const PAUSE_MS = 50 * 60_000;

export type TakeOutDeps = Omit<DumpDeps, 'storage'> & {
  storage: Pick<Storage, 'findDumpDepartures' | 'listInDumps' | 'listHoldersInDumps' | 'areDumpsOnHold'>;
  /** Called for a dump that cannot be read. It is removed, because nothing can be taken out of it. */
  onDamaged: OnDamaged;
};

/** Answers how many dumps changed. */
export async function takeOut(folder: string, deps: TakeOutDeps): Promise<number> {
  const { storage, clock, onDamaged } = deps;
  const manifests = listManifests(folder, onDamaged);
  if (manifests.length === 0) return 0;
  const departures = await storage.findDumpDepartures(
    Math.min(...manifests.map(({ checked_at: checkedAt }) => checkedAt)),
  );
  let rewritten = 0;
  for (const manifest of manifests) {
    const due = whenToRead(manifest, departures, clock.now());
    if (due === 'later') continue;
    const checked = {
      ...manifest,
      checked_at: departures.upTo,
      left_out: await leftOutNow(manifest, departures, storage),
    };
    if (due === 'never') {
      // What was looked at is not looked at again.
      if (departures.upTo > manifest.checked_at) saveManifest(folder, checked);
      continue;
    }
    try {
      if (await rewrite(folder, manifest, checked, deps)) rewritten += 1;
    } catch (error) {
      if (!(error instanceof DamagedDump)) throw error;
      rmSync(join(folder, manifestName(manifest)), { force: true });
      onDamaged(manifest.file, error);
    }
  }
  return rewritten;
}

function whenToRead(
  manifest: Manifest,
  departures: DumpDepartures,
  nowMs: number,
): 'now' | 'later' | 'never' {
  const { upTo, leftOut, withdrawnAt, erasedAt, restoredAt, hiddenAt, movedAt } = departures;
  const isSince = (time: number | null) => time !== null && time > manifest.checked_at;
  const known = new Set(manifest.left_out.map(({ id }) => id));
  // The times went back with a restore: no time says what happened since.
  const isLeftOutSince = leftOut.some(({ id }) => !known.has(id));
  const isRestoredSince = upTo < manifest.checked_at || isSince(restoredAt);
  if (isRestoredSince || isSince(withdrawnAt) || isSince(erasedAt) || isLeftOutSince) return 'now';
  if (!isSince(hiddenAt) && !isSince(movedAt)) return 'never';
  // By the distance: a clock that was ahead must not put it off.
  return Math.abs(nowMs - Date.parse(manifest.read_at)) >= PAUSE_MS ? 'now' : 'later';
}

/**
 * A profile that takes part again is forgotten: when it is left out once more, works may have moved into it meanwhile. While dumps are on
 * hold nothing is, because then the newest dump knows better than the database who asked to be left out.
 */
async function leftOutNow(
  manifest: Manifest,
  { leftOut }: DumpDepartures,
  storage: Pick<TakeOutDeps['storage'], 'areDumpsOnHold'>,
): Promise<Manifest['left_out']> {
  const present = new Set(leftOut.map(({ id }) => id));
  const gone = manifest.left_out.filter(({ id }) => !present.has(id));
  return gone.length > 0 && (await storage.areDumpsOnHold()) ? [...leftOut, ...gone] : leftOut;
}

/** Answers whether anything left the file. `before`: its manifest as it was until now. */
async function rewrite(
  folder: string,
  before: Manifest,
  manifest: Manifest,
  { storage, clock, onProgress }: TakeOutDeps,
): Promise<boolean> {
  const readAt = new Date(clock.now()).toISOString();
  let [read, works] = [0, 0];
  async function* kept(): AsyncGenerator<string> {
    for await (const lines of piecesOf(join(folder, manifest.stored_as))) {
      const startedAt = clock.elapsed();
      const shown = new Set(await storage.listInDumps(lines.map(({ registryId }) => registryId)));
      const holders = new Set(lines.flatMap(({ holder }) => holder ?? []));
      const named = new Set(await storage.listHoldersInDumps([...holders], before.checked_at));
      for (const { registryId, holder, line } of lines) {
        if (!shown.has(registryId) || (holder !== undefined && !named.has(holder))) continue;
        works += 1;
        yield `${line}\n`;
      }
      read += lines.length;
      // Also where no line is kept for long: the lease is renewed here.
      await onProgress(manifest.file, read, manifest.works);
      // Half of the time belongs to the readers of the API.
      await clock.sleep(clock.elapsed() - startedAt);
    }
  }
  const stored = await writeGzip(folder, manifest.file, Readable.from(kept()));
  if (read === works) {
    rmSync(join(folder, stored.stored_as), { force: true });
    saveManifest(folder, { ...manifest, read_at: readAt });
    return false;
  }
  saveManifest(folder, { ...manifest, ...stored, works, read_at: readAt, rewritten_at: readAt });
  return true;
}

/** The file of a dump is missing, cut off, or holds something else. */
class DamagedDump extends Error {
  constructor(cause: unknown) {
    super('the file of a dump cannot be read', { cause });
    this.name = 'DamagedDump';
  }
}

/** `holder`: the slug of the profile that it names. */
type Line = { registryId: string; holder: string | undefined; line: string };

/** Throws DamagedDump. */
async function* piecesOf(path: string): AsyncGenerator<Line[]> {
  let piece: Line[] = [];
  try {
    for await (const line of endedLinesOf(path)) {
      const work = JSON.parse(line) as Pick<Artwork, 'registry_id' | 'current_collection'>;
      piece.push({ registryId: work.registry_id, holder: work.current_collection?.slug, line });
      if (piece.length < PIECE) continue;
      yield piece;
      piece = [];
    }
  } catch (error) {
    throw new DamagedDump(error);
  }
  if (piece.length > 0) yield piece;
}

async function* endedLinesOf(path: string): AsyncGenerator<string> {
  const text = createGunzip();
  // An error of either ends the loop below.
  pipeline(createReadStream(path), text, () => undefined);
  text.setEncoding('utf8');
  for await (const line of linesOf(text as AsyncIterable<string>)) {
    if (!line.endsWith('\n')) throw new Error('the last line has no end');
    yield line.slice(0, -1);
  }
}
