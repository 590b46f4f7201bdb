// What the command line says of a site that is not there, a value that was forgotten and a reader that has enough.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { openCommandLine } from '../../../registry-server/tests/support/command-line.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const commands = openCommandLine(MAIN);
afterAll(() => commands.close());
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daemon-usage-'));
  mkdirSync(join(folder, 'data'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({ ...process.env, DAEMON_DATA_DIR: join(folder, 'data'), DAEMON_PORT: '0' });
const command = (...args: string[]) => commands.type(args, environment(), '');

const PAIR = ['pair', '--site', 'https://x.example', '--code', 'A'];

test.each([
  [['logs', '-n', 'abc'], '--lines must be a whole number'],
  [['pair', '--site', 'ftp://x', '--code', 'A'], '--site must be an http or https address'],
  [['pair', '--site', 'https://x.example/?p=1', '--code', 'A'], '--site must be an address without a query'],
  [
    [...PAIR, '--registry', 'https://u:pass@x.example/api/v1'],
    '--registry must be an address without a password',
  ],
  [
    [...PAIR, '--registry', 'https://x.example/api/v1?key=a'],
    '--registry must be an address without a query',
  ],
  [[...PAIR, '--registry', 'https://x.example/api/v1#a'], '--registry must be an address without a query'],
  [['status', '--site', '--json'], 'A value is missing'],
  [['logs', '--lines', '--follow'], 'A value is missing'],
  [['key', 'set', '--site', '--json'], 'A value is missing'],
])('%j is wrong usage, which ends with 2', async (args, message) => {
  const { code, stdout, stderr } = await command(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('an error that begins with an address shows it as it is', async () => {
  const { code, stderr } = await command('pair', '--site', 'http://127.0.0.1:9', '--code', 'A');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:9 does not answer/);
});

test.each([
  ['status'],
  ['sync'],
  ['sync', '--dry-run'],
  ['retry'],
  ['audit', '--last'],
  ['removals', 'keep'],
])('%s names the site that is not paired, and ends with 1', async (...args) => {
  const { code, stdout, stderr } = await command(...args, '--site', 'https://nobody.example');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('No paired site has the address https://nobody.example');
});

test.each([['sync'], ['sync', '--dry-run'], ['audit', '--last']])(
  '%s says that none is paired, where none is',
  async (...args) => {
    expect(await command(...args)).toMatchObject({
      code: 1,
      stderr: 'No site is paired yet: see "pair --help".\n',
    });
  },
);

test('config check blames the option that named a file which is not there, or the variable that did', async () => {
  const { code, stderr } = await command('config', 'check', '--file', '/nope');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^--file names \/nope, which cannot be read/);
  const env = { ...environment(), DAEMON_CONFIG: '/nope' };
  expect((await commands.type(['config', 'check'], env, '')).stderr).toMatch(/^DAEMON_CONFIG names \/nope/);
});

test('a reader that has enough of the log ends the command without a word', async () => {
  const line = `${JSON.stringify({ level: 30, time: 0, msg: 'x'.repeat(200) })}\n`;
  writeFileSync(join(folder, 'data/daemon.log'), line.repeat(10_000));
  for (const more of [[], ['--follow']]) {
    const child = spawn(process.execPath, [MAIN, 'logs', '-n', '60000', ...more], { env: environment() });
    let complaints = '';
    child.stderr.on('data', (chunk) => (complaints += chunk));
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = (await once(child, 'close')) as [number];
    expect([code, complaints]).toEqual([0, '']);
  }
});
