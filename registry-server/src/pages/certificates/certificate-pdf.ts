// A certificate for print, A4 or US letter: what it says, its id, and its address as a QR code, where its status is.
import type { Certificate } from '@artwork-registry/contract';
import { drawCode, finished, FONTS, newDocument, printable } from '../print/document.ts';
import type { Place } from '../page-layout.ts';
import type { Speech } from '../words.ts';
import { factsOf } from './statement.ts';

export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

export function certificatePdf(
  place: Place,
  certificate: Certificate,
  paper: Paper,
  speech: Speech,
): Promise<Buffer> {
  const { certificate: words } = speech.words;
  const margin = 72;
  const document = newDocument({
    size: paper === 'a4' ? 'A4' : 'LETTER',
    margin,
    title: `${words.title} ${certificate.registry_id ?? certificate.id}`,
    author: certificate.issuer ?? place.name,
    language: speech.language,
  });
  const { width, height } = document.page;
  const text = (value: string, font: string, points: number, gap = 0.4) => {
    document
      .font(font)
      .fontSize(points)
      .text(printable(document, value), { width: width - 2 * margin });
    document.moveDown(gap);
  };
  text(words.title, FONTS.bold, 24, 0.2);
  text(place.name, FONTS.plain, 11, 2);
  for (const [name, value] of factsOf(certificate, speech)) {
    text(name, FONTS.small, 9, 0.1);
    text(value, FONTS.plain, 14, 0.6);
  }
  document.moveDown(1);
  text(`${words.issuer}: ${certificate.issuer ?? '–'}`, FONTS.plain, 11);
  text(`${words.issued}: ${speech.day(certificate.issued_at)}`, FONTS.plain, 11);
  const code = 96;
  const top = height - margin - code;
  drawCode(document, certificate.links.public_page, margin, top, code);
  document
    .font(FONTS.small)
    .fontSize(9)
    .text(
      printable(
        document,
        [certificate.registry_id ?? '', certificate.links.public_page, words.checkPrint].join('\n'),
      ),
      margin + code + 18,
      top,
      { width: width - 2 * margin - code - 18, height: code, lineGap: 3 },
    );
  return finished(document);
}
