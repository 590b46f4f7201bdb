// What all PDFs of the registry share: fonts that cover Latin, Greek and Cyrillic, what stands in place of other scripts, and the drawing
// of a QR code.
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { qrModules } from './qr-code.ts';

// The fonts that every PDF reader has cover no Greek and no Cyrillic. The sans-serif one has more signs than the serif one.
const font = (name: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
const FONTS = {
  plain: [font('DejaVuSerif'), font('DejaVuSans')],
  bold: [font('DejaVuSerif-Bold'), font('DejaVuSans-Bold')],
  small: [font('DejaVuSans')],
};
export type FontName = keyof typeof FONTS;

/** What is printed for single characters that the fonts do not have. */
const NO_GLYPH = '□';
/** Set from right to left, which PDFKit cannot do: the words of a line would stand in the wrong order. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;

/** A font of fontkit, as PDFKit has it once it is read. The types of PDFKit do not have it. */
type ParsedFont = {
  hasGlyphForCodePoint(point: number): boolean;
  /** Each with the characters for which it was first used: a Latin o may be the Cyrillic one of an earlier document. */
  _glyphs: object;
};
/**
 * By file, for all documents of this thread: to read and parse them takes most of the time of a label. A thread prints one document at
 * a time.
 */
const parsedFonts = new Map<string, ParsedFont>();

export function newDocument(of: {
  size: string;
  isLandscape?: boolean;
  margin: number;
  /** Kept free above the lower margin of every page, for `onEachPage`. Default: nothing. */
  footer?: number;
  title: string;
  author: string;
  language: string;
  /** ISO time. Part of the file; the present moment would make every print of the same thing another file. */
  createdAt: string;
}): PDFKit.PDFDocument {
  const document = new PDFDocument({
    size: of.size,
    layout: of.isLandscape ? 'landscape' : 'portrait',
    margins: { top: of.margin, left: of.margin, right: of.margin, bottom: of.margin + (of.footer ?? 0) },
    bufferPages: of.footer !== undefined,
    info: {
      Title: of.title,
      Author: of.author,
      Creator: 'Artwork Registry',
      CreationDate: new Date(of.createdAt),
    },
    lang: of.language,
  });
  for (const [file, font] of parsedFonts) {
    font._glyphs = {};
    document.registerFont(file, font as unknown as Buffer);
  }
  return document;
}

/** Draws on every page so far of a document with a footer. */
export function onEachPage(document: PDFKit.PDFDocument, draw: () => void): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    // What stands below the margin would else begin a further page.
    document.page.margins.bottom = 0;
    draw();
  }
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

/**
 * Chooses the font that has most of the text, and answers what is printed. Null: most letters of it cannot be printed, and boxes in
 * their place would say nothing.
 */
export function useFont(document: PDFKit.PDFDocument, name: FontName, text: string): string | null {
  const characters = [...text.normalize('NFC')];
  let chosen: { file: string; lost: Set<string> } | undefined;
  for (const file of FONTS[name]) {
    document.font(file);
    const { font: drawn } = (document as unknown as { _font: { font: ParsedFont } })._font;
    parsedFonts.set(file, drawn);
    const isLost = (character: string) =>
      character !== '\n' &&
      (RIGHT_TO_LEFT.test(character) || !drawn.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    const lost = new Set(characters.filter(isLost));
    if (chosen === undefined || lost.size < chosen.lost.size) chosen = { file, lost };
  }
  const { file, lost } = chosen ?? { file: FONTS.small[0] ?? '', lost: new Set<string>() };
  document.font(file);
  const letters = characters.filter((character) => LETTER.test(character));
  if (letters.filter((letter) => lost.has(letter)).length > letters.length / 2) return null;
  return characters.map((character) => (lost.has(character) ? NO_GLYPH : character)).join('');
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
