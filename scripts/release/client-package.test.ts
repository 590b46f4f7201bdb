// The client, installed from its tarball: its types compile under strict rules, and its code runs.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackages, node, typeScriptIn } from './installed.ts';
import type { Installed } from './installed.ts';
import { rootDir } from './packages.ts';
import { deadLinks } from './pages.ts';

let installed: Installed;
beforeAll(() => {
  installed = installPackages(['contract', 'client']);
}, 180_000);
afterAll(() => installed.remove());

const PROGRAM = `import { createRegistryClient, RegistryError, receiveWebhook } from '@artwork-registry/client';
const registry = createRegistryClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'none', retries: 0 });
const error: unknown = await registry.artwork('AREG-1').catch((reason: unknown) => reason);
if (error instanceof RegistryError) console.log(error.code, typeof receiveWebhook);
const list = async () => {
  for await (const work of registry.artworks({ availability: 'sold' })) console.log(work.title);
};
void list;
`;

test('a program in TypeScript compiles against it and runs', () => {
  expect(typeScriptIn(installed.packages)).toEqual([]);
  writeFileSync(join(installed.folder, 'program.mts'), PROGRAM);
  expect(compile()).toBe('');
  expect(execFileSync(node, ['program.mjs'], { cwd: installed.folder, encoding: 'utf8' })).toBe(
    'network function\n',
  );
  writeFileSync(join(installed.folder, 'program.mts'), PROGRAM.replace("'sold'", "'gone'"));
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
