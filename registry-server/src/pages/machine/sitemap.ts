// The sitemap: an index, and parts of at most 50,000 works each. A part is a range of Art ID numbers, so that it never moves and the
// last costs what the first costs.
import { pipeline, Readable } from 'node:stream';
import { SitemapIndexStream, SitemapStream } from 'sitemap';
import type { Storage } from '../../storage/storage.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';

const PART_SIZE = 50_000;

export async function sitemapIndex(storage: Storage, publicUrl: string): Promise<Readable> {
  const parts = await storage.listPublicParts(PART_SIZE);
  const entries = parts.map((part) => ({ url: `${publicUrl}/sitemap-${part}.xml` }));
  return written(entries, new SitemapIndexStream());
}

/** Undefined: the part has no public work. */
export async function sitemapPart(
  storage: Storage,
  publicUrl: string,
  part: number,
): Promise<Readable | undefined> {
  const works = await storage.listPublicRange(part * PART_SIZE, (part + 1) * PART_SIZE);
  if (works.length === 0) return undefined;
  const entries = works.map(({ registryId, updatedAt }) => ({
    url: `${publicUrl}/artworks/${registryId}`,
    lastmod: isoOfMicros(updatedAt),
    lastmodrealtime: true,
  }));
  return written(
    entries,
    new SitemapStream({ xmlns: { news: false, video: false, xhtml: false, image: false } }),
  );
}

function written(entries: object[], to: SitemapIndexStream | SitemapStream): Readable {
  // A reader that goes away ends the stream; that is not a fault.
  return pipeline(Readable.from(entries), to, () => undefined);
}
