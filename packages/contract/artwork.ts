// Artworks: what a client may send (strict) and what the registry answers (unknown fields are tolerated).
import { z } from 'zod';
import { countOptionalSigns } from './fold.ts';
import { LIMITS } from './limits.ts';
import { absoluteUrl, count, timestamp, uuid } from './response-fields.ts';
import { ArtworkSource, ArtworkSourceInput } from './source.ts';
import { optionalText, requiredText, webAddress } from './text.ts';

const PUBLIC_AVAILABILITIES = [
  'for_sale',
  'open_to_offers',
  'not_for_sale',
  'on_loan',
  'private_collection',
  'sold',
] as const;

export const PublicAvailability = z.enum(PUBLIC_AVAILABILITIES);
export type PublicAvailability = z.infer<typeof PublicAvailability>;

export const Availability = z.enum([...PUBLIC_AVAILABILITIES, 'fully_private'], {
  error: `must be one of ${PUBLIC_AVAILABILITIES.join(', ')}, fully_private`,
});
export type Availability = z.infer<typeof Availability>;

/** ISO 4217 as ICU has it, and what ICU leaves out (List One of SIX, amendment 170: the digital bolívar). */
export const CURRENCIES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), 'VED']);

const centimetres = () =>
  z
    .number({ error: 'must be a number of centimetres' })
    .overwrite((cm) => Math.round(cm * 1000) / 1000)
    .refine((cm) => cm > 0 && cm <= LIMITS.dimensionCmMax, {
      error: `must be greater than 0 and at most ${LIMITS.dimensionCmMax}`,
    })
    .meta({ exclusiveMinimum: 0, maximum: LIMITS.dimensionCmMax })
    .nullable()
    .optional();

export const Price = z.strictObject({
  amount: z
    .number({ error: 'must be a number' })
    .refine((amount) => amount >= 0 && amount <= LIMITS.priceAmountMax, {
      error: 'must be between 0 and 1e12',
    })
    .meta({ minimum: 0, maximum: LIMITS.priceAmountMax }),
  currency: z
    .string({ error: 'must be an ISO 4217 code' })
    .refine((code) => CURRENCIES.has(code), { error: 'must be an ISO 4217 code in upper case, such as EUR' })
    .meta({ pattern: '^[A-Z]{3}$' }),
});
export type Price = z.infer<typeof Price>;

const title = requiredText(LIMITS.title);
// The first public work names the artist for everybody, and neither signs nor punctuation make another artist: what would disfigure the
// name is refused. A letter that Unicode has with its marks counts as written plainly.
const MARKED = /\P{M}\p{M}+/gu;
const MOST_MARKS = 2;
const REPEATED_SIGN = /([\p{P}\p{S}])(?:\p{M}*\1){2}/u;

const artistName = requiredText(LIMITS.artistName)
  .refine((name) => !(name.match(MARKED) ?? []).some((letter) => countMarks(letter) > MOST_MARKS), {
    error: `must not have more than ${MOST_MARKS} combining marks on a letter`,
  })
  .refine((name) => !REPEATED_SIGN.test(name), {
    error: 'must not have three equal punctuation marks or symbols in a row',
  });

/** Points that tell two Hebrew letters apart are not marks on one. */
function countMarks(letter: string): number {
  return countOptionalSigns(letter.normalize('NFD').replace(/[\u05c1\u05c2]/g, ''));
}

const optionalFields = {
  year_created: optionalText(LIMITS.yearCreated),
  medium: optionalText(LIMITS.medium),
  height_cm: centimetres(),
  width_cm: centimetres(),
  depth_cm: centimetres(),
  availability: Availability.optional(),
  price: Price.nullable().optional(),
  cover_image_url: webAddress().nullable().optional(),
  external_id: optionalText(LIMITS.externalId),
  source_url: webAddress().nullable().optional(),
  inventory_ref: optionalText(LIMITS.inventoryRef),
  integration: ArtworkSourceInput.optional(),
};

type Provenance = {
  external_id?: string | null | undefined;
  source_url?: string | null | undefined;
  integration?: ArtworkSourceInput | undefined;
};

/** `nullClears`: in an update null says something; in a new work it says as much as a field that is not there. */
function refuseTwoProvenances(body: Provenance, ctx: z.RefinementCtx, nullClears: boolean): void {
  for (const name of ['external_id', 'source_url'] as const) {
    const inner = body.integration?.[name];
    const outer = body[name];
    const isGiven = typeof outer === 'string' || (nullClears && outer === null);
    if (typeof inner === 'string' && isGiven && inner !== outer) {
      ctx.addIssue({
        code: 'custom',
        path: ['integration', name],
        message: `differs from ${name} of the artwork; send it once, or the same value twice`,
      });
    }
  }
}

export const ArtworkCreate = z
  .strictObject({ title, artist_name: artistName, ...optionalFields })
  .superRefine((body, ctx) => refuseTwoProvenances(body, ctx, false));
export type ArtworkCreate = z.infer<typeof ArtworkCreate>;

export const ArtworkUpdate = z
  .strictObject({ title: title.optional(), artist_name: artistName.optional(), ...optionalFields })
  .superRefine((body, ctx) => {
    if (Object.keys(body).length === 0) {
      ctx.addIssue({ code: 'custom', path: [], message: 'name at least one field to change' });
    }
    refuseTwoProvenances(body, ctx, true);
  });
export type ArtworkUpdate = z.infer<typeof ArtworkUpdate>;

export const Artwork = z.object({
  object: z.literal('artwork'),
  registry_id: z.string(),
  id: uuid(),
  title: z.string().nullable(),
  artist: z.object({ id: uuid(), name: z.string(), slug: z.string() }).nullable(),
  year_created: z.string().nullable(),
  medium: z.string().nullable(),
  dimensions_cm: z
    .object({ height: z.number().nullable(), width: z.number().nullable(), depth: z.number().nullable() })
    .nullable(),
  availability: PublicAvailability,
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  location: z.object({ country: z.string().nullable() }).nullable(),
  current_collection: z
    .object({
      slug: z.string(),
      name: z.string(),
      type: z.string(),
      city: z.string().nullable(),
      country: z.string().nullable(),
    })
    .nullable(),
  images: z.object({
    cover_url: z.string().nullable().optional(),
    thumbnail_url: z.string().nullable().optional(),
  }),
  provenance_summary: z.string().nullable(),
  links: z.object({ self: z.string(), public_page: absoluteUrl() }),
  created_at: timestamp(),
  updated_at: timestamp(),
  source: ArtworkSource.nullable(),
});
export type Artwork = z.infer<typeof Artwork>;

export const ArtworkResponse = z.object({ object: z.literal('artwork_response'), data: Artwork });
export type ArtworkResponse = z.infer<typeof ArtworkResponse>;

export const Pagination = z.object({
  total: count(),
  limit: count(),
  offset: count(),
  has_more: z.boolean(),
});
export type Pagination = z.infer<typeof Pagination>;

export const ArtworkList = z.object({
  object: z.literal('list'),
  data: z.array(Artwork),
  pagination: Pagination,
});
export type ArtworkList = z.infer<typeof ArtworkList>;

/** `data` is null when the work is not public; the additive `registry_id` names it even then. */
export const ArtworkWriteResult = z.object({
  object: z.literal('artwork_write_result'),
  duplicate: z.boolean(),
  matched_on: z.string().nullable(),
  registry_id: z.string(),
  data: Artwork.nullable(),
});
export type ArtworkWriteResult = z.infer<typeof ArtworkWriteResult>;

/** A source patch answers the same object with `source`, `sources` and `deletes_artwork` added. */
export const ArtworkUpdateResult = z.object({
  object: z.literal('artwork_update_result'),
  registry_id: z.string(),
  public: z.boolean(),
  changed_fields: z.array(z.string()),
  data: Artwork.nullable(),
  source: ArtworkSource.nullable().optional(),
  sources: z.array(ArtworkSource).optional(),
  deletes_artwork: z.literal(false).optional(),
});
export type ArtworkUpdateResult = z.infer<typeof ArtworkUpdateResult>;
