// `logs`: the last lines of the service's log, for reading or, with --json, as they were written; with --follow also what comes.
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { UsageError } from '#kit/cli-error';
import { systemClock } from '#kit/clock';
import { CommandFailed } from './command-failed.ts';
import { logFile } from './log-file.ts';
import { configOfService } from './service-config.ts';

const MOST_BYTES = 4 * 2 ** 20;
const FOLLOW_MS = 250;
const LEVELS: { [level: number]: string } = {
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};
/** By the names that DAEMON_LOG_LEVEL has. */
const LEAST = { trace: 10, debug: 20, info: 30, warn: 40, error: 50 } as const;

type LogsOptions = { lines: string; level: keyof typeof LEAST; follow?: boolean; json?: boolean };

export async function logs(options: LogsOptions): Promise<void> {
  const file = logFile(configOfService().dataDir);
  const count = Number(options.lines);
  if (!Number.isInteger(count) || count < 1) throw new UsageError('--lines must be a whole number from 1.');
  if (!existsSync(file)) throw new CommandFailed(`There is no log at ${file} yet: has "run" been started?`);
  // Of `logs --follow | grep -m1 …`, until it has found what it looks for.
  let hasReader = true;
  process.stdout.once('error', () => (hasReader = false));
  let handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    show(readFrom(handle, Math.max(0, size - MOST_BYTES), size), options, count);
    for (let at = size; options.follow && hasReader; await systemClock.sleep(FOLLOW_MS)) {
      at = showNew(handle, at, options);
      // Full, it became daemon.log.1, or so; what is written now is in a new file.
      const current = statSync(file, { throwIfNoEntry: false });
      if (current === undefined || current.ino === fstatSync(handle).ino) continue;
      showNew(handle, at, options);
      closeSync(handle);
      handle = openSync(file, 'r');
      at = 0;
    }
  } finally {
    closeSync(handle);
  }
}

/** Shows the whole lines that came since; returns where to continue. */
function showNew(handle: number, at: number, options: LogsOptions): number {
  const text = readFrom(handle, at, fstatSync(handle).size);
  const whole = text.subarray(0, text.lastIndexOf('\n') + 1);
  show(whole, options);
  return at + whole.length;
}

function readFrom(handle: number, from: number, to: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, to - from));
  return buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, from));
}

/** The last `count` of them. */
function show(text: Buffer, { level, json }: LogsOptions, count = Infinity): void {
  const lines = text
    .toString('utf8')
    .split('\n')
    .map((line) => ({ line, entry: entryOf(line) }))
    .filter(({ entry }) => Number(entry?.['level']) >= LEAST[level])
    .slice(-count);
  process.stdout.write(lines.map(({ line, entry }) => `${json ? line : readable(entry!)}\n`).join(''));
}

type Entry = { [field: string]: unknown };

/** Undefined for a line that was cut, as by a crash or where the file was begun to be read. */
function entryOf(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

function readable({ time, level, msg, pid: _pid, hostname: _host, ...rest }: Entry): string {
  const details = Object.entries(rest)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return `${new Date(Number(time)).toISOString()} ${LEVELS[Number(level)] ?? 'trace'} ${String(msg)} ${details}`.trimEnd();
}
