// A work, its states and its steps, in the words that all parts share. Types only, so that the parts need not import each other.

export const WORK_STATES = [
  'queued',
  'sending',
  'published',
  'matched',
  'elsewhere',
  'attention',
  'stopped',
  'hidden',
  'private',
  'sold',
  'moved',
  'held',
  'forgotten',
] as const;
export type WorkState = (typeof WORK_STATES)[number];

export type SiteState = 'shared' | 'not_shared' | 'gone' | 'broken';
export type SourceStatus = 'active' | 'unpublished' | 'removed';
export type OnLeave = 'not_for_sale' | 'fully_private' | 'nothing';

/** Who may write the registry's record. ours: we; elsewhere: another profile; private: nobody, it is withdrawn; moved: its new holder. */
export type Ownership = 'ours' | 'elsewhere' | 'private' | 'moved';

/** The bulk removal check of a leaving work. waiting: not counted yet; free: may go; held: waits for the owner; kept: the owner refused. */
export type Departure = 'waiting' | 'free' | 'held' | 'kept';

/** The fields of an artwork body as the shop wants them shown, without `integration`. */
export type ArtworkContent = { [field: string]: unknown; external_id: string };

export type WorkIssue = { path: string; message: string };
export type WorkError = { code: string; message: string; issues: WorkIssue[]; hint: string | null };

/** What the registry's public record said when it was last seen. */
export type Shows = {
  title: string | null;
  artist_name: string | null;
  /** The registry's record of the artist. */
  artist_id: string | null;
  year_created: string | null;
  medium: string | null;
  height_cm: number | null;
  width_cm: number | null;
  depth_cm: number | null;
  availability: string | null;
  price: { amount: number; currency: string } | null;
  created_at: string | null;
  updated_at: string | null;
};

/** No availability has this name. */
export const SOLD_OVER_UNKNOWN = 'unknown';

export type Work = {
  siteId: string;
  externalId: string;
  /** Revision of the shop's outbox that this row is about. */
  revision: number;
  siteState: SiteState;
  leaveReason: string | null;
  title: string;
  content: ArtworkContent | null;
  contentHash: string | null;
  /** Hash of what the site last sent, before it was read; null: unknown. */
  siteHash: string | null;
  /** Who the work is to the registry, while it counts: shared, or known there. Null: it equals no other. */
  fingerprint: string | null;
  registryId: string | null;
  ownership: Ownership;
  /** Fields as the registry last accepted them from us; null: unknown, so compare first. */
  confirmed: ArtworkContent | null;
  confirmedSource: SourceStatus | null;
  confirmedAt: string | null;
  matchedOn: string | null;
  /**
   * The shop's availability at the moment the registry said "sold": not overwritten until the shop changes it. SOLD_OVER_UNKNOWN:
   * the shop has not said one; the first that it says takes the place.
   */
  soldOver: string | null;
  state: WorkState;
  error: WorkError | null;
  /** Target that was refused: the same target is not sent again. */
  blockedTarget: string | null;
  publicPage: string | null;
  shows: Shows | null;
  /** Time of the registry event (or "now" for a command) that asks for a fresh look; null: none. */
  recheckSince: string | null;
  lastEventAt: string | null;
  recheckAt: string | null;
  /** When a work that the registry knows left the shop, in ms since the epoch. */
  leftAt: number | null;
  departure: Departure | null;
  /** Target that the owner accepted although it describes another work. */
  acceptedTarget: string | null;
};

export type ActionKind = 'publish' | 'update' | 'source' | 'compare';

export type ActionBody =
  | { kind: 'publish'; content: ArtworkContent }
  | { kind: 'update'; changes: { [field: string]: unknown } }
  | { kind: 'source'; status: SourceStatus }
  | { kind: 'compare' };

export type PlannedAction = { body: ActionBody; target: string; priority: number };

export type Action = {
  id: number;
  siteId: string;
  externalId: string;
  kind: ActionKind;
  registryId: string | null;
  idempotencyKey: string;
  body: ActionBody;
  target: string;
  priority: number;
  /** How often it was sent; above 0 the registry may have carried it out. */
  attempts: number;
  /** How often a whole batch with it was refused without a reason: its next batch is a quarter as large. */
  suspicion: number;
  notBefore: number;
};

/** What became of one action; the engine writes it down and plans the work again. */
export type Outcome =
  | { result: 'settled'; patch: Partial<Work> }
  | { result: 'refused'; error: WorkError }
  | { result: 'later'; delayMs: number; isSuspect: boolean; newKey?: string };

export const PRIORITY = { source: 30, update: 20, compare: 15, publish: 10 } as const;
