// docs/development.md names every environment variable that tests, benches and tools read, and none that nobody reads.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { committed, root } from './command-pages.ts';

const SOURCES = [
  '*.{ts,mjs,js}',
  'scripts/**/*.{ts,mjs}',
  'e2e/*.ts',
  'stage/**/*.{ts,php}',
  'e2e/{support,specs}/**/*.ts',
  '{registry-server,daemon,client,plugin}/{tests,bench,scripts,tools}/**/*.{ts,mjs,php}',
  '{registry-server,daemon,client,plugin}/**/*.test.ts',
  'plugin/release/real-*.ts',
];

/** Of the system and of npm, and the settings that a test gives to the program under test. */
const NOT_OURS = ['PATH', 'HOME', 'npm_execpath', 'PHP', 'REGISTRY_DATA_DIR', 'REGISTRY_URL', 'REGISTRY_KEY'];

it('every variable is in the table, and nothing else', () => {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter(
    (file) => !/node_modules|vendor/.test(file),
  );
  const read = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    // A name may stand in a constant of the file.
    const named = [...text.matchAll(/process\.env\[([A-Z]+)\]/g)].map(
      ([, constant]) => new RegExp(`const ${constant} = '(\\w+)'`).exec(text)?.[1] ?? '',
    );
    const direct = text.matchAll(/process\.env(?:\.|\[')(\w+)|getenv\( '(\w+)'/g);
    return [...named, ...[...direct].map(([, node, php]) => node ?? php ?? '')];
  });
  const ours = [...new Set(read)].filter((name) => name !== '' && !NOT_OURS.includes(name));
  expect(ours.length).toBeGreaterThan(15);
  const [, section = ''] = committed('docs/development.md').split('\n## Environment variables\n');
  const rows = (section.split('\n## ')[0] ?? '').matchAll(/^\| (`[^|]+`) \|/gm);
  const named = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual(ours.sort());
});
