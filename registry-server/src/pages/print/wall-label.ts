// The wall labels of works as PDF, A6 or A7 in landscape, a page each: artist, title, year, medium, size, Art ID, and its address as a QR code.
import type { Artwork } from '@artwork-registry/contract';
import { artistOf, sizeOf, titleOf } from '../artwork/facts.ts';
import type { Locale } from '../words.ts';
import { drawCode, finished, newDocument, useFont } from './document.ts';
import type { FontName } from './document.ts';

export const LABEL_SIZES = ['a6', 'a7'] as const;
export type LabelSize = (typeof LABEL_SIZES)[number];

/** What a label says of a work. */
export type Label = Pick<
  Artwork,
  'registry_id' | 'title' | 'year_created' | 'medium' | 'dimensions_cm' | 'updated_at'
> & { artist: { name: string } | null; links: { public_page: string } };

/** Without the rest of the work, so that a label is printed again only where it changed. */
export function labelOf({ artist, links, ...artwork }: Artwork): Label {
  const { registry_id, title, year_created, medium, dimensions_cm, updated_at } = artwork;
  return {
    ...{ registry_id, title, year_created, medium, dimensions_cm, updated_at },
    artist: artist && { name: artist.name },
    links: { public_page: links.public_page },
  };
}

/** One page for each. Throws where there is none. */
export function wallLabels(labels: Label[], size: LabelSize, locale: Locale): Promise<Buffer> {
  const [first] = labels;
  if (first === undefined) throw new Error('there is nothing to print');
  const scale = size === 'a6' ? 1 : Math.SQRT1_2;
  const isOne = labels.length === 1;
  const document = newDocument({
    size: size.toUpperCase(),
    isLandscape: true,
    margin: 24 * scale,
    title: isOne
      ? `${titleOf(first, locale)} – ${first.registry_id}`
      : labels.map((label) => label.registry_id).join(', '),
    author: isOne ? artistOf(first, locale) : '',
    language: locale.language,
    createdAt: labels.map((label) => label.updated_at).reduce((one, other) => (other > one ? other : one)),
  });
  for (const label of labels) {
    if (label !== first) document.addPage();
    drawLabel(document, label, scale, locale);
  }
  return finished(document);
}

function drawLabel(document: PDFKit.PDFDocument, artwork: Label, scale: number, locale: Locale): void {
  const margin = 24 * scale;
  const title = titleOf(artwork, locale);
  const { width, height } = document.page;
  const code = 84 * scale;
  const column = width - 2 * margin - code - margin;
  const gap = 2 * scale;
  let isExplained = false;
  /** Answers whether it could be printed; where not, the label says so once. */
  const line = (text: string | null, font: FontName, points: number, mostLines: number): boolean => {
    if (text === null || text === '') return true;
    const printed = useFont(document, font, text);
    if (printed === null) {
      if (!isExplained) {
        isExplained = true;
        line(locale.words.print.otherScriptOnLabel, 'plain', 10, 3);
      }
      return false;
    }
    document.fontSize(points * scale);
    // A height of whole lines: only then is the last one cut with an ellipsis.
    const height = mostLines * (document.currentLineHeight(true) + gap);
    document.text(printed, { width: column, lineGap: gap, ellipsis: true, height });
    document.moveDown(0.25);
    return true;
  };
  document.y = margin;
  line(artistOf(artwork, locale), 'bold', 16, 3);
  const year = artwork.year_created;
  const isTitled = line([title, year].filter((part) => part !== null).join(', '), 'plain', 13, 5);
  if (!isTitled) line(year, 'plain', 13, 1);
  line(artwork.medium, 'plain', 10, 4);
  line(sizeOf(artwork, locale), 'plain', 10, 1);
  drawCode(document, artwork.links.public_page, width - margin - code, margin, code);
  document
    .fontSize(9 * scale)
    .text(
      useFont(document, 'small', artwork.registry_id) ?? '',
      width - margin - code,
      margin + code + 6 * scale,
      { width: code, align: 'center' },
    );
  document
    .fontSize(7 * scale)
    .text(useFont(document, 'small', artwork.links.public_page) ?? '', margin, height - margin - 9 * scale, {
      width: width - 2 * margin,
      lineBreak: false,
    });
}
