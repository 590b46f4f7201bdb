import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { SETTINGS } from '../settings.ts';
import { bareEnv } from '../../tests/support/bare-env.ts';
import { openCommandLine } from '../../tests/support/command-line.ts';

const commands = openCommandLine(join(import.meta.dirname, '../main.ts'));
afterAll(() => commands.close());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A command in a shell that has heard of no setting but the file's name and these. */
const run = (args: string[], env: Record<string, string> = {}) =>
  commands.type(args, bareEnv({ REGISTRY_CONFIG: join(folder, 'registry.env'), ...env }));

const write = (...lines: string[]) => writeFileSync(join(folder, 'registry.env'), `${lines.join('\n')}\n`);

it('a line that is not a setting is refused, not passed over', async () => {
  write('# a comment', '', 'REGISTRY_NAME="Art', 'Registry"', 'REGISTRY_PORT 9000');
  const { code, stderr } = await run(['config', 'check']);
  expect(code).toBe(1);
  expect(stderr).toContain('registry.env: line 5 is not NAME=value. "config example"');
});

it('the server and every command read the same file, and the environment wins', async () => {
  write(`REGISTRY_DATA_DIR=${folder}/data`, 'REGISTRY_ID_PREFIX=DEMO', 'REGISTRY_RATE_LIMIT=7');
  expect(await run(['migrate'])).toMatchObject({ code: 0, stderr: '' });
  expect((await run(['status'])).stdout).toContain(`${folder}/data`);
  const { stdout } = await run(['config', 'check', '--json'], { REGISTRY_RATE_LIMIT: '9' });
  const { file, settings } = JSON.parse(stdout) as {
    file: string;
    settings: { name: string; value: string; source: string }[];
  };
  expect(file).toBe(join(folder, 'registry.env'));
  expect(settings.map(({ name }) => name)).toEqual(SETTINGS);
  expect(settings).toContainEqual({ name: 'REGISTRY_ID_PREFIX', value: 'DEMO', source: 'file' });
  expect(settings).toContainEqual({ name: 'REGISTRY_RATE_LIMIT', value: '9', source: 'environment' });
  expect(settings).toContainEqual({ name: 'REGISTRY_PORT', value: '8787', source: 'default' });
});

it('names every fault of the values at once', async () => {
  write('REGISTRY_PORT=many', 'REGISTRY_TEST=perhaps');
  const { code, stderr } = await run(['config', 'check']);
  expect(code).toBe(1);
  expect(stderr).toContain('REGISTRY_PORT must be a whole number from 0 to 65535');
  expect(stderr).toContain('REGISTRY_TEST must be true or false');
});

it('names bad lines, unknown names, bad values and missing partners together', async () => {
  write(
    'REGISTRY_NAME=Studio #5',
    'export REGISTRY_TEST=true',
    'REGISTRY_PROT=1',
    'REGISTRY_PORT=many',
    'REGISTRY_TLS_CERT=/a.pem',
    'DATABASE_URL=postgres://db.example/registry',
    'REGISTRY_BACKUP_DIR=/srv/backups',
    'REGISTRY_DUMP_LICENCE=CC0',
    'REGISTRY_MAIL_URL=smtp://mail.example',
  );
  const { code, stderr } = await run(['config', 'check'], { REGISTRY_HSOT: '::1' });
  expect(code).toBe(1);
  for (const words of [
    "line 1 has a #, a backslash or a quote that systemd reads differently: write NAME='value'",
    'line 2 begins with "export"',
    'REGISTRY_PROT does not exist',
    'the environment has REGISTRY_HSOT, which does not exist',
    'REGISTRY_PORT must be',
    'REGISTRY_TLS_CERT and REGISTRY_TLS_KEY belong together',
    'DATABASE_URL needs REGISTRY_SECRET_KEY',
    'REGISTRY_BACKUP_DIR is for the embedded database',
    'REGISTRY_DUMP_LICENCE needs REGISTRY_DUMP_DIR',
    'REGISTRY_MAIL_URL needs REGISTRY_MAIL_FROM',
  ])
    expect(stderr).toContain(words);
});

it('an empty variable of the environment is none: the file holds', async () => {
  write(`REGISTRY_DATA_DIR=${folder}/data`);
  const env = { REGISTRY_DATA_DIR: '', REGISTRY_RATE_LIMIT: '' };
  expect((await run(['config', 'check'], env)).stdout).toMatch(/REGISTRY_DATA_DIR +\S+\/data +file/);
  expect(await run(['migrate'], env)).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(join(folder, 'data/registry.db'))).toBe(true);
});

it('refuses a setting that does not exist, in the file and in the environment', async () => {
  write('REGISTRY_PROT=8787', 'REGISTRY_DATA_DIR=data');
  const inFile = await run(['status']);
  expect(inFile.code).toBe(1);
  expect(inFile.stderr).toContain('REGISTRY_PROT does not exist');
  expect(inFile.stderr).toContain('REGISTRY_DATA_DIR must begin at the root');
  write('REGISTRY_PORT=8787');
  expect((await run(['config', 'check'], { REGISTRY_PROT: '1' })).stderr).toContain('REGISTRY_PROT');
  expect((await run(['status'], { REGISTRY_CONFIG: join(folder, 'none') })).stderr).toContain(
    'cannot be read',
  );
});

it('shows no secret', async () => {
  const [key, password] = ['ab'.repeat(32), 'open-sesame'];
  write(`REGISTRY_SECRET_KEY=${key}`, `DATABASE_URL=postgres://registry:${password}@db.example/registry`);
  const { stdout } = await run(['config', 'check']);
  expect(stdout).toContain('postgres://registry:hidden@db.example/registry');
  expect(stdout).not.toContain(key);
  expect(stdout).not.toContain(password);
  write(
    `DATABASE_URL=postgres://db.example/registry?user=u&password=${password}`,
    `REGISTRY_SECRET_KEY=${key}`,
  );
  const inQuery = await run(['config', 'check']);
  expect(inQuery.stdout).toContain('postgres://db.example/registry?user=u&password=hidden');
});

it('prints an example of every setting that can be used as it is', async () => {
  const { stdout } = await run(['config', 'example']);
  write(stdout);
  expect(await run(['config', 'check', '--json'])).toMatchObject({ code: 0, stderr: '' });
  const uncommented = parseEnv(stdout.replaceAll(/^#(?=[A-Z])/gm, ''));
  expect(Object.keys(uncommented).sort()).toEqual([...SETTINGS].sort());
  // Each has a sentence above it.
  expect(stdout).not.toMatch(/\n\n#[A-Z]/);
});
