// What all PDFs of the registry share: fonts that cover Latin, Greek and Cyrillic, and the drawing of a QR code.
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { qrModules } from './qr-code.ts';

// The fonts that every PDF reader has cover no Greek and no Cyrillic.
const font = (name: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
export const FONTS = {
  plain: font('DejaVuSerif'),
  bold: font('DejaVuSerif-Bold'),
  small: font('DejaVuSans'),
};

/** What is printed for characters that the fonts do not have. */
const NO_GLYPH = '□';

export function newDocument(of: {
  size: string;
  isLandscape?: boolean;
  margin: number;
  title: string;
  author: string;
  language: string;
}): PDFKit.PDFDocument {
  return new PDFDocument({
    size: of.size,
    layout: of.isLandscape ? 'landscape' : 'portrait',
    margin: of.margin,
    info: { Title: of.title, Author: of.author, Creator: 'Artwork Registry' },
    lang: of.language,
  });
}

export function drawCode(
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
export function printable(document: PDFKit.PDFDocument, text: string): string {
  const { font: drawn } = (
    document as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } }
  )._font;
  return [...text.normalize('NFC')]
    .map((character) =>
      character === '\n' || drawn.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : NO_GLYPH,
    )
    .join('');
}

export function finished(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
    document.end();
  });
}
