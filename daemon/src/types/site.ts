// The answers of the plugin, as docs/site-protocol.md defines them. Reading tolerates new fields.
import { z } from 'zod';
import { cut, readable, word } from './bounds.ts';
import type { Shows } from './work.ts';

const address = () => z.string().max(2000);
/** Path of the site's admin-ajax.php at the origin of its home; null, also where it cannot be one: the usual one below its home. */
const ajaxPath = () => z.string().max(500).startsWith('/').nullable().catch(null);
const externalId = () => z.string().min(1).max(200);

export const PairAnswer = z.object({
  site_id: z.uuid(),
  secret: z.string().min(40).max(200),
  site_url: address(),
  name: cut(500),
  plugin_version: word(),
  ajax_path: ajaxPath(),
  /** The pairing that this one continues, also under another address; none for a copy. */
  former_site_id: word().nullable(),
  /** That it does, signed with the former secret. */
  former_proof: word(200).nullable(),
});
export type PairAnswer = z.infer<typeof PairAnswer>;

export const Command = z.object({
  id: z.number().int(),
  name: word(),
  external_id: externalId().nullable(),
});
export type Command = z.infer<typeof Command>;

/** A webhook delivery that WordPress took for us: headers and body as they came. */
export const InboxDelivery = z.object({
  id: z.number().int(),
  // The plugin stores six, of a few dozen characters each.
  headers: z
    .record(word(), z.string().max(1000))
    .refine((headers) => Object.keys(headers).length <= 20, 'has too many entries'),
  /** The raw body, base64: the signature covers its bytes. */
  body: z.string().max(100_000),
  received_at: word(),
});
export type InboxDelivery = z.infer<typeof InboxDelivery>;

/** Something that wp-admin hands over, sealed to this service. */
export const SealedOrder = z.object({ id: z.string().max(64), box: z.string().max(20_000) });
export type SealedOrder = z.infer<typeof SealedOrder>;

/** A certificate that the site asks for, or withdraws. `id`: the same at each repetition. */
export const CertificateOrder = z.discriminatedUnion('kind', [
  z.object({
    id: z.string().min(1).max(64),
    kind: z.literal('issue'),
    external_id: externalId(),
    edition_number: z.number().int().nullable(),
    edition_size: z.number().int().nullable(),
    note: z.string().max(5000).nullable(),
  }),
  z.object({
    id: z.string().min(1).max(64),
    kind: z.literal('withdraw'),
    certificate_id: word(100),
    reason: z.string().max(5000),
  }),
]);
export type CertificateOrder = z.infer<typeof CertificateOrder>;

/** What became of it, as the next poll says. `code`: why not. */
export type CertificateDone = {
  id: string;
  ok: boolean;
  code: string | null;
  message: string | null;
  certificate_id: string | null;
  public_page: string | null;
  registry_id: string | null;
  issued_at: string | null;
  withdrawn_at: string | null;
};

/** `bad`: as the site sent them, because this version cannot read them. */
export type ReadOneByOne<T> = { good: T[]; bad: unknown[] };
/** The first `most` of a list, each read by itself: neither the poll nor the others must fail over one that is bad. The rest waits in the site. */
const oneByOne = <S extends z.ZodType>(schema: S, most: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((given): ReadOneByOne<z.output<S>> => {
      const read = given.slice(0, most).map((one) => ({ one, result: schema.safeParse(one) }));
      return {
        good: read.flatMap(({ result }) => (result.success ? [result.data] : [])),
        bad: read.flatMap(({ one, result }) => (result.success ? [] : [one])),
      };
    })
    .describe('cut');

export const PollAnswer = z.object({
  protocol: z.literal(1),
  time: word(),
  site_id: word(),
  site_url: address(),
  ajax_path: ajaxPath(),
  name: cut(500),
  generation: z.number().int(),
  /** Counts the polls that the site remembers. */
  beat: z.number().int(),
  /** The service that polled before this poll; null: none did. */
  instance_before: word().nullable(),
  /** Why the site itself thinks that it is a copy or was restored. */
  doubt: cut(64).nullable(),
  platform: cut(64),
  plugin_version: cut(64),
  watched: z.boolean(),
  waiting: z.number().int(),
  sweeping: z.boolean(),
  /** Works in the review before registering that are not compared with the registry yet. */
  review: z.number().int(),
  settings: z.object({
    on_leave: z.enum(['not_for_sale', 'fully_private', 'nothing']),
  }),
  commands: z.array(Command).max(1000),
  sealed: oneByOne(SealedOrder, 20),
  certificates: oneByOne(CertificateOrder, 20),
  inbox: oneByOne(InboxDelivery, 100),
});
export type PollAnswer = z.infer<typeof PollAnswer>;

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const SiteKnows = z.object({ state: word(), registry_id: word(100).nullable() });
export type SiteKnows = z.infer<typeof SiteKnows>;

export const Change = z.object({
  external_id: externalId(),
  revision: z.number().int(),
  state: z.enum(['shared', 'not_shared', 'gone', 'broken']),
  title: cut(1000).nullable(),
  reason: cut(64).nullable(),
  /** Any object: its fields are checked where the work is read, and most works come unchanged and are not read. */
  artwork: z.custom<{ [field: string]: unknown }>(isObject, 'must be an object').nullable(),
  recheck_at: word().nullable(),
  error: z.object({ code: cut(64), message: cut(1000) }).nullable(),
  /** The last report that the site has of this work, where it is settled. */
  said: SiteKnows.nullable(),
});
export type Change = z.infer<typeof Change>;

export const ChangesAnswer = z.object({
  changes: z.array(Change).max(50),
  remaining: z.number().int(),
  sweeping: z.boolean(),
});
export type ChangesAnswer = z.infer<typeof ChangesAnswer>;

/** To a call that acknowledged works of the page before. */
export const AckedChangesAnswer = ChangesAnswer.extend({ acked: z.number().int() });

/** The next works by id alone, and the address that the site gives itself. */
export const PeekAnswer = z.object({
  waiting: z.array(z.object({ external_id: externalId(), revision: z.number().int() })).max(50),
  site_url: address(),
});

/** A work of the review as its check numbers: beginnings of fingerprints, from which nothing can be read. */
export const ReviewedWork = z.object({
  external_id: externalId(),
  /** Names the state in which it was checked. */
  mark: z.number().int(),
  look: word(200).nullable(),
  name_look: word(200).nullable(),
});
export type ReviewedWork = z.infer<typeof ReviewedWork>;

const SampledWork = z.object({
  external_id: externalId(),
  mark: z.number().int(),
  artwork: z.custom<{ [field: string]: unknown }>(isObject, 'must be an object'),
});

export const ReviewAnswer = z.object({
  saved: z.number().int(),
  works: z.array(ReviewedWork).max(500),
  /** Works to look up one by one, because their owner asked for it. */
  sample: readable(SampledWork, 10).catch([]),
});
export type ReviewAnswer = z.infer<typeof ReviewAnswer>;

/**
 * own: the registry has it in a profile of ours; near: it has one of ours with the same title and artist but another year or size;
 * other: it stands in somebody else's profile; conflict: the registry would refuse it; none: none of that.
 */
export type ReviewFound = 'own' | 'near' | 'other' | 'conflict' | 'none';

export type ReviewResult = {
  external_id: string;
  mark: number;
  found: ReviewFound;
  /** Whether our list said so, or the registry itself. */
  by: 'list' | 'match';
  matched_on: string | null;
  registry_id: string | null;
  public_page: string | null;
  shows: Shows | null;
};

/** `as_before`: this revision is what was confirmed before and the site knows it, so no report follows. */
export type Ack = { external_id: string; revision: number; as_before?: true };

export const AckAnswer = z.object({ acked: z.number().int() });
export const SavedAnswer = z.object({ saved: z.number().int() });

export type PollStatus = {
  registry: {
    url: string;
    name: string;
    organization: { slug: string; name: string };
    profiles: { type: string; slug: string; name: string }[];
    key_prefix: string | null;
    /** It issues certificates. */
    certificates: boolean;
  } | null;
  account: { state: AccountState; message: string | null; since: string | null };
  /** The request for access that the owner made through this service; null: none. */
  access: AccessStatus | null;
  installation_id: string | null;
  queue: { waiting: number; sending: number; attention: number };
  rate: { limit: number; remaining: number; resets_at: string } | null;
  eta_seconds: number | null;
  wait: { reason: 'rate_limit' | 'registry_down' | 'account'; until: string | null } | null;
};

export type AccessStatus = {
  state: 'waiting' | 'approved' | 'rejected' | 'expired';
  request_id: string;
  since: string;
};

/** What wp-admin must know to hand a key over; said in the poll beside the status. */
export type HandOver = {
  /** Public key to seal to, base64. */
  seal_key: string;
  /** Where the registry is, also while no key is known; null: nobody has said. */
  registry_url: string | null;
  has_webhook_secret: boolean;
};

export type AccountState =
  | 'ok'
  | 'copy'
  | 'two_services'
  | 'no_key'
  | 'unauthorized'
  | 'forbidden'
  | 'no_write_target'
  | 'unreachable'
  | 'unknown';
