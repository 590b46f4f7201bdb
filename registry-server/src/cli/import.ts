// import: registers many works from a file, one create body per line, with the same checks as the API.
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ERRORS } from '@artwork-registry/contract';
import type { Command } from 'commander';
import { ApiError } from '../http/api-error.ts';
import { readCreate } from '../http/artwork-bodies.ts';
import type { OnProgress } from '../on-progress.ts';
import { noProfile } from '../operator/actions/profile.ts';
import type { PublishInput } from '../storage/records.ts';
import { OutcomeUnknown, StorageUnavailable } from '../storage/storage.ts';
import type { Storage } from '../storage/storage.ts';
import { linesOf } from '../text-lines.ts';
import { withProgress } from './progress.ts';
import type { ProgressLine } from './progress.ts';
import { recordedAction } from './run.ts';

// One group commit: a running server waits at most this long.
const BATCH = 100;
const MAX_COMPLAINTS = 20;
const AGAIN = 'run the same command again: it continues where it stopped';

/** `replayed`: registered by an earlier run of the same file. */
type ImportCounts = { imported: number; duplicates: number; replayed: number; failed: number };

export function addImportCommand(program: Command): void {
  recordedAction<{ profile: string }>(
    program
      .command('import')
      .description('publish works from a file: one JSON create body per line, .gz allowed')
      .argument('<file>', 'FILE.ndjson or FILE.ndjson.gz')
      .requiredOption('--profile <slug>', 'the profile to publish into'),
    async ({ storage }, { profile }, [file = '']) => {
      const target = (await storage.findProfile(profile)) ?? noProfile(profile);
      const counts = await withProgress((show, note) =>
        importFile(
          storage,
          file,
          { profileId: target.id, organizationId: target.organizationId },
          show,
          note,
        ),
      );
      if (counts.failed > 0) process.exitCode = 1;
      const { imported, duplicates, replayed, failed } = counts;
      const again = replayed === 0 ? '' : `${replayed} done before, `;
      return {
        json: counts,
        text: `${imported} imported, ${duplicates} duplicates, ${again}${failed} failed`,
      };
    },
  );
}

/** Throws OutcomeUnknown where the database did not take a line. */
export async function importFile(
  storage: Storage,
  file: string,
  target: { profileId: string; organizationId: string },
  onProgress: OnProgress,
  note: ProgressLine['note'],
): Promise<ImportCounts> {
  const counts: ImportCounts = { imported: 0, duplicates: 0, replayed: 0, failed: 0 };
  const run = await runName(file, target.profileId);
  const fail = (line: number, reason: string) => {
    counts.failed += 1;
    if (counts.failed <= MAX_COMPLAINTS) note(`line ${line}: ${reason}`);
  };
  let batch: { line: number; input: PublishInput }[] = [];
  const raw = createReadStream(file);
  // A pipe has no size.
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const flush = async () => {
    const outcomes = await publish(batch.map((entry) => entry.input));
    for (const [index, outcome] of outcomes.entries()) {
      if (!outcome.ok) fail(batch[index]?.line ?? 0, ApiError.of(outcome).body.message);
      else if (outcome.replayed) counts.replayed += 1;
      else if (outcome.status === 201) counts.imported += 1;
      else counts.duplicates += 1;
    }
    batch = [];
    onProgress(`importing ${basename(file)}`, raw.bytesRead, bytes);
  };
  // Works before it are imported, and some of this batch may be.
  const stopped = (reason: string, cause?: unknown) =>
    new OutcomeUnknown(
      reason,
      { cause },
      run === undefined ? `lines up to ${line} may have been imported` : AGAIN,
    );
  const publish = async (inputs: PublishInput[]) => {
    const outcomes = await storage.publishArtworks(inputs).catch((error: unknown) => {
      throw error instanceof StorageUnavailable ? stopped(error.message, error) : error;
    });
    const isTaken = outcomes.every((outcome) => outcome.ok || ERRORS[outcome.code].status < 500);
    if (!isTaken) throw stopped('the database did not take all works');
    return outcomes;
  };
  let line = 0;
  for await (const read of linesOf(textOf(file, raw))) {
    line += 1;
    // Programs of Windows put a byte order mark at the beginning.
    const text = line === 1 ? read.replace(/^\ufeff/, '') : read;
    if (text.trim() === '') continue;
    try {
      const key = run === undefined ? null : `${run}:${line}`;
      const input = readCreate(JSON.parse(text), target.organizationId, key);
      if (input.idempotency) input.idempotency.isSlim = true;
      batch.push({ line, input: { ...input, profileId: target.profileId } });
    } catch (error) {
      fail(line, reasonOf(error));
    }
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return counts;
}

/**
 * What the lines of this file are remembered by: a run that was broken off continues where it stopped, even for works that
 * nothing tells apart. Undefined for what is not a file and cannot be read twice.
 */
async function runName(file: string, profileId: string): Promise<string | undefined> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return `import:${hash.digest('hex')}:${profileId}`;
}

function textOf(file: string, raw: Readable): AsyncIterable<string> {
  if (!file.endsWith('.gz')) return raw.setEncoding('utf8');
  const unzipped = createGunzip();
  raw.on('error', (error) => unzipped.destroy(error));
  return raw.pipe(unzipped).setEncoding('utf8');
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'is not valid JSON';
  if (!(error instanceof ApiError)) throw error;
  const { issues, fields } = error.detail;
  if (fields) return `protected fields: ${fields.join(', ')}`;
  return (issues ?? []).map((issue) => `${issue.path} ${issue.message}`).join('; ') || error.body.message;
}
