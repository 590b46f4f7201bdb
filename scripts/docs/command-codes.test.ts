// The codes that programs meet in errors of the server's commands and of wp-admin's routes: each is in its page, and none that nobody says.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { committed, root } from './command-pages.ts';

const sourcesOf = (...patterns: string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, code = '']) => code);
const sorted = (codes: string[]) => [...new Set(codes)].sort();

/** In the first cells of the tables below a heading. */
function tableBelow(page: string, heading: string): string[] {
  const [, part = ''] = committed(page).split(new RegExp(`\\n##+ ${heading}\\n`));
  const own = part.split(/\n##+ /)[0] ?? '';
  return found(own, /^\| ([^|]+) \|/gm).flatMap((cell) => found(cell, /`([a-z_]+)`/g));
}

it('of the commands of the server', () => {
  const source = sourcesOf('registry-server/src/**/*.ts', 'packages/kit/src/**/*.ts');
  const said = [
    ...found(
      source,
      /(?:CliError|ActionRefused|RestoreRefused|MoveRefused|DatabaseRefused)\(\s*'([a-z_]+)'/g,
    ),
    ...found(source, /schema\.version === 0 \? '([a-z_]+)'/g),
    ...found(source, /schema\.version === 0 \? '[a-z_]+' : '([a-z_]+)'/g),
    ...found(source, /NameTaken\('([a-z]+)'/g).map((what) => `${what}_taken`),
    ...found(source, /\brefused\(\s*'([a-z_]+)'/g),
    ...found(source, /\bsuper\('([a-z]+)', message\)/g),
    ...found(committed('packages/kit/src/command-line.ts'), /code: '([a-z_]+)', message/g),
  ];
  const told = [
    ...tableBelow('docs/operator.md', 'Error codes of the commands'),
    ...tableBelow('docs/postgresql.md', 'Messages about the database'),
  ];
  expect(sorted(said).length).toBeGreaterThan(60);
  expect(sorted(told)).toEqual(sorted(said));
});

it('of the commands of the sync service', () => {
  const source = sourcesOf('daemon/src/**/*.ts', 'packages/kit/src/**/*.ts');
  const said = [
    ...found(source, /CliError\(\s*'([a-z_]+)'/g),
    ...found(source, /\bsuper\('([a-z]+)', message\)/g),
    ...found(committed('packages/kit/src/command-line.ts'), /code: '([a-z_]+)', message/g),
  ];
  expect(sorted(said).length).toBeGreaterThan(8);
  expect(sorted(tableBelow('docs/daemon.md', 'Error codes of the commands'))).toEqual(sorted(said));
});

it('of wp-admin’s routes', () => {
  const source = sourcesOf('plugin/includes/{Rest,Source,View}/**/*.php');
  const said = found(source, /new WP_Error\(\s*'([a-z_]+)'\s*,/g);
  expect(said.length).toBeGreaterThan(12);
  expect(sorted(tableBelow('docs/hooks.md', "Codes of wp-admin's routes"))).toEqual(sorted(said));
});

it('of the abilities', () => {
  const source = sourcesOf('plugin/includes/{Abilities,View}/**/*.php');
  const said = found(source, /new WP_Error\(\s*'([a-z_]+)'\s*,/g);
  expect(said.length).toBeGreaterThan(6);
  expect(sorted(tableBelow('docs/abilities.md', 'Errors'))).toEqual(sorted(said));
});

it('of connecting, in the words of the screen', () => {
  const texts = found(committed('plugin/includes/View/Connect_Texts.php'), /^\t\t\t'([a-z_]+)'\s+=>/gm);
  const [, sentence = ''] =
    /While connecting, the code is ([^]+?)\. Their texts/.exec(committed('docs/hooks.md')) ?? [];
  const told = found(sentence, /`([a-z_]+)`/g).filter((code) => code !== 'artwork_registry_');
  expect(texts.length).toBeGreaterThan(12);
  expect(sorted(told)).toEqual(sorted(texts));
});
