// The vocabulary of screens and owner documents (style.md, "One vocabulary"): words that the registry's side of things never uses there.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pluginDir, extractSentences } from './extract.ts';

/** The word, and what to say instead. */
const not: [RegExp, string][] = [
  [/\b(un)?publish\w*/gi, 'register, registered, stop updating'],
  [/\bexclud\w*/gi, 'stop updating, not registered'],
  [/\b(not|stop) shar\w*/gi, 'not registered, stop updating'],
  [/\bsync now\b/gi, 'update registry entries'],
  [/\bnot eligible\b/gi, 'can’t be registered'],
  [/\blook before you\b/gi, 'review before registering'],
  [/\blook-?alikes?\b/gi, 'possible duplicates'],
  [/\bbrake\b/gi, 'removal on hold'],
  [/\btroubles?\b/gi, 'problem'],
  [/\bnews\b/gi, 'updates from the registry'],
  [/\bkinds? of (post|work)s?\b/gi, 'post type'],
  [/\bfarewell\b/gi, 'removal, offboarding'],
  [/\b(sweep|audit)(s|ing)?\b/gi, 'full check, background check'],
  [/\bshall\b/gi, 'should'],
  [/\bmend(s|ed|ing)?\b/gi, 'fix'],
];

/** Where WordPress's own publishing is meant, and names of commands. */
const allowed = [
  'It is a draft. Publish it on the site first.',
  'There is no public artwork on your site yet. Publish one on your site, then check here again.',
  'Anyone who may publish this post on the site may register it.',
  'what you add or publish on this site',
  'those you add or publish on',
  'needs the right to publish the post',
  '`wp artwork-registry audit`',
];

function found(text: string): string[] {
  const rest = allowed.reduce((left, phrase) => left.replaceAll(phrase, ''), text);
  return not.flatMap(([word, instead]) =>
    [...rest.matchAll(word)].map(([hit]) => `${hit} (say: ${instead})`),
  );
}

test('no sentence of a screen, an email or a command uses a word of the "Not" column', async () => {
  const texts = (await extractSentences()).flatMap(({ text, plural }) => [text, ...(plural ? [plural] : [])]);
  expect(texts.flatMap((text) => found(text).map((hit) => `${hit}: ${text}`))).toEqual([]);
});

test.each(['readme.txt', '../docs/gallery-owner.md', '../docs/mapping.md'])(
  '%s uses none of them',
  async (file) => {
    const lines = (await readFile(join(pluginDir, file), 'utf8')).split('\n');
    expect(lines.flatMap((line, index) => found(line).map((hit) => `${index + 1}: ${hit}`))).toEqual([]);
  },
);

test('a word of the column is found, in any form', () => {
  expect(found('Published works; It is a draft. Publish it on the site first.')).toHaveLength(1);
  expect(found('The artwork is registered.')).toEqual([]);
});
