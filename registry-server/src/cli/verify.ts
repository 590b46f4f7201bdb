// webhook verify: checks a delivery by hand, for developers of a receiver. It needs no registry and opens no database.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { LIMITS, verifyWebhook } from '@artwork-registry/contract';
import type { WebhookVerdict } from '@artwork-registry/contract';
import { CliError, UsageError } from '#kit/cli-error';
import { systemClock } from '#kit/clock';
import { plainAction, readTime } from './run.ts';

type VerifyOptions = {
  body: string;
  headers?: string;
  timestamp?: string;
  signature?: string;
  at?: string;
};

const ADVICE: Readonly<Record<Extract<WebhookVerdict, { ok: false }>['reason'], string>> = {
  missing: 'x-registry-timestamp or x-registry-signature is missing',
  stale: `the signature is right, but the timestamp is more than ${LIMITS.signatureTolerance} s from the time of the check; --at names the time of arrival`,
  mismatch:
    'the signature does not belong to this body, timestamp and secret: take the raw bytes before any parsing, and the whole secret with whsec_',
};

export function addVerifyCommand(webhook: Command): void {
  plainAction<VerifyOptions>(
    webhook
      .command('verify')
      .description(
        'check the signature of a delivery by hand; the signing secret is read from standard input',
      )
      .requiredOption('--body <file>', 'the raw body, byte for byte')
      .option('--headers <file>', 'the headers as they came, one "name: value" a line')
      .option('--timestamp <seconds>', 'x-registry-timestamp, where there is no file of headers')
      .option('--signature <text>', 'x-registry-signature, likewise')
      .option('--at <date-time>', 'when it arrived, ISO 8601 with offset; default now'),
    async (_config, options) => {
      const headers = options.headers === undefined ? {} : readHeaders(readText(options.headers));
      const timestamp = options.timestamp ?? headers['x-registry-timestamp'];
      const nowMs = options.at === undefined ? systemClock.now() : readTime('--at', options.at) / 1000;
      const verdict = verifyWebhook({
        secret: await readSecret(),
        timestamp,
        signature: options.signature ?? headers['x-registry-signature'],
        rawBody: readBytes(options.body),
        nowSeconds: Math.floor(nowMs / 1000),
      });
      if (!verdict.ok) process.exitCode = 1;
      const age = /^\d{1,12}$/.test(timestamp ?? '') ? Math.floor(nowMs / 1000) - Number(timestamp) : null;
      return {
        json: { ok: verdict.ok, reason: verdict.ok ? null : verdict.reason, age_seconds: age },
        text: verdict.ok ? `the signature is right (${age} s old)` : `refuse it: ${ADVICE[verdict.reason]}`,
      };
    },
  );
}

/** Never an argument: those stand in the shell's history and in the list of processes. */
async function readSecret(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('signing secret, then Enter and Ctrl-D: ');
  const secret = (await text(process.stdin)).trim();
  if (secret === '') throw new UsageError('standard input must hold the signing secret (whsec_…)');
  return secret;
}

function readHeaders(lines: string): Record<string, string> {
  const pairs = lines.split(/\r?\n/).map((line) => /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(line));
  return Object.fromEntries(pairs.map((pair) => [(pair?.[1] ?? '').toLowerCase(), pair?.[2] ?? '']));
}

function readText(file: string): string {
  return readBytes(file).toString('utf8');
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CliError('file_unreadable', `${file}: ${(error as Error).message}`);
  }
}
