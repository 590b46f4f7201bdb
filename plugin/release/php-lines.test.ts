// Holds the lines of PHP at 160 characters, as ESLint and Prettier hold those of TypeScript. A sentence for translators and a literal
// that fills its line stay whole: gettext reads one literal only, and a text cut in two cannot be searched for.
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pluginDir } from '../i18n/extract.ts';

const MAX = 160;

const sentence = /(_[_nx]x?\( )'(?:[^'\\]|\\.)*'(?:, '(?:[^'\\]|\\.)*'(?=, \$))?/g;
const literalAlone =
  /^\s*(\. |return |\$\w+\s+= |private const \w+\s+= |'[^']*'\s+=> )?('[^']*'|"[^"]*")[,;]?$/;

function isTooLong(line: string): boolean {
  return line.replace(sentence, '$1').length > MAX && !literalAlone.test(line);
}

test('no line of PHP is longer than 160 characters', async () => {
  const long: string[] = [];
  for await (const file of glob('{*.php,{bench,includes,tests,tools}/**/*.php}', { cwd: pluginDir })) {
    if (file.includes('/vendor/')) continue;
    const lines = (await readFile(join(pluginDir, file), 'utf8')).split('\n');
    long.push(...lines.flatMap((line, index) => (isTooLong(line) ? [`${file}:${index + 1}`] : [])));
  }
  expect(long).toEqual([]);
});

test('only a sentence or a literal alone may be longer', () => {
  const text = 'x'.repeat(MAX);
  expect(isTooLong(`\t$a = __( '${text}', 'artwork-registry-connector' );`)).toBe(false);
  expect(isTooLong(`\t'${text}',`)).toBe(false);
  expect(isTooLong(`\t$a = f( '${text}' );`)).toBe(true);
  expect(isTooLong(`\t// ${text}`)).toBe(true);
});
