// What passes the check is read alike by Node and by systemd, whose own reader for such files is asked where it is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { complaintsOfLines } from './settings-lines.ts';

const READER = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator';

const GOOD = `# a comment with a # and a \\ in it
  PLAIN = some words here
EMPTY=
SINGLE='Studio #5 \\ "here"'
DOUBLE="Studio #5 it's"
LINES="one
two"
INNER=it's "so"
NODE_OPTIONS="--max-old-space-size=192"\r
LAST=x`;

it('takes what both read alike', () => {
  expect(complaintsOfLines(GOOD)).toEqual([]);
  expect(parseEnv(GOOD)).toEqual({
    PLAIN: 'some words here',
    EMPTY: '',
    SINGLE: 'Studio #5 \\ "here"',
    DOUBLE: "Studio #5 it's",
    LINES: 'one\ntwo',
    INNER: 'it\'s "so"',
    NODE_OPTIONS: '--max-old-space-size=192',
    LAST: 'x',
  });
});

it.skipIf(!existsSync(READER))('and systemd does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-lines-'));
  mkdirSync(join(folder, 'environment.d'));
  writeFileSync(join(folder, 'environment.d/x.conf'), GOOD);
  const { stdout } = spawnSync(READER, { env: { XDG_CONFIG_HOME: folder }, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  // It leaves out empty ones and writes the others for a shell.
  for (const [name, value] of [
    ['PLAIN', '"some words here"'],
    ['SINGLE', '"Studio #5 \\\\ \\"here\\""'],
    ['DOUBLE', '"Studio #5 it\'s"'],
    ['LINES', '"one\\ntwo"'],
    ['INNER', '"it\'s \\"so\\""'],
    ['NODE_OPTIONS', '--max-old-space-size=192'],
    ['LAST', 'x'],
  ])
    expect(stdout.split('\n')).toContain(`${name}=${value}`);
});

it.each([
  ['# a \\\nA=1', 'line 1 ends with a backslash'],
  ['PORT 9000', 'line 1 is not NAME=value'],
  ['A=1\n=2', 'line 2 is not NAME=value'],
  ['A="x\ny"\nexport B=1', 'line 3 begins with "export"'],
  ['NAME=Studio #5', 'line 1 has a #'],
  ['NAME=Studio#5', 'line 1 has a #'],
  ['NAME=a\\b', 'line 1 has a #, a backslash'],
  ['NAME="a\\nb"', 'line 1 has a #, a backslash'],
  ['NAME="a" # which', 'line 1 has a #, a backslash'],
  ['NAME="a', 'line 1 has a #, a backslash'],
  ['NAME=`a`', 'line 1 has a #, a backslash'],
])('refuses %j', (text, complaint) => {
  expect(complaintsOfLines(text)).toEqual([expect.stringContaining(complaint)]);
});
