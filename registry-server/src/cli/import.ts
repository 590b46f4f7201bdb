// import: many works from a file, one create body per line, through the same checks as the API.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Command } from 'commander';
import { ApiError } from '../domain/api-error.ts';
import { readCreate } from '../domain/artwork-bodies.ts';
import type { PublishInput } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { action, CliError } from './run.ts';

// One group commit; a running server waits no longer than this takes.
const BATCH = 100;
const MAX_COMPLAINTS = 20;

type Tally = { imported: number; duplicates: number; failed: number };

export function addImportCommand(program: Command): void {
  action<{ profile: string }>(
    program
      .command('import')
      .description('publish works from a file: one JSON create body per line, .gz allowed')
      .argument('<file>', 'FILE.ndjson or FILE.ndjson.gz')
      .requiredOption('--profile <slug>', 'the profile to publish into'),
    async ({ storage }, { profile }, [file = '']) => {
      const target = await storage.findProfile(profile);
      if (target === undefined) throw new CliError('profile_not_found', `there is no profile "${profile}"`);
      const tally = await importFile(storage, file, {
        profileId: target.id,
        organizationId: target.organizationId,
      });
      return {
        json: tally,
        text: `${tally.imported} imported, ${tally.duplicates} duplicates, ${tally.failed} failed`,
      };
    },
  );
}

async function importFile(
  storage: Storage,
  file: string,
  target: { profileId: string; organizationId: string },
): Promise<Tally> {
  const tally: Tally = { imported: 0, duplicates: 0, failed: 0 };
  const fail = (line: number, reason: string) => {
    tally.failed += 1;
    if (tally.failed <= MAX_COMPLAINTS) process.stderr.write(`line ${line}: ${reason}\n`);
  };
  let batch: { line: number; input: PublishInput }[] = [];
  const flush = async () => {
    const outcomes = await storage.publishArtworks(batch.map((entry) => entry.input));
    for (const [index, outcome] of outcomes.entries()) {
      if (!outcome.ok) fail(batch[index]?.line ?? 0, ApiError.of(outcome).body.message);
      else if (outcome.status === 201) tally.imported += 1;
      else tally.duplicates += 1;
    }
    batch = [];
  };
  let line = 0;
  for await (const text of createInterface({ input: linesOf(file), crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      const input = readCreate(JSON.parse(text), target.organizationId, null);
      batch.push({ line, input: { ...input, profileId: target.profileId } });
    } catch (error) {
      fail(line, reasonOf(error));
    }
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return tally;
}

function linesOf(file: string): Readable {
  const raw = createReadStream(file);
  if (!file.endsWith('.gz')) return raw;
  const unzipped = createGunzip();
  raw.on('error', (error) => unzipped.destroy(error));
  return raw.pipe(unzipped);
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'is not valid JSON';
  if (!(error instanceof ApiError)) throw error;
  const { issues, fields } = error.detail;
  if (fields) return `protected fields: ${fields.join(', ')}`;
  return (issues ?? []).map((issue) => `${issue.path} ${issue.message}`).join('; ') || error.body.message;
}
