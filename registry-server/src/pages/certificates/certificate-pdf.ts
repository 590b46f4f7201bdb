// A certificate for print, A4 or US letter: what it says, its id, and its address as a QR code, where its status is.
import type { Certificate } from '@artwork-registry/contract';
import { drawCode, finished, newDocument, onEachPage, useFont } from '../print/document.ts';
import type { FontName } from '../print/document.ts';
import type { Place } from '../page-layout.ts';
import type { Locale } from '../words.ts';
import { factsOf } from './statement.ts';

/** Points. */
const CODE = 96;
const SPACE = 18;
/** Issuer and day, where the issuer's name takes two lines. */
const SIGNED = 50;

export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

export function certificatePdf(
  place: Place,
  certificate: Certificate,
  paper: Paper,
  locale: Locale,
): Promise<Buffer> {
  const { certificate: words } = locale.words;
  const margin = 72;
  const document = newDocument({
    size: paper === 'a4' ? 'A4' : 'LETTER',
    margin,
    footer: CODE + SPACE,
    title: `${words.title} ${certificate.registry_id ?? certificate.id}`,
    author: certificate.issuer ?? place.name,
    language: locale.language,
    createdAt: certificate.issued_at,
  });
  const { width, height } = document.page;
  const text = (value: string, font: FontName, points: number, gap = 0.4) => {
    document
      .fontSize(points)
      .text(useFont(document, font, value) ?? useFont(document, font, locale.words.print.otherScript) ?? '', {
        width: width - 2 * margin,
      });
    document.moveDown(gap);
  };
  text(words.title, 'bold', 24, 0.2);
  text(place.name, 'plain', 11, certificate.status === 'valid' ? 2 : 0.8);
  // On its face: a print is looked at without its address.
  if (certificate.status !== 'valid') text(words.notValid[certificate.status], 'bold', 16, 1.2);
  for (const [name, value] of factsOf(certificate, locale)) {
    text(name, 'small', 9, 0.1);
    text(value, 'plain', 14, 0.6);
  }
  document.moveDown(1);
  // Both on one page.
  if (document.y + SIGNED > height - document.page.margins.bottom) document.addPage();
  text(`${words.issuer}: ${certificate.issuer ?? '–'}`, 'plain', 11);
  text(`${words.issued}: ${locale.day(certificate.issued_at)}`, 'plain', 11);
  const top = height - margin - CODE;
  const address = [certificate.registry_id ?? '', certificate.links.public_page, words.checkPrint].join('\n');
  // A long note continues on a second page, which leads to the status as well.
  onEachPage(document, () => {
    drawCode(document, certificate.links.public_page, margin, top, CODE);
    document.fontSize(9).text(useFont(document, 'small', address) ?? '', margin + CODE + SPACE, top, {
      width: width - 2 * margin - CODE - SPACE,
      height: CODE,
      lineGap: 3,
    });
  });
  return finished(document);
}
