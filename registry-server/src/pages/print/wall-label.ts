// The wall labels of works as PDF, A6 or A7 in landscape, a page each: artist, title, year, medium, size, Art ID, and its address as a QR code.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Artwork } from '@artwork-registry/contract';
import { artistOf, sizeOf, titleOf } from '../artwork/facts.ts';
import type { Speech } from '../words.ts';
import { drawCode, finished, FONTS, newDocument, printable } from './document.ts';

export const LABEL_SIZES = ['a6', 'a7'] as const;
export type LabelSize = (typeof LABEL_SIZES)[number];

/** One page for each. */
export async function wallLabels(artworks: Artwork[], size: LabelSize, speech: Speech): Promise<Buffer> {
  const [first] = artworks;
  if (first === undefined) throw new Error('there is nothing to print');
  const scale = size === 'a6' ? 1 : Math.SQRT1_2;
  const isOne = artworks.length === 1;
  const document = newDocument({
    size: size.toUpperCase(),
    isLandscape: true,
    margin: 24 * scale,
    title: isOne
      ? `${titleOf(first, speech)} – ${first.registry_id}`
      : artworks.map((artwork) => artwork.registry_id).join(', '),
    author: isOne ? artistOf(first, speech) : '',
    language: speech.language,
  });
  for (const artwork of artworks) {
    if (artwork !== first) {
      document.addPage();
      // Drawing many must not hold up other requests.
      await nextTurn();
    }
    drawLabel(document, artwork, scale, speech);
  }
  return finished(document);
}

function drawLabel(document: PDFKit.PDFDocument, artwork: Artwork, scale: number, speech: Speech): void {
  const margin = 24 * scale;
  const title = titleOf(artwork, speech);
  const { width, height } = document.page;
  const code = 84 * scale;
  const column = width - 2 * margin - code - margin;
  const line = (text: string | null, fontFile: string, points: number) => {
    if (text === null || text === '') return;
    document
      .font(fontFile)
      .fontSize(points * scale)
      .text(printable(document, text), {
        width: column,
        lineGap: 2 * scale,
        ellipsis: true,
        height: 60 * scale,
      });
    document.moveDown(0.25);
  };
  document.y = margin;
  line(artistOf(artwork, speech), FONTS.bold, 16);
  line([title, artwork.year_created].filter((part) => part !== null).join(', '), FONTS.plain, 13);
  line(artwork.medium, FONTS.plain, 10);
  line(sizeOf(artwork, speech), FONTS.plain, 10);
  drawCode(document, artwork.links.public_page, width - margin - code, margin, code);
  document
    .font(FONTS.small)
    .fontSize(9 * scale)
    .text(artwork.registry_id, width - margin - code, margin + code + 6 * scale, {
      width: code,
      align: 'center',
    });
  document
    .fontSize(7 * scale)
    .text(printable(document, artwork.links.public_page), margin, height - margin - 9 * scale, {
      width: width - 2 * margin,
      lineBreak: false,
    });
}
