// The owner's page in English and in German: the same sections in the same order, the same pictures, every state, and the words of the screens.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { committed } from './command-pages.ts';
import { buildGuide } from './guide.ts';

const english = committed('docs/gallery-owner.md');
const german = committed('docs/gallery-owner.de.md');
const po = committed('plugin/languages/artwork-registry-connector-de_DE.po');
const quoted = (text: string) =>
  [...text.matchAll(/^"(.*)"$/gm)].map(([, part = '']) => part.replaceAll('\\"', '"')).join('');
const GERMAN = new Map(
  po.split('\n\n').flatMap((entry) => {
    const [, id = '', text = ''] = /^msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/m.exec(entry) ?? [];
    return id === '' ? [] : [[quoted(id), quoted(text)] as const];
  }),
);
const levels = (page: string) => [...page.matchAll(/^(#+) /gm)].map(([, marks]) => marks);
const pictures = (page: string) => [...page.matchAll(/\]\((screens\/[^)]+\.png)\)/g)].map(([, file]) => file);
const tableRows = (page: string) => page.match(/^\|/gm)?.length ?? 0;

it('both have the same sections and pictures', () => {
  expect(levels(german)).toEqual(levels(english));
  expect(pictures(german)).toEqual(pictures(english));
  // The German page names the four commands that matter most, and leads to the others.
  const withoutCommands = (page: string) => page.replaceAll(/^\| `wp .*\n/gm, '');
  expect(tableRows(withoutCommands(german))).toBe(tableRows(withoutCommands(english)));
});

it('both name every state as the screens do', () => {
  const source = committed('plugin/includes/View/State_Words.php');
  const states = [...source.matchAll(/=> __\( '([^']+)', 'artwork-registry-connector' \)/g)].map(
    ([, word = '']) => word,
  );
  expect(states.length).toBeGreaterThan(12);
  const cells = (page: string, heading: string) =>
    (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').match(/^\| [^|]+/gm)?.join('\n') ?? '';
  const [inEnglish, inGerman] = [
    cells(english, 'What the states mean'),
    cells(german, 'Was die Zustände bedeuten'),
  ];
  expect(states.filter((word) => !inEnglish.includes(word))).toEqual([]);
  expect(states.filter((word) => !inGerman.includes(GERMAN.get(word) ?? 'not translated'))).toEqual([]);
});

it('what is bold in English and a word of the screens stands in German as the screens say it', () => {
  const bold = [...english.replaceAll('\n', ' ').matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, text = '']) =>
    text.split(' → '),
  );
  const words = [...new Set(bold)].filter((word) => GERMAN.has(word));
  expect(words.length).toBeGreaterThan(40);
  const oneLine = german.replaceAll(/\s+/g, ' ');
  expect(words.filter((word) => !oneLine.includes(GERMAN.get(word) ?? ''))).toEqual([]);
});

it('the guide says in which language the page is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'editions-'));
  try {
    buildGuide(folder);
    expect(readFileSync(join(folder, 'gallery-owner.de.html'), 'utf8')).toContain(
      '<main id="content" lang="de"',
    );
    expect(readFileSync(join(folder, 'gallery-owner.html'), 'utf8')).toMatch(/<main id="content" tabindex/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
