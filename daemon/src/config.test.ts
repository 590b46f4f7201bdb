// Settings say what they may be.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('without settings the defaults hold', () => {
  expect(readConfig({})).toMatchObject({
    dataDir: '.data/daemon',
    host: '127.0.0.1',
    port: 8788,
    tls: null,
    pollIdleMs: 30_000,
  });
});

test.each([
  [{ DAEMON_PORT: '70000' }, 'DAEMON_PORT must be a whole number from 0 to 65535, but is "70000".'],
  [{ DAEMON_PORT: 'x' }, 'DAEMON_PORT must be'],
  [{ DAEMON_POLL_ACTIVE_MS: '-1' }, 'DAEMON_POLL_ACTIVE_MS must be milliseconds'],
  [{ DAEMON_PUBLIC_URL: 'ftp://x' }, 'DAEMON_PUBLIC_URL must be an http or https address'],
  [{ DAEMON_TLS_CERT: 'a.pem' }, 'must be set together'],
])('%j is refused with the setting named', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});
