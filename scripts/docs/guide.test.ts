// The guide as a reader gets it: every page offered, every link and anchor alive, every word found.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildGuide, SEARCH_OPTIONS } from './guide.ts';
import { PAGES } from './readers.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guide-'));
  buildGuide(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const files = () => readdirSync(folder).filter((name) => name.endsWith('.html'));

it('every page of docs/ is offered to somebody', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  expect(pages.filter((name) => !PAGES.has(`docs/${name}`))).toEqual([]);
  for (const file of PAGES.values()) expect(read('index.html')).toContain(`href="${file}"`);
});

it('every link leads to a file, and every anchor to a heading', () => {
  const dead: string[] = [];
  for (const file of files())
    for (const [, address = ''] of read(file).matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(address)) continue;
      const [place = '', fragment] = address.split('#');
      const target = place === '' ? file : place;
      const isThere = existsSync(join(folder, target));
      if (!isThere || (fragment && !read(target).includes(`id="${decodeURIComponent(fragment)}"`)))
        dead.push(`${file}: ${address}`);
    }
  expect(dead).toEqual([]);
});

it('every picture in docs/screens is on a page for readers; the others are made when they are needed', () => {
  const shown = files()
    .filter((file) => !file.endsWith('screens/README.html'))
    .map(read)
    .join('');
  const pictures = readdirSync(join(root, 'docs/screens')).filter((name) => name.endsWith('.png'));
  expect(pictures.length).toBeGreaterThan(20);
  expect(pictures.filter((name) => !shown.includes(`/${name}"`))).toEqual([]);
});

it('the search finds a setting, a command and a word of the owner, with the section first that is about it', () => {
  const script = read('search-index.js');
  const { index } = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)) as {
    index: string;
  };
  const search = MiniSearch.loadJSON(index, SEARCH_OPTIONS);
  const first = (words: string) => String(search.search(words)[0]?.['page']);
  expect(first('personal data')).toBe('operator.html#personal-data');
  expect(first('HTTPS_PROXY')).toMatch(/^(operator|daemon)\.html#/);
  expect(first('coming soon')).toContain('.html');
});

it('no page shows a comment of its source', () => {
  for (const file of files()) expect(read(file), file).not.toContain('&lt;!--');
});

it('no page has a script, a style or an address of its own inside, which the server’s rules would stop', () => {
  for (const file of files()) {
    expect(read(file)).not.toMatch(/<style|style="|<script(?! src=)|onclick=/);
    expect(read(file)).not.toMatch(/src="https?:/);
  }
});
