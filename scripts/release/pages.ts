// The pages inside a package: README.md, further pages in docs/, and the guide. A link to a page or picture that goes with the package leads
// there; any other link inside the repository becomes plain text, because nothing lies at its end once the package is installed.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { buildGuide, slugOf } from '../docs/guide.ts';
import { PAGES } from '../docs/readers.ts';
import { rootDir } from './packages.ts';
import type { Package } from './packages.ts';

type Packed = Pick<Package, 'readme' | 'pages' | 'hasGuide'>;
const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;
/** Where an example of Markdown stands, no link is meant. */
const CODE = /(^```[\s\S]*?^```|`[^`\n]+`)/m;

/** Writes licence, README, pages and guide of the package into the folder. */
export function writePages(pack: Packed, target: string): void {
  mkdirSync(target, { recursive: true });
  copyFileSync(join(rootDir, 'LICENSE'), join(target, 'LICENSE'));
  if (pack.hasGuide) buildGuide(join(target, 'guide'));
  const placeOf = placesIn(pack, target);
  for (const path of [pack.readme, ...(pack.pages ?? [])]) {
    const place = path === undefined ? undefined : placeOf(path);
    if (path === undefined || place === undefined) continue;
    mkdirSync(dirname(join(target, place)), { recursive: true });
    writeFileSync(join(target, place), withLinks(path, place, placeOf));
  }
}

type PlaceOf = (path: string) => string | undefined;

/** Where a file of the repository lies in the package. */
function placesIn({ readme, pages = [], hasGuide }: Packed, target: string): PlaceOf {
  return (path) => {
    if (path === readme) return 'README.md';
    if (pages.includes(path)) return posix.join('docs', posix.basename(path));
    if (!hasGuide) return undefined;
    const place = posix.join('guide', PAGES.get(path) ?? PAGES.get(posix.join(path, 'README.md')) ?? path);
    return existsSync(join(target, place)) ? place : undefined;
  };
}

function withLinks(path: string, place: string, placeOf: PlaceOf): string {
  const turned = (link: string, mark: string, text: string, address: string) => {
    if (/^[a-z]+:/.test(address) || address.startsWith('#')) return link;
    const [file = '', fragment] = address.split('#');
    const to = placeOf(posix.join(posix.dirname(path), file));
    if (to === undefined) return text;
    const end = fragment === undefined ? '' : `#${fragment}`;
    return `${mark}[${text}](${posix.relative(posix.dirname(place), to)}${end})`;
  };
  const source = readFileSync(join(rootDir, path), 'utf8');
  const parts = source.split(CODE);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replace(LINK, turned))).join('');
}

/** The links of these pages of an installed package that lead to no file or no heading in it. */
export function deadLinks(folder: string, pages: string[]): string[] {
  return pages.flatMap((page) => {
    const prose = readFileSync(join(folder, page), 'utf8').split(CODE);
    const links = prose
      .filter((_part, index) => index % 2 === 0)
      .flatMap((part) => [...part.matchAll(LINK)].map(([, , , address = '']) => address))
      .filter((address) => !/^[a-z]+:/.test(address));
    return links.filter((address) => !isThere(folder, page, address)).map((address) => `${page}: ${address}`);
  });
}

function isThere(folder: string, page: string, address: string): boolean {
  const [file = '', fragment] = address.split('#');
  const place = file === '' ? page : posix.join(posix.dirname(page), file);
  if (!existsSync(join(folder, place))) return false;
  if (fragment === undefined) return true;
  const text = readFileSync(join(folder, place), 'utf8');
  if (place.endsWith('.html')) return text.includes(`id="${fragment}"`);
  const headings = [...text.matchAll(/^#{1,4} (.+)$/gm)].map(([, heading = '']) => heading.replaceAll(/[`*]/g, ''));
  return headings.some((heading) => slugOf(heading) === fragment);
}
