// What the service takes from a registry: the shapes of the contract, with a length for each text and each list. A registry is another
// program, and what it says is stored beside that of other galleries. A text that is only shown is cut. An id, a time or an address that
// is too long makes its record unreadable, and an entry of a list is left out; neither fails the rest of the answer.
import * as contract from '@artwork-registry/contract';
import { z } from 'zod';
import { cut, readable, word } from './bounds.ts';

/** The longest that the contract lets anybody send. */
const LONGEST_WORD = contract.LIMITS.url;
/** The longest text of a record that is compared with the shop's has half of it. */
const LONGEST_TEXT = 1000;
const MOST_ENTRIES = 1000;

/** Fields that are shown, or compared with a text that is no longer. */
const TEXTS = new Set([
  'title',
  'name',
  'medium',
  'year_created',
  'label',
  'city',
  'country',
  'message',
  'hint',
  'code',
  'path',
  'fields',
  'note',
  'withdrawal_reason',
  'statement',
  'provenance_summary',
  'description',
]);

type Part = z.ZodType & { _zod: { def: { [part: string]: unknown } } };

/** The same shape with lengths. `field`: the name under which it stands. */
function bounded<S extends z.ZodType>(schema: S, field = ''): z.ZodType<z.output<S>> {
  return boundedPart(schema as unknown as Part, field) as unknown as z.ZodType<z.output<S>>;
}

function boundedPart(schema: Part, field: string): z.ZodType {
  const { def } = schema._zod;
  const clone = (change: object) => schema.clone({ ...def, ...change } as never);
  switch (def['type']) {
    case 'string':
      return TEXTS.has(field) ? cut(LONGEST_TEXT) : (schema as unknown as z.ZodString).max(LONGEST_WORD);
    case 'array':
      return readable(boundedPart(def['element'] as Part, field), MOST_ENTRIES);
    case 'object': {
      const fields = Object.entries(def['shape'] as { [name: string]: Part });
      return clone({
        shape: Object.fromEntries(fields.map(([name, part]) => [name, boundedPart(part, name)])),
      });
    }
    case 'union':
      return clone({ options: (def['options'] as Part[]).map((part) => boundedPart(part, field)) });
    case 'nullable':
    case 'optional':
    case 'default':
      return clone({ innerType: boundedPart(def['innerType'] as Part, field) });
    case 'literal':
    case 'enum':
    case 'number':
    case 'boolean':
      return schema;
    default:
      throw new Error(`An answer of the registry has a part of a new kind: ${String(def['type'])}.`);
  }
}

export const ErrorEnvelope = bounded(contract.ErrorEnvelope);
export type ErrorEnvelope = contract.ErrorEnvelope;
export const ServiceDescriptor = bounded(contract.ServiceDescriptor);
export type ServiceDescriptor = contract.ServiceDescriptor;
export const Installation = bounded(contract.Installation);
export type Installation = contract.Installation;
export const Artwork = bounded(contract.Artwork);
export type Artwork = contract.Artwork;
export const SyncResultItem = bounded(contract.SyncResultItem);
export type SyncResultItem = contract.SyncResultItem;
export const BatchUpdateResultItem = bounded(contract.BatchUpdateResultItem);
export type BatchUpdateResultItem = contract.BatchUpdateResultItem;
export const ArtworkUpdateResult = bounded(contract.ArtworkUpdateResult);
export type ArtworkUpdateResult = contract.ArtworkUpdateResult;
export const Certificate = bounded(contract.Certificate);
export type Certificate = contract.Certificate;
export const MatchResult = bounded(contract.MatchResult);
export type MatchResult = contract.MatchResult;
export const AccessRequestResult = bounded(contract.AccessRequestResult);
export type AccessRequestResult = contract.AccessRequestResult;
export const WebhookEvent = bounded(contract.WebhookEvent);
export type WebhookEvent = contract.WebhookEvent;

/** What must be there of a listed record to continue behind it. */
export const ListedMarks = z.object({ registry_id: word(100), updated_at: word(64) });

/** The installations that are a source of a work. */
export const Sources = z.object({
  sources: readable(z.object({ installation_id: word(LONGEST_WORD).nullable() }), MOST_ENTRIES),
});

/** A registry without the feature `access_claim` gives no token: the owner copies the key. */
export const Claimable = z.object({ claim_token: z.string().min(1).max(200).nullable().catch(null) });

export const AccessClaim = z.object({
  object: z.literal('access_claim'),
  status: z.enum(['waiting', 'approved', 'rejected', 'expired']),
  api_key: word(200).nullable().default(null),
});

/** A step of the feed of changes, as the host hands it to its cells. */
export const FeedStep = z.object({
  seq: z.int(),
  op: z.enum(['upsert', 'remove']),
  registry_id: word(100),
  updated_at: word(40),
});
