// docs/asked-elsewhere.md says what ours does of what users ask for elsewhere, so each line needs an issue to read and a test that shows it.
import { describe, expect, it } from 'vitest';
import { committed } from './command-pages.ts';
import { missingTests, namesTests } from './named-tests.ts';

const lines = [
  ...committed('docs/asked-elsewhere.md').matchAll(/^\| (?!Asked|---)(.+?) \| (.+?) \| (.+?) \| (.+?) \|$/gm),
].map(([, asked = '', where = '', here = '', shown = '']) => ({ asked, where, here, shown }));

describe('docs/asked-elsewhere.md', () => {
  it('has twenty lines, each with an issue of a public repository and one of three answers', () => {
    expect(lines).toHaveLength(20);
    expect(new Set(lines.map(({ asked }) => asked)).size).toBe(20);
    for (const { asked, where, here } of lines) {
      expect(where, asked).toMatch(/^[\w.-]+\/[\w.-]+#\d+(?:, [\w.-]+\/[\w.-]+#\d+)*$/);
      expect(here, asked).toMatch(/^(?:Yes|Partly|No)[.,: ]/);
    }
  });

  it('names the test that shows it, but for what is not here', () => {
    const unnamed = lines.filter(({ here, shown }) => !namesTests(shown) && !here.startsWith('No.'));
    expect(unnamed.map(({ asked }) => asked)).toEqual([]);
    expect(lines.flatMap(({ shown }) => missingTests(shown))).toEqual([]);
  });
});
