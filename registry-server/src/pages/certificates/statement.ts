// What people read of a signed statement.
import type { Certificate } from '@artwork-registry/contract';
import { z } from 'zod';
import { sizeOf } from '../artwork/facts.ts';
import type { Locale } from '../words.ts';

const side = z.number().nullable();
const Statement = z.object({
  artwork: z.object({
    registry_id: z.string(),
    public_page: z.string(),
    title: z.string().nullable(),
    artist: z.object({ name: z.string() }).nullable(),
    year_created: z.string().nullable(),
    medium: z.string().nullable(),
    dimensions_cm: z.object({ height: side, width: side, depth: side }).nullable(),
  }),
  edition: z.object({ number: z.number(), size: z.number().nullable() }).nullable(),
  note: z.string().nullable(),
});
export type Statement = z.infer<typeof Statement>;

/** Undefined where there is none, or the reader may not see it. */
export function statementOf({ statement }: Certificate): Statement | undefined {
  return statement === null ? undefined : Statement.parse(JSON.parse(statement));
}

/** Name and value of each fact that is known. */
export function factsOf(certificate: Certificate, locale: Locale): [name: string, value: string][] {
  const statement = statementOf(certificate);
  if (statement === undefined) return [];
  const { artwork, edition, note } = statement;
  const { words } = locale;
  const facts: [string, string | null][] = [
    [words.certificate.work, artwork.title ?? words.untitled],
    [words.certificate.artist, artwork.artist?.name ?? words.unknownArtist],
    [words.year, artwork.year_created],
    [words.medium, artwork.medium],
    [words.size, sizeOf(artwork, locale)],
    [words.certificate.copy, edition && words.certificate.copyOf(edition.number, edition.size)],
    [words.certificate.note, note],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}
