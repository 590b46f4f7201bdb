// The client, installed from its tarball: its types compile under strict rules, and its code registers a work.
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestRegistry } from '../../registry-server/tests/support/test-registry.ts';
import { cleanEnvironment, installPackages, node, typeScriptIn } from './installed.ts';
import type { Installed } from './installed.ts';
import { rootDir } from './packages.ts';
import { deadLinks } from './pages.ts';

let installed: Installed;
beforeAll(() => {
  installed = installPackages(['contract', 'client']);
}, 180_000);
afterAll(() => installed.remove());

const PROGRAM = `import { createRegistryClient, RegistryError } from '@artwork-registry/client';
const registry = createRegistryClient({ baseUrl: process.env['REGISTRY_URL']!, apiKey: process.env['REGISTRY_KEY']! });
const { registry_id } = await registry.publish({ title: 'Blue Hour', artist_name: 'Iris Quill' }, 'inventory-77');
const again = await registry.publish({ title: 'Blue Hour', artist_name: 'Iris Quill' }, 'inventory-77');
await registry.update(registry_id, { availability: 'sold' });
for await (const work of registry.artworks({ availability: 'sold' }))
  console.log(work.title, work.registry_id === registry_id && again.registry_id === registry_id);
const error: unknown = await registry.artwork('AREG-1').catch((reason: unknown) => reason);
if (error instanceof RegistryError) console.log(error.code);
`;

test('a program in TypeScript compiles against it and registers a work once', async () => {
  expect(typeScriptIn(installed.packages)).toEqual([]);
  writeFileSync(join(installed.folder, 'program.mts'), PROGRAM);
  expect(compile()).toBe('');
  const registry = await startTestRegistry();
  try {
    const { apiKey } = await registry.organization('quill');
    await registry.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = registry.app.server.address() as AddressInfo;
    const { stdout } = await promisify(execFile)(node, ['program.mjs'], {
      cwd: installed.folder,
      env: cleanEnvironment({ REGISTRY_URL: `http://127.0.0.1:${port}/api/v1`, REGISTRY_KEY: apiKey }),
    });
    expect(stdout).toBe('Blue Hour true\nartwork_not_found\n');
  } finally {
    await registry.close();
  }
}, 60_000);

test('a value that the registry does not know is a mistake of types', () => {
  writeFileSync(join(installed.folder, 'program.mts'), PROGRAM.replace("{ availability: 'sold' })", "{ availability: 'gone' })"));
  expect(compile()).toContain("'\"gone\"' is not assignable");
}, 60_000);

/** What the compiler complains about. */
function compile(): string {
  const types = ['--typeRoots', join(rootDir, 'node_modules/@types'), '--types', 'node'];
  const rules = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2024', '--module', 'nodenext'];
  try {
    return execFileSync(join(rootDir, 'node_modules/.bin/tsc'), ['program.mts', ...rules, ...types], {
      cwd: installed.folder,
      encoding: 'utf8',
    });
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

test('every link of its README leads to a page in it', () => {
  expect(deadLinks(join(installed.packages, 'client'), ['README.md'])).toEqual([]);
});
