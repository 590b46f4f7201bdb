// docs/operator.md against the program: what the page promises of `registry`, without running it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SETTINGS } from '../settings.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/operator.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block).join('');

it('sudo passes on every setting that the page exports, and each is one', () => {
  const exported = [...BLOCKS.matchAll(/^ *export (.+)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name),
  );
  const [, passed = ''] = /^settings=(\S+)$/m.exec(BLOCKS) ?? [];
  expect([...new Set(exported)].sort()).toEqual(passed.split(',').sort());
  const known: string[] = [...SETTINGS, 'REGISTRY_CONFIG'];
  expect(passed.split(',').filter((name) => !known.includes(name))).toEqual([]);
});
