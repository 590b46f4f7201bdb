// The records that cross the storage interface. Times are microseconds since 1970 unless named otherwise.
import type {
  Artwork,
  ErrorCode,
  ErrorIssue,
  EventKind,
  SourceStatus,
  Availability,
} from '@artwork-registry/contract';

/** erasing: its erasure was begun, and is run again where it was interrupted. */
export type OrganizationStatus = 'active' | 'inactive' | 'erasing';
export type Organization = { id: string; slug: string; name: string; status: OrganizationStatus };

export type ProfileType = 'gallery' | 'museum' | 'collection';
export type ProfileRecord = {
  id: string;
  organizationId: string;
  type: ProfileType;
  slug: string;
  name: string;
  city: string | null;
  country: string | null;
  showCountry: boolean;
  website: string | null;
  /** Whether its works are in the dumps. */
  inDumps: boolean;
};
export type ProfileChanges = Partial<
  Pick<ProfileRecord, 'slug' | 'name' | 'city' | 'country' | 'showCountry' | 'website' | 'inDumps'>
>;

export type ApiKeyRecord = {
  id: string;
  organization: Organization;
  prefix: string;
  name: string | null;
  scopes: string[];
  rateLimit: number | null;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** Written at most daily; null: never used. */
  lastUsedAt: number | null;
  /** Days without use after which the key ends: expiresAt moves with use. Null: expiresAt is fixed. */
  idleDays: number | null;
};

export type NewInstallation = {
  organizationId: string;
  platform: string;
  platformLabel: string | null;
  platformKey: string;
  siteUrl: string;
  siteKey: string;
  siteName: string | null;
  clientVersion: string | null;
};

/** `siteKey` is what two addresses are compared by. */
export type SiteAddress = Pick<NewInstallation, 'siteUrl' | 'siteKey'>;

export type InstallationRecord = {
  id: string;
  organizationId: string;
  platform: string;
  platformLabel: string | null;
  platformKey: string;
  siteUrl: string;
  connectedAt: number;
  lastSyncedAt: number | null;
};

/** Everything a client may say about a work, in stored form; null means not known. */
export type ArtworkFields = {
  title: string;
  year_created: string | null;
  medium: string | null;
  height_cm: number | null;
  width_cm: number | null;
  depth_cm: number | null;
  availability: Availability;
  price: { amount: number; currency: string } | null;
  cover_image_url: string | null;
  external_id: string | null;
  source_url: string | null;
  inventory_ref: string | null;
};

/** A known platform, or `custom` with the name as it was given; `key` is what two names are compared by. */
export type PlatformIdentity = { platform: string; label: string | null; key: string };

/** What a source should become; undefined leaves the stored value. */
export type SourceChange = {
  installationId: string;
  platform?: PlatformIdentity | undefined;
  externalId?: string | null | undefined;
  sourceUrl?: string | null | undefined;
  status?: SourceStatus | undefined;
  lastSyncedAt?: number | undefined;
};

export type Idempotency = {
  key: string;
  requestHash: string;
  /** Keep the answer without the work: a repeated call only needs to know that it was done. */
  isSlim?: boolean;
};

export type PublishInput = {
  organizationId: string;
  fields: ArtworkFields;
  artistName: string;
  source: SourceChange | null;
  idempotency: Idempotency | null;
  /** Import by the operator names the profile; otherwise the organisation's write target is used. */
  profileId?: string | undefined;
};

export type UpdateInput = {
  organizationId: string;
  artworkId: string;
  fields: Partial<ArtworkFields>;
  artistName?: string | undefined;
  source: SourceChange | null;
  idempotency: Idempotency | null;
};

export type SourcePatchInput = {
  organizationId: string;
  artworkId: string;
  change: Omit<SourceChange, 'installationId'> & { installationId?: string | undefined };
  idempotency: Idempotency | null;
};

/** A refusal is an answer, not a fault: nothing was written. */
export type Refusal = {
  ok: false;
  code: ErrorCode;
  message?: string | undefined;
  issues?: ErrorIssue[] | undefined;
};
export type Outcome<T> = { ok: true; status: number; replayed: boolean; body: T } | Refusal;

export type ArtworkFilter = {
  q?: string | undefined;
  artist?: string | undefined;
  gallery?: string | undefined;
  museum?: string | undefined;
  collection?: string | undefined;
  medium?: string | undefined;
  year?: string | undefined;
  availability?: string | undefined;
  registryId?: string | undefined;
  /** With the organisation that asks: an installation of somebody else finds nothing. */
  installation?: { id: string; organizationId: string } | undefined;
  platform?: PlatformIdentity | undefined;
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  updatedSince?: number | undefined;
  artistId?: string | undefined;
  profileId?: string | undefined;
  limit: number;
  offset: number;
};

/**
 * A certificate as it is stored, and what its status and its visibility depend on. Issuer, statement, key and signature are null
 * once its organisation was erased.
 */
export type CertificateRecord = {
  id: string;
  registryId: string;
  /** Who issued it. */
  organizationId: string;
  /** The profile's name on the day of issue. */
  issuerName: string | null;
  statement: string | null;
  kid: string | null;
  signature: string | null;
  editionNumber: number | null;
  issuedAt: number;
  withdrawnAt: number | null;
  isSuperseded: boolean;
  isWorkPublic: boolean;
  /** When the operator withdrew the work, and with it the certificate. */
  workWithdrawnAt: number | null;
};

/** `privateKey` is PKCS #8 in PEM. */
export type Signer = { kid: string; privateKey: string };

/** A key that signs certificates; `publicKey` is SPKI in PEM, `privateKey` is encrypted. */
export type SigningKey = {
  kid: string;
  publicKey: string;
  privateKey: string;
  createdAt: number;
  retiredAt: number | null;
  /** Since then it counts as stolen. */
  revokedAt: number | null;
};

export type NewSigningKey = Pick<SigningKey, 'kid' | 'publicKey' | 'privateKey'>;

/** `organizationId` null: the operator. */
export type CertificateInput = {
  organizationId: string | null;
  /** registry_id or uuid. */
  artworkId: string;
  editionNumber: number | null;
  editionSize: number | null;
  note: string | null;
  idempotency: Idempotency | null;
  signer: Signer;
  /** What the statement says of this registry. */
  registry: { name: string; url: string };
};
export type Withdrawal = { organizationId: string | null; certificateId: string; reason: string };

/** A task that one process does at a time; `ms`: for how long nobody else may take it. */
export type Lease = { name: string; owner: string; ms: number };

/** Steps of the feed in a range of its numbers; `before`, `after`: the nearest step on either side, or null. */
/** `isEmpty`: there is no step in the range, public or not. `before` and `after` are numbers of steps. */
export type FeedRange = {
  changes: ChangeRecord[];
  isEmpty: boolean;
  before: number | null;
  after: number | null;
};

/** The last step of a work, with the public JSON that it shows now; null: it is not shown any longer. */
export type FeedWork = { seq: number; registryId: string; writtenAt: number; json: string | null };

export type PublicEntry = { registryId: string; updatedAt: number };

/** A page of the public list; `json` is the JSON array of its `count` works in UTF-8. */
export type PublicPage = { total: number; count: number; json: Uint8Array };

/** Who asks, and whether an answer is still wanted: a question whose asker has gone is not worked on. */
export type ReadCaller = { id: string; isThere: () => boolean };

/** What is undefined stays as it is. `rateLimit` null: the server's own; `expiresAt` null: never. */
export type KeyChanges = {
  name?: string | null | undefined;
  rateLimit?: number | null | undefined;
  expiresAt?: number | null | undefined;
};

/** What is undefined stays as it is. */
export type WebhookChanges = { url?: string | undefined; events?: string[] | undefined };

export type WebhookEndpoint = {
  id: string;
  organizationId: string;
  url: string;
  /** Event kinds; `*` means all. */
  events: string[];
  status: 'active' | 'paused';
  consecutiveFailures: number;
};

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'expired';
export type DeliveryRecord = {
  id: string;
  event: EventKind;
  status: DeliveryStatus;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAtMs: number | null;
  /** Oldest first. */
  log: AttemptLogEntry[];
};

/** One attempt as it ended; `answer` is the beginning of what a refusing receiver said. */
export type AttemptLogEntry = {
  at_ms: number;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer: string | null;
};

export type ClaimOptions = {
  leaseMs: number;
  /** How many deliveries a lane may be given, unless `capacity` says otherwise for its endpoint. */
  perEndpoint: number;
  capacity: ReadonlyMap<string, number>;
  /** True: claim at once. False: look in a reader first, so that most looks disturb no write. */
  isDueLikely: boolean;
};

export type LeasedDelivery = {
  /** The number of its row. */
  seq: number;
  id: string;
  event: string;
  payload: string;
  /** When what it tells of happened. */
  eventAtMs: number;
  /** Of the request that made it happen, where that named one. */
  trace: string | null;
  /** Number of this attempt, from 1. */
  attempt: number;
  leaseUntilMs: number;
};

/** An active endpoint in its present state, and the deliveries claimed for it. */
export type ClaimedLane = {
  endpointId: string;
  url: string;
  /** Encrypted signing secret as stored. */
  secret: string;
  deliveries: LeasedDelivery[];
};

/** One delivery with all that sending it needs. */
export type ClaimedDelivery = LeasedDelivery & Omit<ClaimedLane, 'deliveries'>;

/** What the end of an attempt is recorded by: it travels to the writer's thread, the payload need not. */
export type ClaimTicket = Pick<ClaimedDelivery, 'seq' | 'endpointId' | 'leaseUntilMs'> & {
  startedAtMs: number;
};
export type EndedAttempt = { claim: ClaimTicket; result: AttemptResult };

export type AttemptResult =
  | { kind: 'delivered'; status: number; durationMs: number }
  | {
      kind: 'failed';
      status: number | null;
      error: string;
      durationMs: number;
      answer: string | null;
      /** Null after the last attempt. */
      nextAttemptAtMs: number | null;
      cooldownMs: number[];
    }
  /** Not sent, or aborted because the server stopped: it does not count, and the lease ends at once. */
  | { kind: 'released' };

export type ArtworkState = {
  registry_id: string;
  id: string;
  title: string;
  artist_name: string;
  availability: string;
  public: boolean;
  withdrawn: boolean;
  organization: string;
  profile: string;
  created_at: string;
  updated_at: string;
};

/**
 * One step of the public projection. `remove` is a tombstone, `profile` and `installation` say what a profile or a connected
 * site shows now. Seqs rise; a reader that follows them misses nothing.
 */
/** `writtenAt` rises with `seq`; `updatedAt` is that of what the step is about, and may be older. Both in microseconds. */
export type ChangeRecord = { seq: number; updatedAt: number; writtenAt: number } & (
  | { op: 'upsert' | 'remove'; registryId: string }
  | { op: 'profile'; profile: PublicProfile }
  | { op: 'installation'; installation: PublicInstallation }
);

export type PublicInstallation = { id: string; site_url: string };

/** What everybody may know of a profile; `former_slug` where it had another one. */
export type PublicProfile = {
  id: string;
  type: ProfileType;
  slug: string;
  former_slug: string | null;
  name: string;
  city: string | null;
  country: string | null;
};

/** What a publish of the same input would do now. `conflict` is the message of the source_conflict it would answer. */
export type PublishMatch = {
  duplicate: boolean;
  matchedOn: string | null;
  /** Of the matched work; null when nothing matched, or when the conflict concerns a work that did not match. */
  registryId: string | null;
  /** Null as well when the matched work is not public. */
  data: Artwork | null;
  conflict: string | null;
};

export type AccessType = 'read' | 'publishing' | 'both';
export type AccessRequestStatus = 'issued' | 'queued' | 'approved' | 'rejected';
export type AccessRequestRecord = {
  id: string;
  status: AccessRequestStatus;
  accessType: AccessType;
  name: string;
  email: string;
  organization: string | null;
  website: string;
  intendedUse: string;
  expectedVolume: string | null;
  platform: string | null;
  createdAt: number;
  decidedAt: number | null;
  /** Why it was rejected. */
  reason: string | null;
  /** Whether it came from an address of a sync service that the operator has named. */
  isFromSyncService: boolean;
};

export type DecidedRequest = AccessRequestRecord & { decidedAt: number };

/** What waits for the program that asked. `tokenHash` is the SHA-256 of the token that it was given. */
export type NewClaim = { tokenHash: string; keyPrefix: string | null };

export type AccessClaimRecord = {
  status: AccessRequestStatus;
  /** When the program asked last; null: never. */
  askedAt: number | null;
  /** The approved key, encrypted, as long as it waits to be fetched. */
  sealedKey: string | null;
  sealedAt: number | null;
  /** The key that the request was answered with. */
  key: {
    prefix: string;
    scopes: string[];
    expiresAt: number | null;
    revokedAt: number | null;
    lastUsedAt: number | null;
  } | null;
};

export type ClaimOutcome =
  | { kind: 'unknown' }
  | { kind: 'early'; retryAfterSeconds: number }
  | ({ kind: 'answered'; status: 'waiting' | 'approved' | 'rejected' | 'expired' } & Pick<
      AccessClaimRecord,
      'sealedKey' | 'key'
    >);

/** Who gets the key of an approved request: an organisation that is there, or one that is made with its profile. */
export type Recipient =
  | { organizationId: string }
  | { organization: { slug: string; name: string }; profile: Omit<ProfileRecord, 'id' | 'organizationId'> };

export type Approval = {
  request: AccessRequestRecord;
  organizationId: string;
  /** Whether the program that asked has come for the key: it will fetch it. */
  isClaimed: boolean;
};

/** A key as it is stored: the plain key never reaches the storage. */
export type NewApiKeyRow = {
  hash: string;
  prefix: string;
  name: string | null;
  scopes: string[];
  rateLimit: number | null;
};

/** A key that is issued to an organisation. */
export type NewKey = NewApiKeyRow & {
  organizationId: string;
  expiresAt: number | null;
  /** Days without use after which the key ends; expiresAt then moves with use. */
  idleDays?: number;
};

export type NewAccessRequest = Omit<
  AccessRequestRecord,
  'id' | 'status' | 'createdAt' | 'decidedAt' | 'reason'
> & {
  /** HMAC of the sending address (IPv6 by /64) and of the e-mail address in lower case: limits are counted on these. */
  addressHash: string;
  emailHash: string;
  /** SHA-256 of the token that claims the key. */
  claimHash: string;
  /** Given for `read`, and then issued at once. */
  readKey: NewApiKeyRow | null;
};

export type AccessRequestLimits = { perAddressHour: number; perEmailDay: number };
export type AccessRequestOutcome =
  | {
      ok: true;
      request: AccessRequestRecord;
      /** When the issued key ends unless it is used; null without a key. */
      keyExpiresAt: number | null;
    }
  | { ok: false; retryAfterSeconds: number };
