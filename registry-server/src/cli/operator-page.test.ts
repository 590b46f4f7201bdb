// The operator's pages against the program: what they promise of `registry`, without running it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SETTINGS } from '../settings.ts';

const PAGES = ['operator', 'postgresql'].map((name) =>
  readFileSync(join(import.meta.dirname, `../../../docs/${name}.md`), 'utf8'),
);
const BLOCKS = [...PAGES.join('\n').matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)]
  .map(([, block = '']) => block)
  .join('');

it('sudo passes on every setting that the pages export, and each is one', () => {
  const exported = [...BLOCKS.matchAll(/^ *export (.+)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name),
  );
  const [, passed = ''] = /^settings=(\S+)$/m.exec(BLOCKS) ?? [];
  expect([...new Set(exported)].sort()).toEqual(passed.split(',').sort());
  const known: string[] = [...SETTINGS, 'REGISTRY_CONFIG'];
  expect(passed.split(',').filter((name) => !known.includes(name))).toEqual([]);
});
