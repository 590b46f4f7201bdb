// "To change …, open …" in docs/architecture.md leads to what is there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const SHORT: Record<string, string> = {
  'server/': 'registry-server/src/',
  'daemon/': 'daemon/src/',
  'php/': 'plugin/includes/',
};

const table = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  .split('## To change …, open …')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| to change') && !line.startsWith('| ---'));

function placesOf(row: string): string[] {
  const names = [...row.split(' | ')[1]!.matchAll(/`([\w./-]+\/[\w./-]*|[\w.-]+\.md)`/g)].map(
    ([, name]) => name!,
  );
  return names.map((name) => {
    const short = Object.keys(SHORT).find((prefix) => name.startsWith(prefix));
    return short === undefined ? name : SHORT[short] + name.slice(short.length);
  });
}

test('the table has a row for each feature that spans layers', () => {
  expect(table.length).toBeGreaterThanOrEqual(30);
});

test.each(table.map((row) => [row.split(' | ')[0]!.slice(2), placesOf(row)] as const))(
  'every file that is named for %s is there',
  (_, places) => {
    expect(places.length).toBeGreaterThan(0);
    expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
  },
);
