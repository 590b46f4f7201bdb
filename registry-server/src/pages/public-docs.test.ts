// The commands and the script of docs/public-side.md, run as a reader would.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';

const run = promisify(execFile);
const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/public-side.md'), 'utf8');
const blocks = (language: string) =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

let registry: TestRegistry;
let folder: string;
let id: string;
let certificate: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-public-docs-'));
  registry = await startTestRegistry();
  const { api } = await registry.organization('galerie-docs');
  id = (await api('POST', '/artworks', { title: 'Sea', artist_name: 'Ana' })).body.registry_id;
  certificate = (await api('POST', `/artworks/${id}/certificates`, {})).body.id;
  await registry.app.listen({ port: 0 });
});
afterAll(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

it('each curl command is answered', async () => {
  const { port } = registry.app.server.address() as AddressInfo;
  const commands = blocks('sh')
    .join('\n')
    .replaceAll('https://registry.example', `http://127.0.0.1:${port}`)
    .replaceAll('AREG-100001', id)
    // From the first day of the clock of tests on.
    .replaceAll('2026-11-01', '2026-03-01')
    .replaceAll('curl ', 'curl --silent --show-error --fail ');
  const { stdout } = await run('bash', ['-euc', commands]);
  expect(stdout).toContain(`"registry_id":"${id}"`);
  expect(stdout).toContain('"@type":"VisualArtwork"');
  expect(stdout).toContain('rel="cite-as"');
  expect(stdout).toContain('<ListRecords>');
});

it('the script checks a certificate without the registry', async () => {
  const get = async (url: string) => (await registry.app.inject({ method: 'GET', url })).body;
  writeFileSync(join(folder, 'certificate.json'), await get(`/certificates/${certificate}.json`));
  writeFileSync(join(folder, 'keys.json'), await get('/.well-known/artwork-registry-keys.json'));
  const [script = ''] = blocks('js');
  writeFileSync(join(folder, 'check.mjs'), script);
  const check = async () => (await run(process.execPath, ['check.mjs'], { cwd: folder })).stdout;
  expect(await check()).toContain(`registry_id: '${id}'`);
  const changed = readFileSync(join(folder, 'certificate.json'), 'utf8').replace('Sea', 'Tea');
  writeFileSync(join(folder, 'certificate.json'), changed);
  expect(await check()).toContain('This file was changed.');
});
