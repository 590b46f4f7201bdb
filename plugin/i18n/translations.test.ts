import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogueOf, compileForScripts, listLocales, readCatalogue, templateFile } from './catalogue.ts';
import { entriesOf, extractSentences, pluginDir } from './extract.ts';

const sentences = await extractSentences();
const placeholders = (text: string) => (text.match(/%(?:\d+\$)?[sd]/g) ?? []).sort();

test('the template names every sentence of the sources (else: npm run i18n -w plugin)', async () => {
  expect(catalogueOf(sentences, null)).toBe(await readFile(templateFile, 'utf8'));
});

test('a sentence names its files without lines, so that an edit elsewhere leaves the template as it is', () => {
  const places = sentences.flatMap(({ files }) => files);
  expect(places.filter((place) => !/^[\w./-]+\.(php|tsx?|json)$/.test(place))).toEqual([]);
});

test.each(await listLocales())(
  '%s: every sentence is translated, with the same placeholders',
  async (locale) => {
    const catalogue = await readCatalogue(locale);
    const known = new Map(
      entriesOf(catalogue).map((entry) => [`${entry.msgctxt ?? ''}|${entry.msgid}`, entry]),
    );
    for (const { text, context = '', plural } of sentences) {
      const entry = known.get(`${context}|${text}`);
      expect(entry?.msgstr.length, text).toBe(plural === undefined ? 1 : 2);
      for (const [index, said] of (entry?.msgstr ?? []).entries()) {
        expect(said, text).not.toBe('');
        // The singular may say "one" instead of its number.
        const isSingular = plural !== undefined && index === 0;
        const given = placeholders(plural !== undefined && index > 0 ? plural : text);
        if (isSingular) expect(given, text).toEqual(expect.arrayContaining(placeholders(said)));
        else expect(placeholders(said), text).toEqual(given);
      }
    }
    expect(known.size).toBe(sentences.length);
  },
);

test('scripts get context and text as wp.i18n looks them up', async () => {
  const catalogue = await readCatalogue('de_DE');
  const { locale_data } = JSON.parse(compileForScripts(catalogue, 'de_DE')) as {
    locale_data: { [domain: string]: { [key: string]: unknown } };
  };
  const messages = locale_data['artwork-registry-connector'];
  expect(messages?.['']).toMatchObject({ lang: 'de_DE', 'plural-forms': 'nplurals=2; plural=(n != 1);' });
  expect(messages?.['block title\u0004Art ID']).toEqual(['Art ID']);
});

test('German has one word for "not for sale", in the screens and on the owner’s page', async () => {
  const page = await readFile(join(pluginDir, '../docs/gallery-owner.de.md'), 'utf8');
  const said = entriesOf(await readCatalogue('de_DE')).flatMap(({ msgstr }) => msgstr);
  expect([page, ...said].filter((text) => text.includes('nicht zu verkaufen'))).toEqual([]);
  const forSale = entriesOf(await readCatalogue('de_DE')).filter(({ msgid }) => /not for sale/i.test(msgid));
  expect(forSale.length).toBeGreaterThan(5);
  for (const { msgid, msgstr } of forSale)
    expect(msgstr[0]?.toLowerCase(), msgid).toContain('nicht verkäuflich');
});
