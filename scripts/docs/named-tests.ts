// Tests that a page of docs/ names: `file` "title", several of them with semicolons between.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command-pages.ts';

export const namesTests = (text: string): boolean => /^(?:(?:^|; )`[^`]+` "[^"]+")+$/.test(text);

/** Of the tests that the text names, those of which no file has the title. */
export function missingTests(text: string): string[] {
  return [...text.matchAll(/`([^`]+)` "([^"]+)"/g)]
    .filter(
      ([, file = '', title = '']) =>
        !existsSync(join(root, file)) || !readFileSync(join(root, file), 'utf8').includes(title),
    )
    .map(([name]) => name);
}
