// The oldest Node is one number, wherever it is said.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OLDEST_NODE, refusalOfNode } from './node-version.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test.each(['22.19.0', '22.20.1', '23.0.0', '24.12.0', '30.1.0'])('Node %s runs the sync service', (version) =>
  expect(refusalOfNode(version)).toBeNull(),
);

test.each(['22.18.0', '22.12.0', '20.19.6', '18.0.0'])('Node %s is refused in one sentence', (version) => {
  expect(refusalOfNode(version)).toBe(
    `The sync service needs Node 22.19.0 or later, and this is Node ${version}: install a newer Node.`,
  );
});

test('no library of the service asks for a later one', () => {
  const { dependencies } = JSON.parse(read('daemon/package.json')) as { dependencies: object };
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith('@artwork-registry/')) continue;
    const { engines } = JSON.parse(read(`node_modules/${name}/package.json`)) as {
      engines?: { node?: string };
    };
    const needed = />=\s*(\d+)(?:\.(\d+))?/g;
    const oldest = [...(engines?.node ?? '').matchAll(needed)].map(
      ([, major, minor = '0']) => `${major}.${minor}.0`,
    );
    const isMet = oldest.length === 0 || oldest.some((version) => isAtMost(version, OLDEST_NODE));
    expect(isMet, `${name} needs Node ${engines?.node}`).toBe(true);
  }
});

test('the documents, the wizard and the package name the same version', () => {
  const short = OLDEST_NODE.replace(/\.0$/, '');
  expect(read('docs/daemon.md')).toContain(`Node ${short} or later`);
  expect(read('plugin/src/connect/OwnService.tsx')).toContain(`Node.js ${short} or newer`);
  for (const file of ['docs/daemon.md', 'plugin/src/connect/OwnService.tsx', 'scripts/release/tarball.ts'])
    expect(read(file), file).not.toMatch(/(Node|>=) ?(22\.12|22 )/);
});

function isAtMost(version: string, other: string): boolean {
  const [one, two] = [version, other].map((text) => text.split('.').map(Number));
  return one![0]! < two![0]! || (one![0] === two![0] && one![1]! <= two![1]!);
}
