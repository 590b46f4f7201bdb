// Every sentence of the plugin that can be translated, from PHP, TypeScript, block.json and the plugin's header.
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GetTextTranslation, GetTextTranslations } from 'gettext-parser';
import { po } from 'gettext-parser';
import { GettextExtractor, JsExtractors } from 'gettext-extractor';
import { WP_Pot } from 'wp-pot';

export const DOMAIN = 'artwork-registry-connector';
export const pluginDir = join(import.meta.dirname, '..');

export interface Sentence {
  text: string;
  plural?: string | undefined;
  context?: string | undefined;
  /** What translators should know. */
  comments: string[];
  /** Files that say it, without lines: those change with every edit. */
  files: string[];
}

/** Sorted by text; one entry for each text in each context. */
export async function extractSentences(): Promise<Sentence[]> {
  const all = [...ofPhp(), ...ofTypeScript(), ...(await ofBlocks()), ...(await ofHeader())];
  const known = new Map<string, Sentence>();
  for (const sentence of all) {
    const key = `${sentence.context ?? ''}\u0004${sentence.text}`;
    const before = known.get(key);
    if (!before) known.set(key, sentence);
    else {
      before.plural ??= sentence.plural;
      before.comments = [...new Set([...before.comments, ...sentence.comments])];
      before.files = [...new Set([...before.files, ...sentence.files])].sort();
    }
  }
  return [...known.values()].sort((a, b) => compare(a.text, b.text) || compare(a.context, b.context));
}

const compare = (a = '', b = '') => (a < b ? -1 : Number(a > b));

function ofPhp(): Sentence[] {
  const pot = new WP_Pot({ php: { textdomain: DOMAIN }, pathsRelativeTo: pluginDir })
    .parse([join(pluginDir, '*.php'), join(pluginDir, 'includes/**/*.php')])
    .generatePot();
  return entriesOf(po.parse(pot)).map((entry) => ({
    text: entry.msgid,
    plural: entry.msgid_plural,
    context: entry.msgctxt,
    comments: entry.comments?.extracted ? entry.comments.extracted.split('\n') : [],
    files: (entry.comments?.reference ?? '')
      .split(/[,\s]+/)
      .map(fileOf)
      .filter(Boolean),
  }));
}

function ofTypeScript(): Sentence[] {
  const extractor = new GettextExtractor();
  const call = (name: string, args: { text: number; textPlural?: number; context?: number }) =>
    JsExtractors.callExpression(name, {
      arguments: args,
      comments: { otherLineLeading: true, sameLineLeading: true, regex: /translators:\s*(.*?)\s*$/ },
    });
  extractor
    .createJsParser([
      call('__', { text: 0 }),
      call('_n', { text: 0, textPlural: 1 }),
      call('_x', { text: 0, context: 1 }),
      call('_nx', { text: 0, textPlural: 1, context: 3 }),
    ])
    .parseFilesGlob(join(pluginDir, 'src/**/*.@(ts|tsx)'));
  return extractor.getMessages().map(({ text, textPlural, context, comments, references }) => ({
    text: text ?? '',
    plural: textPlural ?? undefined,
    context: context ?? undefined,
    comments: comments.map((comment) => `translators: ${comment}`),
    files: [...new Set(references.map(fileOf))].sort(),
  }));
}

/** WordPress translates these by itself, each in a context of its own. */
async function ofBlocks(): Promise<Sentence[]> {
  const files = (await Array.fromAsync(glob('src/blocks/*/block.json', { cwd: pluginDir }))).sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const block = JSON.parse(await readFile(join(pluginDir, file), 'utf8')) as {
        title: string;
        description: string;
        keywords: string[];
      };
      const say = (text: string, context: string) => ({ text, context, comments: [], files: [file] });
      return [
        say(block.title, 'block title'),
        say(block.description, 'block description'),
        ...block.keywords.map((word) => say(word, 'block keyword')),
      ];
    }),
  );
  return found.flat();
}

async function ofHeader(): Promise<Sentence[]> {
  const file = `${DOMAIN}.php`;
  const header = await readFile(join(pluginDir, file), 'utf8');
  return ['Plugin Name', 'Description'].flatMap((field) => {
    const text = new RegExp(`\\* ${field}:\\s*(.+)`).exec(header)?.[1]?.trim();
    return text ? [{ text, comments: [`${field} of the plugin`], files: [file] }] : [];
  });
}

const fileOf = (reference: string) =>
  reference
    .replace(/:\d+$/, '')
    .replace(`${pluginDir}/`, '')
    .replace(/^.*?(src\/|includes\/)/, '$1');

/** All entries but the header. */
export function entriesOf(parsed: GetTextTranslations): GetTextTranslation[] {
  return Object.values(parsed.translations)
    .flatMap((context) => Object.values(context))
    .filter((entry) => entry.msgid !== '');
}
