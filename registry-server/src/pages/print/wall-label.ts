// The wall label of a work as PDF, A6 or A7 in landscape: artist, title, year, medium, size, Art ID, and its address as a QR code.
import type { Artwork } from '@artwork-registry/contract';
import { artistOf, sizeOf, titleOf } from '../artwork/facts.ts';
import type { Speech } from '../words.ts';
import { drawCode, finished, FONTS, newDocument, printable } from './document.ts';

export const LABEL_SIZES = ['a6', 'a7'] as const;
export type LabelSize = (typeof LABEL_SIZES)[number];

export function wallLabel(artwork: Artwork, size: LabelSize, speech: Speech): Promise<Buffer> {
  const scale = size === 'a6' ? 1 : Math.SQRT1_2;
  const margin = 24 * scale;
  const title = titleOf(artwork, speech);
  const document = newDocument({
    size: size.toUpperCase(),
    isLandscape: true,
    margin,
    title: `${title} – ${artwork.registry_id}`,
    author: artistOf(artwork, speech),
    language: speech.language,
  });
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
  return finished(document);
}
