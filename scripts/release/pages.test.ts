// The README of each package as it is packed: every link leads to a file of the package.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PACKAGES } from './packages.ts';
import { deadLinks, writePages } from './pages.ts';

let folder: string;
const withReadme = PACKAGES.filter(({ readme }) => readme !== undefined);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  for (const pack of withReadme) writePages(pack, join(folder, pack.name));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (file: string) => readFileSync(join(folder, file), 'utf8');

it('every link of a README and of the pages beside it leads to a file and a heading in the package', () => {
  expect(withReadme.map(({ name }) => name)).toEqual(['server', 'daemon', 'client']);
  const dead = withReadme.flatMap(({ name, pages = [] }) =>
    deadLinks(
      join(folder, name),
      ['README.md', ...pages.map((path) => path.replace(/^.*\//, 'docs/'))],
    ).map((link) => `${name}/${link}`),
  );
  expect(dead).toEqual([]);
});

it('what goes with the package is linked, and what does not is plain text', () => {
  expect(read('server/README.md')).toContain('[the reference](guide/commands-server.html)');
  expect(read('server/README.md')).toContain('](guide/docs/screens/operator-1280.png)');
  expect(read('daemon/README.md')).toContain('[the reference](docs/commands-service.md)');
  expect(read('daemon/docs/commands-service.md')).toContain('[daemon.md](../README.md#commands)');
  expect(read('daemon/docs/host.md')).toContain('(gallery-owner.md)');
  expect(read('daemon/docs/host.md')).not.toContain('](gallery-owner.md)');
});
