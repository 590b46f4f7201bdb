// The registry of `npm start -- --faults`, as a caller meets it while the file says this and that.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULTS } from './fault-proxy.ts';
import { rootDir } from '../paths.ts';
import { freePort } from '../machine/ports.ts';
import { startRegistry } from '../system/registry.ts';

test('it answers as it is, breaks as the file says, and is well again when the file is gone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'faulty-registry-'));
  const faultsFile = join(dataDir, 'registry-faults');
  const registry = await startRegistry({
    dataDir,
    port: await freePort(),
    webhookHost: '127.0.0.1:9',
    caFile: '',
    faultsFile,
    env: { REGISTRY_WEBHOOK_CA: '' },
  });
  try {
    const call = async () => {
      const started = performance.now();
      const answer = await fetch(`${registry.apiUrl}/`);
      return { status: answer.status, body: await answer.text(), ms: performance.now() - started };
    };
    expect(await call()).toMatchObject({ status: 401, body: expect.stringContaining('unauthorized') });
    expect(registry.apiUrl).toContain(registry.url);
    const introduction = await fetch(`${registry.url}/.well-known/artwork-registry`);
    expect(await introduction.json()).toMatchObject({ api: registry.apiUrl });
    writeFileSync(faultsFile, 'unavailable_503\n');
    expect(await call()).toMatchObject({ status: 503 });
    writeFileSync(faultsFile, 'rate_limited 1\n');
    expect(await call()).toMatchObject({ status: 429 });
    writeFileSync(faultsFile, 'html 1\n');
    expect(await call()).toMatchObject({ status: 200, body: expect.stringContaining('<html>') });
    writeFileSync(faultsFile, 'slow 300\n');
    const slow = await call();
    expect([slow.status, slow.ms > 290]).toEqual([401, true]);
    rmSync(faultsFile);
    expect(await call()).toMatchObject({ status: 401 });
  } finally {
    await registry.stop();
    rmSync(dataDir, { recursive: true });
  }
});

test('docs/qa.md names each fault of the registry and of the site', () => {
  const page = readFileSync(join(rootDir, 'docs/qa.md'), 'utf8');
  const site = readFileSync(join(rootDir, 'stage/support-plugin/faults.php'), 'utf8');
  const named = [...FAULTS, 'slow', ...[...site.matchAll(/case '([a-z-]+)'/g)].map(([, name = '']) => name)];
  expect(named.length).toBeGreaterThan(20);
  const isShown = (name: string) => new RegExp(`\`${name}[ \`]`).test(page);
  expect(named.filter((name) => !isShown(name))).toEqual([]);
});
