// The plugin judges works by a JSON Schema made from the contract: this holds the file against the contract, and the contract's own
// verdicts against the table that PHPUnit (Artwork_Check_Test) reads as well.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootDir } from '../stage/paths.ts';
import { ArtworkCreate, issuesOf } from '../packages/contract/index.ts';
import { generatedFiles } from './plugin-schema.ts';

interface Case {
  why: string;
  artwork: Record<string, unknown>;
  wrong: string[];
}

const cases = JSON.parse(readFileSync(join(rootDir, 'plugin/tests/artwork-cases.json'), 'utf8')) as Case[];

describe('the schema that the plugin ships', () => {
  it.each(Object.entries(generatedFiles()))(
    '%s is the one made from the contract as it is now (else: npm run schema -w plugin)',
    (name, text) => {
      expect(readFileSync(join(rootDir, name), 'utf8')).toBe(text);
    },
  );

  it.each(cases)('contract on $why', ({ artwork, wrong }) => {
    const read = ArtworkCreate.safeParse(artwork);
    const fields = read.success ? [] : issuesOf(read.error).map(({ path }) => path.split('.')[0]);
    expect([...new Set(fields)].sort()).toEqual(wrong);
  });
});
