// The wall label of a work as PDF, A6 or A7 in landscape: artist, title, year, medium, size, Art ID, and its address as a QR code.
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Artwork } from '@artwork-registry/contract';
import { artistOf, sizeOf, titleOf } from '../artwork/facts.ts';
import type { Speech } from '../words.ts';
import { qrModules } from './qr-code.ts';

// Latin, Greek and Cyrillic, which the fonts that every PDF reader has do not cover.
const font = (name: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
const FONTS = { plain: font('DejaVuSerif'), bold: font('DejaVuSerif-Bold'), small: font('DejaVuSans') };

export const LABEL_SIZES = ['a6', 'a7'] as const;
export type LabelSize = (typeof LABEL_SIZES)[number];

/** What the label says for characters that its fonts do not have. */
const NO_GLYPH = '□';

export function wallLabel(artwork: Artwork, size: LabelSize, speech: Speech): Promise<Buffer> {
  const scale = size === 'a6' ? 1 : Math.SQRT1_2;
  const margin = 24 * scale;
  const title = titleOf(artwork, speech);
  const document = new PDFDocument({
    size: size.toUpperCase(),
    layout: 'landscape',
    margin,
    info: {
      Title: `${title} – ${artwork.registry_id}`,
      Author: artistOf(artwork, speech),
      Creator: 'Artwork Registry',
    },
    lang: speech.language,
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

function drawCode(
  document: PDFKit.PDFDocument,
  address: string,
  left: number,
  top: number,
  side: number,
): void {
  const { size, isDark } = qrModules(address);
  const step = side / size;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (isDark(row, column)) document.rect(left + column * step, top + row * step, step, step);
    }
  }
  document.fill('#000');
}

/** Characters without a glyph would be lost without a trace. */
function printable(document: PDFKit.PDFDocument, text: string): string {
  const { font: drawn } = (
    document as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } }
  )._font;
  return [...text.normalize('NFC')]
    .map((character) => (drawn.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : NO_GLYPH))
    .join('');
}

function finished(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
    document.end();
  });
}
