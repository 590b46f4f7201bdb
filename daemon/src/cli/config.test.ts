import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { SETTINGS } from '../settings.ts';
import { bareEnv } from '../../../registry-server/tests/support/bare-env.ts';
import { openCommandLine } from '../../../registry-server/tests/support/command-line.ts';

const commands = openCommandLine(join(import.meta.dirname, '../main.ts'));
afterAll(() => commands.close());

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'daemon-config-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: string[], env: Record<string, string> = {}) =>
  commands.type(args, bareEnv({ HOME: folder, DAEMON_CONFIG: join(folder, 'daemon.env'), ...env }));

const write = (...lines: string[]) => writeFileSync(join(folder, 'daemon.env'), `${lines.join('\n')}\n`);

test('shows each value and where it comes from, and no secret', async () => {
  write('DAEMON_PORT=9000', 'DAEMON_REGISTRIES=https://registry.example', 'DAEMON_REGISTRY_KEYS=areg_secret');
  const { stdout } = await run(['config', 'check', '--json'], { DAEMON_PORT: '9001' });
  const { settings } = JSON.parse(stdout) as { settings: { name: string; value: string; source: string }[] };
  expect(settings.map(({ name }) => name)).toEqual(SETTINGS);
  expect(settings).toContainEqual({ name: 'DAEMON_PORT', value: '9001', source: 'environment' });
  expect(settings).toContainEqual({ name: 'DAEMON_REGISTRY_KEYS', value: 'set', source: 'file' });
  expect(settings).toContainEqual({ name: 'DAEMON_POLL_IDLE_MS', value: '30000', source: 'default' });
  expect((await run(['config', 'check'])).stdout).not.toContain('areg_secret');
});

test('names every fault at once, also those of a host', async () => {
  write('DAEMON_PORT=many', 'DAEMON_LOG_LEVEL=loud');
  const { code, stderr } = await run(['config', 'check']);
  expect(code).toBe(1);
  expect(stderr).toContain('DAEMON_PORT must be a whole number from 0 to 65535, but is "many".');
  expect(stderr).toContain('DAEMON_LOG_LEVEL must be trace');
  write('DAEMON_REGISTRIES=ftp://registry.example');
  expect((await run(['config', 'check'])).stderr).toContain(
    'DAEMON_REGISTRIES must be http or https addresses',
  );
});

test('names bad lines, unknown names, bad values and missing partners together', async () => {
  write(
    'DAEMON_PORT 18200',
    'DAEMON_NAME=Studio #5',
    'DAEMON_PROT=1',
    'DAEMON_LOG_LEVEL=loud',
    'DAEMON_TLS_CERT=/a.pem',
    'DAEMON_REGISTRIES=ftp://registry.example',
    'DAEMON_REGISTRY_KEYS=a,b',
    'DAEMON_CONSOLE_PORT=8790',
  );
  const { code, stderr } = await run(['config', 'check'], { DAEMON_HSOT: '::1' });
  expect(code).toBe(1);
  for (const words of [
    'line 1 is not NAME=value',
    'line 2 has a #',
    'DAEMON_PROT does not exist',
    'the environment has DAEMON_HSOT, which does not exist',
    'DAEMON_LOG_LEVEL must be',
    'DAEMON_TLS_CERT and DAEMON_TLS_KEY must be set together',
    'DAEMON_REGISTRIES must be http or https addresses without a password, a query and a "#", but has "ftp://registry.example"',
    'DAEMON_REGISTRY_KEYS has a key where DAEMON_REGISTRIES has no registry',
    'DAEMON_CONSOLE_PASSWORD_HASH must be a hash',
  ])
    expect(stderr).toContain(words);
});

test('an empty variable of the environment is none: the file holds', async () => {
  write(`DAEMON_DATA_DIR=${folder}/data`, 'DAEMON_PORT=0');
  const env = { DAEMON_DATA_DIR: '', DAEMON_PORT: '' };
  expect((await run(['config', 'check'], env)).stdout).toMatch(/DAEMON_DATA_DIR +\S+\/data +file/);
  expect(readConfig({ DAEMON_CONFIG: join(folder, 'daemon.env'), ...env })).toMatchObject({
    dataDir: join(folder, 'data'),
    port: 0,
  });
});

test('refuses names that do not exist, in the file and in the environment', async () => {
  write('DAEMON_PROT=9000', 'DAEMON_HSOT=::1');
  expect((await run(['config', 'check'])).stderr).toContain(
    'DAEMON_HSOT does not exist; DAEMON_PROT does not exist',
  );
  write('');
  expect((await run(['config', 'check'], { DAEMON_PROT: '1' })).stderr).toContain('DAEMON_PROT');
});

test('prints an example of every setting that can be used as it is', async () => {
  const { stdout } = await run(['config', 'example']);
  write(stdout);
  expect(await run(['config', 'check'])).toMatchObject({ code: 0, stderr: '' });
  const uncommented = parseEnv(stdout.replaceAll(/^#(?=[A-Z])/gm, ''));
  expect(Object.keys(uncommented).sort()).toEqual([...SETTINGS].sort());
  // Each has a sentence above it.
  expect(stdout).not.toMatch(/\n\n#[A-Z]/);
});
