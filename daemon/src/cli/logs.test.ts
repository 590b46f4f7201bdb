// The log as a person reads it, while it is written and begun again.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bareEnv } from '../../../registry-server/tests/support/bare-env.ts';
import { until } from '../../tests/support/start-stage.ts';

let folder: string;
let child: ChildProcess;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daemon-logs-'));
  mkdirSync(join(folder, 'data'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'data/daemon.log');
const write = (level: number, msg: string) =>
  appendFileSync(file(), `${JSON.stringify({ level, time: 0, pid: 1, hostname: 'h', msg })}\n`);

function logs(...args: string[]): { output: () => string; ended: Promise<unknown> } {
  const env = bareEnv({ HOME: folder, DAEMON_DATA_DIR: join(folder, 'data') });
  child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), 'logs', ...args], { env });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk));
  return { output: () => output, ended: once(child, 'close') };
}

test('--level shows the last lines of that level and above', async () => {
  for (const [level, msg] of [
    [50, 'one'],
    [40, 'two'],
    [30, 'three'],
    [50, 'four'],
    [20, 'five'],
  ] as const)
    write(level, msg);
  const shown = logs('--level', 'warn', '--lines', '2');
  await shown.ended;
  expect(shown.output()).toBe('1970-01-01T00:00:00.000Z warning two\n1970-01-01T00:00:00.000Z error four\n');
  const wrong = logs('--level', 'loud');
  expect((await wrong.ended) as [number]).toEqual([2, null]);
});

test('--follow shows each line once, also over a change of the file', async () => {
  write(30, 'before');
  const shown = logs('--follow', '--json');
  try {
    await until(() => shown.output().includes('before'), 'what was there');
    appendFileSync(file(), '{"level":30,"msg":"in two');
    await sleep(600);
    appendFileSync(file(), ' parts"}\n{"level":30,"msg":"cut by a cr\n');
    await until(() => shown.output().includes('in two parts'), 'what came');
    write(30, 'last of the old');
    renameSync(file(), `${file()}.1`);
    write(30, 'first of the new');
    await until(() => shown.output().includes('first of the new'), 'the new file');
    for (const words of ['before', 'in two parts', 'last of the old', 'first of the new'])
      expect(shown.output().split(words)).toHaveLength(2);
  } finally {
    child.kill('SIGTERM');
    await shown.ended;
  }
});
