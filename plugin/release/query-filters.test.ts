// A filter on `query` that a failed assertion leaves behind makes all PHP tests after it fail. So a test that filters statements runs in
// `with_query_filter` or `failing`, which take the filter away, and a filter that is a method of the test is removed in its tearDown.
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pluginDir } from '../i18n/extract.ts';

const HELPER = 'tests/Wordpress_Case.php';

function isLeftBehind(code: string): boolean {
  const filters = code.match(/add_filter\( 'query', .*/g) ?? [];
  return filters.some((filter) => !filter.includes('array( $this, ') || !code.includes('function tearDown('));
}

test('no PHP test leaves a filter on the statements behind', async () => {
  const leaving: string[] = [];
  for await (const file of glob('tests/**/*.php', { cwd: pluginDir }))
    if (isLeftBehind(await readFile(join(pluginDir, file), 'utf8'))) leaving.push(file);
  expect(leaving).toEqual([HELPER]);
});

test('a filter of statements is found that the end of the test does not remove', () => {
  expect(isLeftBehind("add_filter( 'query', $break );")).toBe(true);
  expect(isLeftBehind("add_filter( 'query', array( $this, 'refuse' ) );")).toBe(true);
  expect(
    isLeftBehind("add_filter( 'query', array( $this, 'refuse' ) ); protected function tearDown(): void {"),
  ).toBe(false);
});
