// Query parameters of the lists. Each is validated; unknown and repeated ones are refused.
import { cleanText, issuesOf, LIMITS, PublicAvailability, workIdOf } from '@artwork-registry/contract';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { platformOf } from '../domain/curation/site-identity.ts';
import type { ArtworkFilter } from '../storage/records.ts';
import { LATEST, microsOfIso } from '../storage/timestamp.ts';

const REPEATED = 'must be given once';

const text = (max: number) =>
  z
    .string({ error: REPEATED })
    .overwrite(cleanText)
    .refine((value) => value !== '', { error: 'must not be empty' })
    .refine((value) => [...value].length <= max, { error: `must have at most ${max} characters` })
    .meta({ minLength: 1, maxLength: max })
    .optional();

const whole = (min: number, max: number, fallback: number) =>
  z
    .string({ error: REPEATED })
    .refine((value) => /^\d{1,16}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .meta({ type: 'integer', minimum: min, maximum: max })
    .transform(Number)
    .default(fallback);

const amount = z
  .string({ error: REPEATED })
  .refine((value) => /^(\d+\.?\d*|\.\d+)(e-?\d{1,3})?$/i.test(value) && Number.isFinite(Number(value)), {
    error: 'must be a number of at least 0',
  })
  .transform(Number)
  .optional()
  .meta({ type: 'number', minimum: 0 });

const dateTime = z
  .string({ error: REPEATED })
  // An unescaped + of the offset arrives as a space.
  .overwrite((value) => value.replace(/ (\d\d:\d\d)$/, '+$1'))
  .refine((value) => z.iso.datetime({ offset: true }).safeParse(value).success && !value.startsWith('0000'), {
    error: 'must be an ISO 8601 date-time with offset, such as 2026-03-01T09:30:00Z',
  })
  // A year that nothing reaches is as good as the farthest one that does.
  .transform((value) => Math.min(Math.max(microsOfIso(value), 0), LATEST))
  .optional()
  .meta({ format: 'date-time' });

const paging = { limit: whole(1, LIMITS.pageMax, LIMITS.pageDefault), offset: whole(0, LIMITS.offsetMax, 0) };

export const PageQuery = z.strictObject(paging);

/** `after` is the last seq the reader has seen; 0 starts with the first change. */
export const ChangesQuery = z.strictObject({
  after: whole(0, Number.MAX_SAFE_INTEGER, 0),
  limit: whole(1, LIMITS.pageMax, LIMITS.pageDefault),
});

export const ArtworkQuery = z
  .strictObject({
    q: text(200),
    artist: text(200),
    gallery: text(200),
    museum: text(200),
    collection: text(200),
    medium: text(200),
    year: text(50),
    availability: z
      .string({ error: REPEATED })
      .refine((value) => PublicAvailability.safeParse(value).success, {
        error: `must be one of ${PublicAvailability.options.join(', ')}`,
      })
      .meta({ enum: [...PublicAvailability.options] })
      .optional(),
    collect24_id: text(50),
    installation_id: text(LIMITS.installationIdMax),
    platform: text(LIMITS.platform),
    price_min: amount,
    price_max: amount,
    updated_since: dateTime,
    ...paging,
  })
  .superRefine((query, ctx) => {
    const complain = (name: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [name], message });
    if (query.price_min !== undefined && query.price_max !== undefined && query.price_min > query.price_max) {
      complain('price_min', 'must not be greater than price_max');
    }
    if (query.installation_id === undefined && query.platform === undefined) return;
    for (const name of CONTENT_FILTERS) {
      if (query[name] !== undefined) complain(name, 'cannot be combined with installation_id or platform');
    }
  });

const CONTENT_FILTERS = [
  'q',
  'artist',
  'gallery',
  'museum',
  'collection',
  'medium',
  'year',
  'availability',
  'collect24_id',
  'price_min',
  'price_max',
] as const;

/** Throws invalid_query with one issue per bad parameter. */
export function readArtworkQuery(query: unknown, organizationId: string): ArtworkFilter {
  const read = parseQuery(ArtworkQuery, query);
  return {
    q: read.q,
    artist: read.artist,
    gallery: read.gallery,
    museum: read.museum,
    collection: read.collection,
    medium: read.medium,
    year: read.year,
    availability: read.availability,
    registryId: read.collect24_id === undefined ? undefined : workIdOf(read.collect24_id),
    installation:
      read.installation_id === undefined ? undefined : { id: read.installation_id, organizationId },
    platform: read.platform === undefined ? undefined : platformOf(read.platform),
    priceMin: read.price_min,
    priceMax: read.price_max,
    updatedSince: read.updated_since,
    limit: read.limit,
    offset: read.offset,
  };
}

export function readPageQuery(query: unknown): { limit: number; offset: number } {
  return parseQuery(PageQuery, query);
}

export function readChangesQuery(query: unknown): { after: number; limit: number } {
  return parseQuery(ChangesQuery, query);
}

function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (!parsed.success) {
    const issues = issuesOf(parsed.error).map((issue) =>
      issue.message === 'is not a known field' ? { ...issue, message: 'is not a known parameter' } : issue,
    );
    throw new ApiError('invalid_query', { issues });
  }
  return parsed.data;
}
