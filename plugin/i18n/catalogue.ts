// The catalogues of the plugin: the template (.pot), a .po per language, and what WordPress reads of it: .mo for PHP, one .json
// for all scripts.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mo, po, type GetTextTranslations } from 'gettext-parser';
import { DOMAIN, entriesOf, pluginDir, type Sentence } from './extract.ts';

export const languagesDir = join(pluginDir, 'languages');
export const templateFile = join(languagesDir, `${DOMAIN}.pot`);

/** Plural forms as gettext writes them; a language that is not here cannot be begun. */
const PLURALS: { [locale: string]: string } = {
  de_DE: 'nplurals=2; plural=(n != 1);',
};

/** `known`: translations so far; sentences that are gone leave it, new ones come in untranslated. */
export function catalogueOf(
  sentences: Sentence[],
  locale: string | null,
  known?: GetTextTranslations,
): string {
  const catalogue: GetTextTranslations = {
    charset: 'utf-8',
    headers: {
      'Project-Id-Version': 'Artwork Registry Connector',
      'MIME-Version': '1.0',
      'Content-Type': 'text/plain; charset=UTF-8',
      'Content-Transfer-Encoding': '8bit',
      'X-Domain': DOMAIN,
      ...(locale ? { Language: locale, 'Plural-Forms': PLURALS[locale] ?? '' } : {}),
    },
    translations: {},
  };
  for (const { text, plural, context = '', comments, files } of sentences) {
    const before = known?.translations[context]?.[text]?.msgstr;
    const empty = plural === undefined ? [''] : ['', ''];
    (catalogue.translations[context] ??= {})[text] = {
      msgid: text,
      ...(context ? { msgctxt: context } : {}),
      ...(plural === undefined ? {} : { msgid_plural: plural }),
      msgstr: before?.length === empty.length ? before : empty,
      comments: { reference: files.join('\n'), extracted: comments.join('\n') },
    };
  }
  return `${po.compile(catalogue, { sort: true, foldLength: 0 }).toString().trimEnd()}\n`;
}

export async function listLocales(): Promise<string[]> {
  return (await readdir(languagesDir))
    .filter((name) => name.endsWith('.po'))
    .map((name) => name.slice(DOMAIN.length + 1, -'.po'.length))
    .sort();
}

export const poFile = (locale: string) => join(languagesDir, `${DOMAIN}-${locale}.po`);

export async function readCatalogue(locale: string): Promise<GetTextTranslations> {
  return po.parse(await readFile(poFile(locale)));
}

export function compileForPhp(catalogue: GetTextTranslations): Buffer {
  return mo.compile(catalogue);
}

/** The shape that wp.i18n takes (Jed): context and text joined by the character U+0004. */
export function compileForScripts(catalogue: GetTextTranslations, locale: string): string {
  const messages: { [key: string]: unknown } = {
    '': { domain: DOMAIN, lang: locale, 'plural-forms': catalogue.headers['Plural-Forms'] ?? '' },
  };
  for (const { msgid, msgctxt, msgstr } of entriesOf(catalogue)) {
    if (msgstr.some((text) => text !== '')) messages[msgctxt ? `${msgctxt}\u0004${msgid}` : msgid] = msgstr;
  }
  return JSON.stringify({ domain: DOMAIN, locale_data: { [DOMAIN]: messages } });
}
