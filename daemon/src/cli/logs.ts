// `logs`: the last lines of the service's log, for reading or, with --json, as they were written.
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { CommandFailed } from './command-failed.ts';
import { logFile } from './log-file.ts';
import { settingsOfService } from './settings.ts';

const MOST_BYTES = 4 * 2 ** 20;
const LEVELS: { [level: number]: string } = {
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};

export function logs(options: { lines: string; json?: boolean }): void {
  const file = logFile(settingsOfService().dataDir);
  const count = Number(options.lines);
  if (!Number.isInteger(count) || count < 1)
    throw new CommandFailed('--lines must be a whole number from 1.');
  if (!existsSync(file)) throw new CommandFailed(`There is no log at ${file} yet: has "run" been started?`);
  const lines = tail(file)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .slice(-count);
  process.stdout.write(lines.map((line) => `${options.json ? line : readable(line)}\n`).join(''));
}

function tail(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const length = Math.min(size, MOST_BYTES);
    const buffer = Buffer.alloc(length);
    readSync(handle, buffer, 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    closeSync(handle);
  }
}

function readable(line: string): string {
  const {
    time,
    level,
    msg,
    pid: _pid,
    hostname: _host,
    ...rest
  } = JSON.parse(line) as { [field: string]: unknown };
  const details = Object.entries(rest)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return `${new Date(Number(time)).toISOString()} ${LEVELS[Number(level)] ?? 'trace'} ${String(msg)} ${details}`.trimEnd();
}
