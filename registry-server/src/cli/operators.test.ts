// The operators' names and the list of actions on the command line.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { bareEnv } from '../../tests/support/bare-env.ts';
import { openCommandLine } from '../../tests/support/command-line.ts';

const commands = openCommandLine(join(import.meta.dirname, '../main.ts'));
afterAll(() => commands.close());
const PASSWORD = 'a long enough password';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-operators-'));
  await run(['migrate']);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: string[], input = '') =>
  commands.type(args, bareEnv({ REGISTRY_DATA_DIR: folder, SUDO_USER: 'grace' }), input);
const json = async (...args: string[]) =>
  JSON.parse((await run([...args, '--json'])).stdout) as Record<string, object[]>;

it('operators are added, changed and removed, and no password is shown or written down', async () => {
  expect(await run(['operator', 'add', '--name', 'anna', '--role', 'look'], PASSWORD)).toMatchObject({
    code: 0,
  });
  expect((await run(['operator', 'add', '--name', 'anna'], PASSWORD)).stderr).toContain(
    'an operator "anna" already',
  );
  expect((await run(['operator', 'add', '--name', 'bert'], 'short')).stderr).toContain(
    'at least 12 characters',
  );
  expect((await run(['operator', 'update', '--name', 'anna', '--role', 'rule'])).stderr).toContain(
    'is one of look',
  );
  expect((await run(['operator', 'update', '--name', 'anna', '--role', 'administer'])).code).toBe(0);
  expect((await json('operator', 'list'))['operators']).toMatchObject([{ name: 'anna', role: 'administer' }]);
  expect((await run(['operator', 'remove', '--name', 'anna'])).code).toBe(0);
  expect((await run(['operator', 'list'])).stdout).toContain('no operators');
  expect((await run(['audit'])).stdout).not.toMatch(/scrypt|long enough/);
});

it('every command that changes something is in the list, by whom and with what came of it', async () => {
  await run(['org', 'create', '--slug', 'demo', '--name', 'Demo']);
  await run(['org', 'create', '--slug', 'demo', '--name', 'Demo again']);
  await run(['org', 'list']);
  expect((await json('audit'))['actions']).toMatchObject([
    { operator: 'grace', via: 'command', action: 'org create', outcome: 'refused' },
    { operator: 'grace', action: 'org create', details: { slug: 'demo', name: 'Demo' }, outcome: 'done' },
    { operator: 'grace', action: 'migrate', outcome: 'done' },
  ]);
  expect((await json('audit', '--text', 'again'))['actions']).toHaveLength(1);
  expect((await json('audit', '--operator', 'nobody'))['actions']).toEqual([]);
  expect((await run(['audit', '--limit', '1'])).stdout.trim().split('\n')).toHaveLength(1);
});
