// The records of the operator's methods. Times are microseconds since 1970 unless named otherwise.
import type { EventKind } from '@artwork-registry/contract';
import type { AttemptLogEntry, DeliveryStatus, Organization, WebhookEndpoint } from './records.ts';

/** What an operator may do in the console: look; also do what comes up daily; also decide who may hold what. */
export const OPERATOR_ROLES = ['look', 'operate', 'administer'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export type Operator = { name: string; role: OperatorRole; passwordHash: string; createdAt: number };
export type OperatorChanges = { role?: OperatorRole | undefined; passwordHash?: string | undefined };

/** What an action names: slugs of an organisation and of a profile, the prefix of a key, ids of the others. */
export type ActionReferences = {
  organization?: string | undefined;
  profile?: string | undefined;
  key?: string | undefined;
  webhook?: string | undefined;
  artwork?: string | undefined;
  certificate?: string | undefined;
  request?: string | undefined;
};

/** Whom an action concerns: when the organisation or the request is erased, the details of the action are reduced. */
export type ActionSubject = { organizationId: string | null; requestId: string | null };

/** `details`: what the action was told, as JSON, without secrets. */
export type NewAction = ActionSubject & {
  operator: string;
  via: 'console' | 'command';
  action: string;
  details: string;
};

/** What is null stays as it was written when the action began. */
export type EndedAction = ActionSubject & { outcome: 'done' | 'refused'; details: string | null };

/** `outcome` is null while it continues, and stays so where the program was ended in between. */
export type RecordedAction = Omit<NewAction, keyof ActionSubject> & {
  seq: number;
  begunAt: number;
  outcome: EndedAction['outcome'] | null;
};

export type ActionFilter = {
  operator?: string | undefined;
  /** Part of the action or of its details. */
  text?: string | undefined;
  since?: number | undefined;
  /** Only older ones than this: the `seq` of the last row seen. */
  beforeSeq?: number | undefined;
  limit: number;
};

/** API writes; requests refused for their rate; requests that failed; deliveries that arrived; attempts of deliveries that failed. */
export type CountKind = 'writes' | 'refusals' | 'errors' | 'deliveries' | 'failures';
/** `day`: 2026-11-23, in UTC. */
export type DailyCount = { day: string; kind: CountKind; count: number };

/** `id` is the webhook's, or that of the request for access whose key waits to be fetched. */
export type SealedSecret = { of: 'webhook' | 'access_request' | 'signing_key'; id: string; secret: string };

/** What the operator knows of an artist; undefined leaves it as it is, null removes it. */
export type ArtistFacts = {
  birthYear?: number | null;
  deathYear?: number | null;
  nationality?: string | null;
  ulanId?: string | null;
  wikidataId?: string | null;
};

/** What became of a correction of artist names; `works` is how many the public sees changed. */
export type ArtistCorrection =
  { ok: true; artistId: string; works: number } | { ok: false; reason: 'unknown' | 'taken' | 'same' };

export type OrganizationSummary = Organization & {
  createdAt: number;
  /** One beside the other, as their owners write them. */
  profileNames: string;
  profiles: number;
  publicWorks: number;
  /** Neither revoked nor expired. */
  validKeys: number;
  webhooks: number;
  installations: number;
};

/** An artist as a search by name finds it. */
export type FoundArtist = {
  slug: string;
  name: string;
  birthYear: number | null;
  deathYear: number | null;
  publicWorks: number;
};

export type EndpointHealth = WebhookEndpoint & {
  organizationSlug: string;
  waiting: number;
  /** When the oldest waiting delivery was written. */
  oldestWaitingAt: number | null;
  failed: number;
  /** No attempt before this moment. */
  cooldownUntilMs: number | null;
};

/** Deliveries of one endpoint that ended within one hour. Hours count from the beginning of the period, from 0. */
export type DeliveryHour = { endpointId: string; hour: number; delivered: number; failed: number };

export type DeliveryFilter = {
  deliveryId?: string | undefined;
  endpointId?: string | undefined;
  organizationId?: string | undefined;
  status?: DeliveryStatus | undefined;
  event?: string | undefined;
  /** Art ID of the work it tells about. */
  registryId?: string | undefined;
  /** Only older ones than this: the `seq` of the last row seen. */
  beforeSeq?: number | undefined;
  limit: number;
};

export type FoundDelivery = {
  seq: number;
  id: string;
  endpointId: string;
  url: string;
  organizationSlug: string;
  event: EventKind;
  resource: { type: string; id: string; registryId: string | null };
  status: DeliveryStatus;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAtMs: number | null;
  createdAt: number;
  finishedAt: number | null;
  /** Oldest first. */
  log: AttemptLogEntry[];
};

export type Backlog = {
  waiting: number;
  failed: number;
  /** The oldest delivery that an active endpoint should have been sent already: when its attempt was due. */
  oldestDueAtMs: number | null;
};

/** What the doctor asks about the database itself. */
export type Inspection = {
  schemaVersion: number;
  /** Whether the tables are those that the migrations make. */
  isSchemaAsShipped: boolean;
  /** What the integrity check found; empty when all is well. */
  damage: string[];
  /** The last updated_at given out. */
  clock: number;
};

export type FinishedStatus = Exclude<DeliveryStatus, 'pending'>;

/** What is sent again: deliveries of one endpoint written since then that ended in one of these ways. */
export type ReplayFilter = { endpointId: string; since: number; statuses: FinishedStatus[] };

/** An instance of the server that runs on the same database. */
export type InstanceRecord = {
  id: string;
  /** Host name and process id. */
  address: string;
  /** The newest schema it knows. */
  program: string;
  startedAt: number;
  seenAt: number;
  /** Endpoints it sends to now. */
  lanes: number;
};

/** A copy of the database that follows it. */
export type StandbyRecord = {
  name: string;
  /** Whether commits wait for it. */
  isSynchronous: boolean;
  state: string;
  /** How far it is behind; null where the server does not know. */
  lagBytes: number | null;
  lagSeconds: number | null;
};

/** The database server behind the storage, and who uses it. The embedded database has none of this. */
export type EngineStatus = {
  /** Such as `PostgreSQL 15.14`. */
  name: string;
  schemaVersion: number;
  instances: InstanceRecord[];
  standbys: StandbyRecord[];
  /** Whether commits wait for a standby. */
  isSynchronous: boolean;
  /** Null for the embedded database. */
  connections: { used: number; allowed: number } | null;
  /** The oldest transaction that keeps old rows from being removed; null where there is none. */
  oldestTransaction: { seconds: number; application: string } | null;
  /** What this process may not see, and how to let it. */
  hints: string[];
};
