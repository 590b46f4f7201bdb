// The operators' names and the list of actions on the command line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, '../main.ts');
const PASSWORD = 'a long enough password';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-operators-'));
  run(['migrate']);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(args: string[], input = '') {
  const env = { PATH: process.env['PATH'], REGISTRY_DATA_DIR: folder, SUDO_USER: 'grace' };
  return spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env, input });
}
const json = (...args: string[]) => JSON.parse(run([...args, '--json']).stdout) as Record<string, object[]>;

it('operators are added, changed and removed, and no password is shown or written down', () => {
  expect(run(['operator', 'add', '--name', 'anna', '--role', 'look'], PASSWORD)).toMatchObject({ status: 0 });
  expect(run(['operator', 'add', '--name', 'anna'], PASSWORD).stderr).toContain('an operator "anna" already');
  expect(run(['operator', 'add', '--name', 'bert'], 'short').stderr).toContain('at least 12 characters');
  expect(run(['operator', 'update', '--name', 'anna', '--role', 'rule']).stderr).toContain('is one of look');
  expect(run(['operator', 'update', '--name', 'anna', '--role', 'administer']).status).toBe(0);
  expect(json('operator', 'list')['operators']).toMatchObject([{ name: 'anna', role: 'administer' }]);
  expect(run(['operator', 'remove', '--name', 'anna']).status).toBe(0);
  expect(run(['operator', 'list']).stdout).toContain('no operators');
  expect(run(['audit']).stdout).not.toMatch(/scrypt|long enough/);
});

it('every command that changes something is in the list, by whom and with what came of it', () => {
  run(['org', 'create', '--slug', 'demo', '--name', 'Demo']);
  run(['org', 'create', '--slug', 'demo', '--name', 'Demo again']);
  run(['org', 'list']);
  expect(json('audit')['actions']).toMatchObject([
    { operator: 'grace', via: 'command', action: 'org create', outcome: 'refused' },
    { operator: 'grace', action: 'org create', details: { slug: 'demo', name: 'Demo' }, outcome: 'done' },
  ]);
  expect(json('audit', '--text', 'again')['actions']).toHaveLength(1);
  expect(json('audit', '--operator', 'nobody')['actions']).toEqual([]);
  expect(run(['audit', '--limit', '1']).stdout.trim().split('\n')).toHaveLength(1);
});
