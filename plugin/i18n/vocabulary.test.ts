// The one vocabulary of screens, owner documents, routes, options and events: which words they do not use, and what they say instead.
import { glob, readFile } from 'node:fs/promises';
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
  [/(?<!-)\bworks?\b/gi, 'artwork'],
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
  '"wp artwork-registry works" lists them',
  '`works`',
  '`wp artwork-registry works --state=attention`',
  'Two sync services work for this site',
  'Names and slugs of categories both work',
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

/** Parts of names that the plugin gives itself. */
const oldNames = /publish|exclud|farewell|look.?alike|brake|sweep|trouble|news/;

/** Names of others: the sync service's protocol (docs/site-protocol.md), WordPress and WooCommerce. */
const namesOfOthers = [
  /^(sweeping|excluded|published|published_waiting)$/,
  /^(publish|publish_posts?|edit_published_posts?|published_posts|exclude-from-(search|catalog))$/,
  /^(duplicate_post_excludelist_filter|woocommerce_duplicate_product_exclude_meta|exclude_from_search)$/,
];

test('no route, option, event or table entry of the plugin has an old name', async () => {
  const names: string[] = [];
  for await (const file of glob('includes/**/*.php', { cwd: pluginDir })) {
    const code = await readFile(join(pluginDir, file), 'utf8');
    for (const [, name] of code.matchAll(/'([a-z][a-z0-9_./-]*)'/g)) names.push(name);
  }
  expect(names.length).toBeGreaterThan(1000);
  const old = names.filter((name) => oldNames.test(name) && !namesOfOthers.some((of) => of.test(name)));
  expect([...new Set(old)]).toEqual([]);
});

test('a word of the column is found, in any form', () => {
  expect(found('Published prints; It is a draft. Publish it on the site first.')).toHaveLength(1);
  expect(found('The artwork is registered.')).toEqual([]);
});
