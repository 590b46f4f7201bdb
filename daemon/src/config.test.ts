// Settings say what they may be.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('without settings the defaults hold', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8788,
    tls: null,
    pollIdleMs: 30_000,
  });
});

test('the folder is the same wherever a command is typed', () => {
  const before = process.cwd();
  const { dataDir } = readConfig({});
  process.chdir(tmpdir());
  try {
    expect(isAbsolute(dataDir)).toBe(true);
    expect(readConfig({}).dataDir).toBe(dataDir);
  } finally {
    process.chdir(before);
  }
});

test('a file may have settings, the environment wins, and a name that does not exist is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daemon-config-'));
  const file = join(folder, 'daemon.env');
  writeFileSync(file, '# ours\nDAEMON_PORT=9000\nDAEMON_HOST="0.0.0.0"\n');
  const env = { DAEMON_CONFIG: file, DAEMON_PORT: '9001' };
  expect(readConfig(env)).toMatchObject({ host: '0.0.0.0', port: 9001 });
  writeFileSync(file, 'DAEMON_PROT=9000\n');
  expect(() => readConfig(env)).toThrow(/DAEMON_PROT does not exist. "config example" shows/);
  writeFileSync(file, 'DAEMON_DATA_DIR=data\n');
  expect(() => readConfig(env)).toThrow('must begin at the root, but is "data"');
  writeFileSync(file, 'NODE_OPTIONS="--max-old-space-size=192"\n');
  expect(readConfig(env)).toMatchObject({ port: 9001 });
  rmSync(folder, { recursive: true });
  expect(() => readConfig(env)).toThrow('cannot be read');
});

test.each([
  [{ DAEMON_PORT: '70000' }, 'DAEMON_PORT must be a whole number from 0 to 65535, but is "70000".'],
  [{ DAEMON_PORT: 'x' }, 'DAEMON_PORT must be'],
  [{ DAEMON_POLL_ACTIVE_MS: '-1' }, 'DAEMON_POLL_ACTIVE_MS must be milliseconds'],
  [{ DAEMON_PUBLIC_URL: 'ftp://x' }, 'DAEMON_PUBLIC_URL must be an http or https address'],
  [{ DAEMON_TLS_CERT: 'a.pem' }, 'must be set together'],
  [
    { DAEMON_TLS_CERT: 'a.pem', DAEMON_TLS_KEY: 'b.pem' },
    'DAEMON_TLS_CERT must be a PEM file, but a.pem cannot be read',
  ],
])('%j is refused with the setting named', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});
