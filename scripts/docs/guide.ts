// The guide: the pages of docs/ as a site of plain files, which a server or a file manager opens alike. The search runs in the browser,
// over an index that lies beside the pages.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';
import MiniSearch from 'minisearch';
import { languageOf, PAGES, READERS } from './readers.ts';

const root = join(import.meta.dirname, '../..');
const SEARCH = join(root, 'node_modules/minisearch/dist/umd/index.js');

type Section = { id: string; page: string; title: string; text: string };
export const SEARCH_OPTIONS = {
  fields: ['title', 'text'],
  storeFields: ['page', 'title'],
  searchOptions: { boost: { title: 3 }, prefix: true, fuzzy: 0.1 },
};

/** As GitHub makes them, so that a link works in both places. */
export const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** Writes the whole site into the folder. Throws for a link that leads nowhere in the repository. */
export function buildGuide(target: string): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const sections: Section[] = [];
  for (const [path, file] of PAGES) {
    // Lines for tests and tools, such as the mark of a program, are for no reader.
    const source = readFileSync(join(root, path), 'utf8').replaceAll(/^<!--.*-->\n/gm, '');
    const markdown = markdownFor(path, target);
    // The corner of a table is not a heading.
    const rendered = markdown.render(source).replaceAll('<th></th>', '<td></td>');
    const title = /^# (.+)$/m.exec(source)?.[1]?.replaceAll('`', '') ?? basename(path);
    writeFileSync(join(target, file), pageOf(title, file, rendered));
    sections.push(...sectionsOf(source, file, title));
  }
  writeFileSync(join(target, 'index.html'), pageOf('Guide', 'index.html', startOf()));
  const index = new MiniSearch<Section>(SEARCH_OPTIONS);
  index.addAll(sections);
  writeFileSync(
    join(target, 'search-index.js'),
    `globalThis.GUIDE = ${JSON.stringify({ index: JSON.stringify(index), options: SEARCH_OPTIONS })};\n`,
  );
  copyFileSync(SEARCH, join(target, 'minisearch.js'));
  for (const name of ['guide.css', 'guide.js'])
    copyFileSync(join(import.meta.dirname, name), join(target, name));
}

function markdownFor(path: string, target: string) {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  markdown.use(anchor, { slugify: slugOf, level: [2, 3, 4] });
  const turn = (name: string) => (tokens: Token[], index: number) => {
    const token = tokens[index];
    const address = token?.attrGet(name);
    if (token && typeof address === 'string') token.attrSet(name, placeOf(path, address, target));
  };
  const { link_open: linkRule, image: imageRule } = markdown.renderer.rules;
  markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
    turn('href')(tokens, index);
    return linkRule?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
  };
  markdown.renderer.rules.image = (tokens, index, options, env, self) => {
    turn('src')(tokens, index);
    tokens[index]?.attrSet('loading', 'lazy');
    return imageRule?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
  };
  // What is wide scrolls by itself, and can be reached by keyboard for that.
  const { fence, code_block: block } = markdown.renderer.rules;
  const reachable = (code: string | undefined) => (code ?? '').replace('<pre>', '<pre tabindex="0">');
  markdown.renderer.rules.fence = (...parts) => reachable(fence?.(...parts));
  markdown.renderer.rules.code_block = (...parts) => reachable(block?.(...parts));
  markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  return markdown;
}

/** Of a link as it stands in the repository: the page of the guide, or a copy of the file beside the pages. */
function placeOf(path: string, address: string, target: string): string {
  if (/^[a-z]+:/.test(address) || address.startsWith('#')) return address;
  const [place = '', fragment] = address.split('#');
  const to = posix.join(posix.dirname(path), decodeURI(place));
  const end = fragment === undefined ? '' : `#${fragment}`;
  const page = PAGES.get(to) ?? PAGES.get(posix.join(to, 'README.md'));
  if (page !== undefined) return page + end;
  if (!/\.(png|svg|json)$/.test(to))
    throw new Error(`${path} links to ${address}, which is not a page of the guide`);
  mkdirSync(join(target, dirname(to)), { recursive: true });
  copyFileSync(join(root, to), join(target, to));
  return to + end;
}

/** What a heading stands above, as words for the search. */
function sectionsOf(source: string, page: string, title: string): Section[] {
  return source.split(/^(?=#{1,4} )/m).flatMap((part, index) => {
    const heading = /^(#{1,4}) (.+)$/m.exec(part);
    if (!heading) return [];
    const [line = '', marks = '', text = ''] = heading;
    const plain = text.replaceAll(/[`*]/g, '');
    const isTitle = marks.length === 1;
    return {
      id: `${page}-${index}`,
      page: isTitle ? page : `${page}#${slugOf(plain)}`,
      title: isTitle ? title : `${title}: ${plain}`,
      text: part.slice(part.indexOf(line) + line.length).replaceAll(/[`*|[\]()#]/g, ' '),
    };
  });
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function titleOf(path: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? path;
  return title.replaceAll('`', '');
}

/** Menu and search stay English, so a page in another language says so on its content and its links. */
const languageMark = (file: string): string => {
  const language = languageOf(file);
  return language === 'en' ? '' : ` lang="${language}"`;
};

function listOf(current: string): string {
  return READERS.map(({ reader, pages }) => {
    const links = pages.map((path) => {
      const file = PAGES.get(path) ?? '';
      const mark = file === current ? ' aria-current="page"' : '';
      return `<li><a href="${file}"${languageMark(file)}${mark}>${escaped(titleOf(path))}</a></li>`;
    });
    return `<h2>${reader}</h2>\n<ul>${links.join('')}</ul>`;
  }).join('\n');
}

const startOf = () =>
  `<h1>Guide to the Artwork Registry</h1><p>Choose your role, or search all pages.</p>\n${listOf('index.html')}`;

function pageOf(title: string, file: string, body: string): string {
  const pages = file === 'index.html' ? '' : `<nav aria-label="Pages of the guide">${listOf(file)}</nav>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} – Artwork Registry guide</title>
<link rel="stylesheet" href="guide.css">
<script src="minisearch.js" defer></script>
<script src="search-index.js" defer></script>
<script src="guide.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="home" href="index.html">Artwork Registry guide</a>
<form role="search" id="search"><label for="words">Search</label><input id="words" type="search" autocomplete="off"></form></header>
<section id="found" aria-label="Found" aria-live="polite" hidden></section>
<div class="columns">
<main id="content"${languageMark(file)} tabindex="-1">${body}</main>
${pages}</div>
</body>
</html>
`;
}
