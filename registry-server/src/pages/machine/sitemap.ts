// The sitemap: an index, and parts of at most 50,000 works each. A part is a range of Art ID numbers, so that it never moves and the
// last costs what the first costs.
import { pipeline, Readable } from 'node:stream';
import { SitemapIndexStream, SitemapStream } from 'sitemap';
import type { PublicEntry } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';
import type { Turns } from '../turns.ts';

export const SITEMAP_PART = '/sitemap-:part(^\\d{1,9}).xml';
const PART_SIZE = 50_000;
/** A whole part takes most of a second: it is read and written in pieces, so that other callers are answered meanwhile. */
const PER_READ = 1000;
const PER_TURN = 50;
const PIECE_LENGTH = 16 * 1024;

export async function sitemapIndex(storage: Storage, publicUrl: string): Promise<Readable> {
  const parts = await storage.listPublicParts(PART_SIZE);
  const entries = parts.map((part) => ({ url: `${publicUrl}/sitemap-${part}.xml` }));
  return written(entries, new SitemapIndexStream());
}

/** Undefined: the part has no public work. A work that is hidden while the part is being read is left out from there on. */
export async function sitemapPart(
  storage: Storage,
  { publicUrl, part, turns }: { publicUrl: string; part: number; turns: Turns },
): Promise<Readable | undefined> {
  const pieces = readPieces(storage, part);
  const first = await pieces.next();
  if (first.done === true) return undefined;
  const entryOf = ({ registryId, updatedAt }: PublicEntry) => ({
    url: `${publicUrl}/artworks/${registryId}`,
    lastmod: isoOfMicros(updatedAt),
    lastmodrealtime: true,
  });
  async function* entries() {
    for (let piece = first; piece.done !== true; piece = await pieces.next())
      for (const [index, work] of piece.value.entries()) {
        if (index % PER_TURN === 0) await turns.next();
        yield entryOf(work);
      }
  }
  return written(
    entries(),
    new SitemapStream({ xmlns: { news: false, video: false, xhtml: false, image: false } }),
  );
}

/** The public works of a part, as many at a time as one short read gives; none of the pieces is empty. */
async function* readPieces(storage: Storage, part: number): AsyncGenerator<PublicEntry[], undefined> {
  const end = (part + 1) * PART_SIZE;
  for (let from = part * PART_SIZE; from < end; from += PER_READ) {
    const works = await storage.listPublicRange(from, from + PER_READ);
    if (works.length > 0) yield works;
  }
}

function written(
  entries: Iterable<object> | AsyncIterable<object>,
  to: SitemapIndexStream | SitemapStream,
): Readable {
  // The reply hears of an error; a reader that goes away ends the stream, and that is not a fault.
  const tags = pipeline(Readable.from(entries), to, () => undefined);
  return Readable.from(inPieces(tags), { objectMode: false });
}

/** Written tag by tag, each with a frame of its own, an answer that is read slowly would hold several times its bytes in memory. */
async function* inPieces(written: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const piece of written) {
    text += piece.toString();
    if (text.length < PIECE_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
