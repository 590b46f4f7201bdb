// What is printed, as plain data: a thread can be given it, and a finished file is known by it.
import type { Certificate } from '@artwork-registry/contract';
import { certificatePdf } from '../certificates/certificate-pdf.ts';
import type { Paper } from '../certificates/certificate-pdf.ts';
import type { Place } from '../page-layout.ts';
import { localeOf } from '../words.ts';
import type { Language } from '../words.ts';
import { wallLabels } from './wall-label.ts';
import type { Label, LabelSize } from './wall-label.ts';

export type PrintJob =
  | { kind: 'labels'; labels: Label[]; size: LabelSize; language: Language }
  | { kind: 'certificate'; place: Place; certificate: Certificate; paper: Paper; language: Language };

/** The finished PDF. The same job always gives the same bytes. */
export function print(job: PrintJob): Promise<Buffer> {
  const locale = localeOf(job.language);
  return job.kind === 'labels'
    ? wallLabels(job.labels, job.size, locale)
    : certificatePdf(job.place, job.certificate, job.paper, locale);
}
