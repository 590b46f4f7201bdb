// The main stories that docs/qa.md names are those that `npm test` runs: all that e2e/playwright.config.ts does not leave to the long run.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longStories } from '../../e2e/playwright.config.ts';
import { root } from './command-pages.ts';

it('docs/qa.md names the stories of every run', () => {
  const all = readdirSync(join(root, 'e2e/specs'), { recursive: true, encoding: 'utf8' });
  const stories = all.filter((name) => name.endsWith('.spec.ts'));
  expect(longStories.filter((name) => !stories.includes(name))).toEqual([]);
  const [, sentence = ''] =
    /\*\*main stories\*\*: ([^.]+)\./.exec(readFileSync(join(root, 'docs/qa.md'), 'utf8')) ?? [];
  const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, name = '']) => `${name}.spec.ts`);
  expect(named).toEqual(stories.filter((name) => !longStories.includes(name)).sort());
});
