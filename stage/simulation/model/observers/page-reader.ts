// Reads every public page that it finds: from the start page and the sitemap on, by the links, and the forms of each work. It keeps what it read
// until the next look, so that promises can search it for what must not be there.
import { XMLParser } from 'fast-xml-parser';
import { at, read, stringAt, type Reading } from '../answers.ts';
import type { Call, RegistryFacts } from '../observation.ts';

export type ReadPage = { path: string; status: number; text: string };
/** `sitemap`: the paths that it names. `isWhole`: all links were followed. */
export type PageReaderState = { pages: ReadPage[]; sitemap: readonly string[]; isWhole: boolean };

const MOST_PAGES = 2_000;
/** The API's description, the guide, the console and assets show no works. PDFs and pictures are read work by work. */
const NOT_FOLLOWED =
  /^\/(docs|guide|operator|assets|api|dumps)(\/|$)|\.(pdf|svg|css|js|png|ico|woff2|gz)(\?|$)/;
const LINK = /(?:href|src)="([^"]+)"/g;
const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === 'sitemap' || name === 'url',
});

/** Every address that shows one work, or a part of it. The label is a PDF, whose texts are compressed: only its status says something. */
export function addressesOfWork(registry: RegistryFacts, registryId: string): string[] {
  const page = `/artworks/${registryId}`;
  const oembed = encodeURIComponent(`${registry.origin}${page}`);
  return [
    page,
    `${page}.json`,
    `${page}.jsonld`,
    `${page}.jsonld?profile=linked-art`,
    `${page}/qr.svg`,
    `${page}/label.pdf`,
    `/oembed?url=${oembed}`,
  ];
}

export class PageReader {
  state: PageReaderState = { pages: [], sitemap: [], isWhole: true };

  /** `searches`: texts to search for on the page for people. */
  async look(call: Call, registry: RegistryFacts, searches: readonly string[]): Promise<string[]> {
    this.state = { pages: [], sitemap: [], isWhole: true };
    const faults: string[] = [];
    const sitemap = await this.readSitemap(call, registry);
    this.state.sitemap = sitemap;
    const waiting = ['/', '/llms.txt', '/robots.txt', '/status', ...sitemap];
    waiting.push(...searches.map((text) => `/search?q=${encodeURIComponent(text)}`));
    const known = new Set(waiting);
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (this.state.pages.length >= MOST_PAGES) {
        this.state.isWhole = false;
        break;
      }
      const page = await this.readPage(call, registry, path);
      if (page.status >= 500) faults.push(`GET ${path} answered ${page.status}`);
      for (const [, address] of page.text.matchAll(LINK)) {
        const next = pathOf(registry, address!);
        if (next === null || known.has(next)) continue;
        known.add(next);
        waiting.push(next);
      }
    }
    return faults;
  }

  async readWork(call: Call, registry: RegistryFacts, registryId: string): Promise<ReadPage[]> {
    const pages: ReadPage[] = [];
    for (const path of addressesOfWork(registry, registryId)) {
      const { status, text } = await this.get(call, registry, path);
      pages.push({ path, status, text });
    }
    return pages;
  }

  private async readSitemap(call: Call, registry: RegistryFacts): Promise<string[]> {
    const { text } = await this.readPage(call, registry, '/sitemap.xml');
    const parts = locationsOf(text, 'sitemapindex', 'sitemap').flatMap((loc) => pathOf(registry, loc) ?? []);
    const works: string[] = [];
    for (const part of parts) {
      const { text: list } = await this.readPage(call, registry, part);
      works.push(...locationsOf(list, 'urlset', 'url').flatMap((loc) => pathOf(registry, loc) ?? []));
    }
    return works;
  }

  private async readPage(call: Call, registry: RegistryFacts, path: string): Promise<ReadPage> {
    const { status, text } = await this.get(call, registry, path);
    const page = { path, status, text };
    this.state.pages.push(page);
    return page;
  }

  private get(call: Call, registry: RegistryFacts, path: string): Promise<Reading> {
    const accept = path.includes('.json') || path.startsWith('/oembed') ? 'application/json' : 'text/html';
    return read(call, { origin: registry.origin, method: 'GET', path, headers: { accept } });
  }
}

function locationsOf(xml: string, root: string, entry: string): string[] {
  if (xml === '') return [];
  const entries = at(parser.parse(xml), root, entry);
  return Array.isArray(entries) ? entries.flatMap((one) => stringAt(one, 'loc') ?? []) : [];
}

/** The path of a link inside the registry that is to be followed, else null. */
function pathOf(registry: RegistryFacts, address: string): string | null {
  const text = address.replaceAll('&amp;', '&');
  if (!URL.canParse(text, registry.origin)) return null;
  const url = new URL(text, registry.origin);
  if (url.origin !== registry.origin || NOT_FOLLOWED.test(url.pathname + url.search)) return null;
  return url.pathname + url.search;
}
