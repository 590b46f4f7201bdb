import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGES, rootDir } from './packages.ts';

type Manifest = { dependencies?: Record<string, string>; imports?: object };
const manifestOf = (workspace: string) =>
  JSON.parse(readFileSync(join(rootDir, workspace, 'package.json'), 'utf8')) as Manifest;

it('each package with the kit in it asks npm for the libraries of the kit, in the same versions', () => {
  const kit = manifestOf('packages/kit').dependencies;
  const withKit = PACKAGES.filter(({ workspace }) => manifestOf(workspace).imports !== undefined);
  expect(withKit.map(({ name }) => name)).toEqual(['server', 'daemon']);
  for (const { workspace } of withKit)
    expect(manifestOf(workspace).dependencies, workspace).toMatchObject(kit ?? {});
});
