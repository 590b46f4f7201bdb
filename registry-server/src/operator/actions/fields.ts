// Fields that the inputs of several actions have. Messages follow the name of their field.
import { LIMITS, optionalText as optional, requiredText } from '@artwork-registry/contract';
import { z } from 'zod';
import { COUNTRY_RULE, readCountry } from '../../domain/curation/country.ts';
import { isSlug, SLUG_RULE } from '../../domain/curation/slug.ts';

/** Code points of a name of an organisation, a profile or a key. */
export const MAX_NAME = 200;

/** A short name, a prefix or an id. Whether it exists is checked when the action runs. */
export const reference = z.string({ error: 'is required' }).trim().min(1, { error: 'is required' });

/** Everybody reads it: it passes what a text of the API passes. */
export const shortText = requiredText;

/** Undefined stays as it is; an empty text removes what was there. */
export const optionalText = optional(MAX_NAME);

export const newSlug = reference.refine(isSlug, { error: `must be ${SLUG_RULE}` });

export const country = z
  .string()
  .refine((text) => readCountry(text) !== undefined, { error: `must be ${COUNTRY_RULE}` })
  .transform((text) => readCountry(text) ?? null)
  .optional();

export const website = optional(LIMITS.url).refine(
  (address) => !address || /^https?:$/.test(URL.parse(address)?.protocol ?? ''),
  { error: 'must be an http or https address' },
);

export const oneOf = <Value extends string>(values: readonly Value[]) =>
  z.enum(values, { error: `is one of ${values.join(', ')}` });

/** Without the fields that are undefined, which stay as they are. */
export const given = <Changes extends object>(changes: Changes) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Changes]?: Exclude<Changes[Name], undefined>;
  };
