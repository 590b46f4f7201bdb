// Words and patterns that make English hard to read, in comments, test titles, screens and documents: no file may have more of them than
// english-baseline.json allows. The baseline only shrinks: where a file has fewer, its number there goes down with the same commit.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const BASELINE = join(import.meta.dirname, 'english-baseline.json');

/** The pattern, and what to write instead. */
const NOT: [RegExp, string][] = [
  [/\bnobody\b/gi, 'name the subject'],
  [/\bwhoever\b/gi, 'name the subject'],
  [/\banew\b/gi, 'again'],
  [
    /(?<!\bthere )\b(is|are|was|were) no (?!longer|more|one\b|match\b|doubt\b|need\b|other\b)[a-z]+/gi,
    'is not a',
  ],
  [/\blook-?alikes?\b/gi, 'possible duplicates'],
  [/\bnever not\b/gi, 'always'],
  [/\bof before\b/gi, 'earlier'],
  [/\b(goes|go|went) on\b(?! hold)/gi, 'continue'],
  [/\b(go|goes|went|gone) astray\b/gi, 'is lost'],
  [/\b(bring|brings|brought) along\b/gi, 'contains, comes with'],
  [/\bbecom(e|es|ing) of (it|them|the|its)\b/gi, 'happens to'],
];

/** Hand-written text: code, documents and configuration, without generated files, fixtures and what others wrote. */
const FILES = ['*.ts', '*.tsx', '*.mjs', '*.php', '*.md', '*.sql', '*.css', '*.yml'];
const NOT_OURS = /api\.generated\.ts$|^docs\/commands-|^plugin\/languages\/|^scripts\/docs\/english/;

function countByFile(): Record<string, number> {
  const files = execFileSync('git', ['ls-files', '--', ...FILES], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => !NOT_OURS.test(file));
  const counts = files.map((file) => [file, hitsIn(readFileSync(join(root, file), 'utf8')).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function hitsIn(text: string): string[] {
  return NOT.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(([hit]) => `${hit.replaceAll('\n', ' ')} (write: ${instead})`),
  );
}

test('no file has more hard words than its number in the baseline, and none has fewer', () => {
  const allowed = JSON.parse(readFileSync(BASELINE, 'utf8')) as Record<string, number>;
  const counted = countByFile();
  const names = [...new Set([...Object.keys(allowed), ...Object.keys(counted)])].sort();
  const wrong = names
    .map((name) => ({ name, now: counted[name] ?? 0, allowed: allowed[name] ?? 0 }))
    .filter(({ now, allowed }) => now !== allowed)
    .map(({ name, now, allowed }) =>
      now < allowed
        ? `${name} has ${now} now: write that into english-baseline.json instead of ${allowed}`
        : `${name} has ${now}, ${allowed} are allowed: ${hitsIn(readFileSync(join(root, name), 'utf8')).join(', ')}`,
    );
  expect(wrong).toEqual([]);
});

test.each([
  ['Nobody may see it.', 1],
  ['A draft is no artwork.', 1],
  ['It is no longer there, and there is no one else.', 0],
  ['The work goes on, and is read anew by whoever asks.', 3],
])('%j has %i of them', (text, count) => expect(hitsIn(text)).toHaveLength(count));
