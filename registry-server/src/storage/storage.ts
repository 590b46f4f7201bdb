// The one storage interface. A method is one unit of work: what it returns has been committed. Refusals the API
// defines come back as values; only faults are thrown. Most methods are an operation of the same name, which an engine runs:
// operations.ts lists them, and domain/rules.ts those that are a rule.
import type { PublicForm } from './public-form.ts';
import type {
  Artist,
  Artwork,
  ArtworkSource,
  ArtworkUpdateResult,
  ArtworkWriteResult,
  Institution,
} from '@artwork-registry/contract';
import type { Clock } from '#kit/clock';
import type { OperatorStore } from './operator-store.ts';
import type { LongWaits } from './shared/waits.ts';
import type {
  AccessRequestLimits,
  AccessRequestOutcome,
  AccessRequestRecord,
  AccessRequestStatus,
  ApiKeyRecord,
  Approval,
  ArtworkFilter,
  ArtworkState,
  CertificateInput,
  CertificateRecord,
  ChangeRecord,
  ClaimOutcome,
  ClaimedLane,
  ClaimOptions,
  EndedAttempt,
  DeliveryRecord,
  InstallationRecord,
  NewInstallation,
  NewSigningKey,
  NewAccessRequest,
  NewApiKeyRow,
  Organization,
  OrganizationStatus,
  Outcome,
  ProfileChanges,
  ProfileRecord,
  ProfileType,
  PublishInput,
  KeyChanges,
  FeedRange,
  FeedWork,
  Lease,
  PublicEntry,
  PublicPage,
  PublishMatch,
  ReadCaller,
  Recipient,
  Refusal,
  SigningKey,
  SiteAddress,
  SourcePatchInput,
  UpdateInput,
  WebhookChanges,
  WebhookEndpoint,
  Withdrawal,
} from './records.ts';
import type { DumpDepartures, ProfileName, PublicBatch } from './dump-records.ts';

export interface OrganizationStore {
  /** Refuses a slug that is taken with a NameTaken error. */
  insertOrganization(row: { slug: string; name: string }): Promise<Organization>;
  listOrganizations(): Promise<Organization[]>;
  findOrganization(slug: string): Promise<Organization | undefined>;
  updateOrganizationStatus(slug: string, status: OrganizationStatus): Promise<Organization | undefined>;
  updateOrganizationName(slug: string, name: string): Promise<Organization | undefined>;
  insertProfile(row: Omit<ProfileRecord, 'id'>): Promise<ProfileRecord>;
  /**
   * A change of public fields also writes the event gallery.updated. A slug that is taken, or was ever another profile's, is
   * refused with NameTaken; the former one leads here for ever.
   */
  updateProfile(slug: string, changes: ProfileChanges): Promise<ProfileRecord | undefined>;
  findProfile(slug: string): Promise<ProfileRecord | undefined>;
  findProfileById(id: string): Promise<ProfileRecord | undefined>;
  /** Oldest first. */
  listProfiles(organizationId: string): Promise<ProfileRecord[]>;
}

export interface KeyStore {
  insertApiKey(row: {
    organizationId: string;
    hash: string;
    prefix: string;
    name: string | null;
    scopes: string[];
    rateLimit: number | null;
    expiresAt: number | null;
  }): Promise<void>;
  listApiKeys(organizationId: string): Promise<ApiKeyRecord[]>;
  /** Undefined when no key that is not revoked has this prefix. A key that got an end moves it no more with its use. */
  updateApiKey(prefix: string, changes: KeyChanges): Promise<ApiKeyRecord | undefined>;
  /** False when no key that is still valid has this prefix. */
  revokeApiKey(prefix: string): Promise<boolean>;
  /** A key that is neither revoked nor expired. */
  findApiKey(hash: string): Promise<ApiKeyRecord | undefined>;
  /** Counts one request in the key's fixed window, unless the limit is used up. */
  countRequest(
    keyId: string,
    limit: number,
  ): Promise<{ isAllowed: boolean; remaining: number; resetAtSeconds: number }>;
}

export interface InstallationStore {
  /** Inserts or finds by identity; a repeat refreshes site_url, name and version. Refuses an inactive organisation. */
  connectInstallation(
    row: NewInstallation,
  ): Promise<{ ok: true; installation: InstallationRecord; created: boolean } | Refusal>;
  /**
   * The site has another address: its sources show it, the feed gets a step. Refuses an installation of somebody else, and an
   * address where another one of the organisation lives; and an inactive organisation, unless the operator erases it.
   */
  moveInstallation(
    organizationId: string,
    id: string,
    address: SiteAddress,
    by: 'gallery' | 'operator',
  ): Promise<{ ok: true; installation: InstallationRecord } | Refusal>;
  findInstallation(organizationId: string, id: string): Promise<InstallationRecord | undefined>;
  listInstallations(organizationId: string): Promise<InstallationRecord[]>;
}

export interface ArtworkStore {
  /** Each input is atomic by itself; answers come in input order. Keys in use by another call are refused. */
  publishArtworks(inputs: PublishInput[]): Promise<Outcome<ArtworkWriteResult>[]>;
  updateArtworks(inputs: (UpdateInput | SourcePatchInput)[]): Promise<Outcome<ArtworkUpdateResult>[]>;
  /** By registry_id or uuid; undefined unless public. */
  findPublicArtwork(id: string): Promise<Artwork | undefined>;
  /** The same as JSON text, ready to be sent: the way of every hot read. */
  findPublicJson(id: string): Promise<string | undefined>;
  /**
   * What the work's public address shows: its JSON, or a tombstone. Undefined alike for a work that is hidden, that never was
   * public, and that never was; all by the same statements.
   */
  findPublicForm(id: string): Promise<PublicForm | undefined>;
  /** Public works with from ≤ number < to, in the order of their numbers. */
  listPublicRange(from: number, to: number): Promise<PublicEntry[]>;
  /** Which ranges of `size` numbers have a public work, as number / size in whole numbers. */
  listPublicParts(size: number): Promise<number[]>;
  /** Oldest active first, then by age; undefined unless the work is public. */
  listPublicSources(id: string): Promise<ArtworkSource[] | undefined>;
  listPublicArtworks(filter: ArtworkFilter): Promise<{ total: number; artworks: Artwork[] }>;
  /**
   * The same with the works as one JSON array in UTF-8, ready to be sent; `count` works are in it. Of the questions of one
   * caller one is worked on at a time, so that its slow ones leave the other readers to everybody else.
   */
  listPublicJson(filter: ArtworkFilter, caller?: ReadCaller): Promise<PublicPage>;
  /** The dry run of a publish; refuses what a publish would refuse for the installation or the write target. */
  matchArtwork(input: PublishInput): Promise<{ ok: true; match: PublishMatch } | Refusal>;
  /** Undefined unless a public work names the artist. */
  findArtist(id: string): Promise<Artist | undefined>;
  findInstitution(type: ProfileType, id: string): Promise<Institution | undefined>;
}

/** The feed of public changes, by its steps. */
export interface FeedStore {
  /** Changes with a seq greater than `after`, oldest first, at most `limit`. */
  listChanges(after: number, limit: number): Promise<{ changes: ChangeRecord[]; hasMore: boolean }>;
  /** Steps with from ≤ seq < to. */
  listFeedRange(from: number, to: number): Promise<FeedRange>;
  /** The last step of each work with after < seq ≤ upTo. */
  listFeedWorks(after: number, upTo: number, limit: number): Promise<FeedWork[]>;
  /** Undefined for a work that was never public. */
  findFeedWork(registryId: string): Promise<FeedWork | undefined>;
  /** The last step of the feed that was written before this time (microseconds); 0 where there is none. */
  findLastStepBefore(time: number): Promise<number>;
  /** The newest step of the feed; 0 while there is none. */
  findFeedEnd(): Promise<number>;
}

/** What dumps are written from, and what has to leave them. */
export interface DumpStore {
  /** Public works with a number greater than `after` whose profile takes part in dumps. */
  listPublicBatch(after: number, limit: number): Promise<PublicBatch>;
  /** Which of these Art IDs may be in a dump now: of public works whose profile takes part. */
  listInDumps(registryIds: string[]): Promise<string[]>;
  /**
   * Which of these slugs of holders may be read in a dump that was checked at this time (microseconds): of profiles that were there by
   * then, take part now, and are not erased.
   */
  listHoldersInDumps(slugs: string[], checkedAt: number): Promise<string[]>;
  /** What happened after `since` by which works may have to leave dumps. */
  findDumpDepartures(since: number): Promise<DumpDepartures>;
  /** The profiles whose works are in no dump, by slug. */
  listProfilesOutsideDumps(): Promise<ProfileName[]>;
  /** After a restore, until the operator has looked at who is left out: no dump is written. */
  areDumpsOnHold(): Promise<boolean>;
  updateDumpHold(isOnHold: boolean): Promise<void>;
}

/** Requests for access by people who have no key yet. */
export interface AccessRequestStore {
  /**
   * Counts the request against both limits and stores it, with its key where one is given, in one unit of work.
   * Over a limit nothing is counted and nothing stored.
   */
  insertAccessRequest(row: NewAccessRequest, limits: AccessRequestLimits): Promise<AccessRequestOutcome>;
  /** Oldest first; all of them without a status. */
  listAccessRequests(status?: AccessRequestStatus): Promise<AccessRequestRecord[]>;
  findAccessRequest(id: string): Promise<AccessRequestRecord | undefined>;
  /**
   * Issues the key to the recipient and closes the request, in one unit of work; undefined unless it is queued. The key is
   * kept encrypted as well, until the program that asked has fetched it. Refuses a slug that is taken with NameTaken.
   */
  approveAccessRequest(
    id: string,
    recipient: Recipient,
    key: NewApiKeyRow & { sealedKey: string },
  ): Promise<Approval | undefined>;
  /** Undefined for an unknown request. `askedAt` is when the program that asked came for the key last; null: never. */
  findClaimToken(requestId: string): Promise<{ tokenHash: string; askedAt: number | null } | undefined>;
  /** For a caller whose token is right. Noted, so that it is answered once within 30 seconds. */
  claimAccess(requestId: string): Promise<ClaimOutcome>;
  /** Undefined unless the request is queued. */
  rejectAccessRequest(id: string, reason?: string | null): Promise<AccessRequestRecord | undefined>;
}

export interface CertificateStore {
  /** Writes the event certificate.created as well. */
  issueCertificate(input: CertificateInput): Promise<Outcome<CertificateRecord>>;
  withdrawCertificate(
    withdrawal: Withdrawal,
  ): Promise<{ ok: true; certificate: CertificateRecord } | Refusal>;
  findCertificate(id: string): Promise<CertificateRecord | undefined>;
  /** Of a work, oldest first. */
  listCertificates(registryId: string): Promise<CertificateRecord[]>;
  /** Oldest first; their private keys are encrypted. */
  listSigningKeys(): Promise<SigningKey[]>;
  /** Retires the others. `onlyFirst`: nothing is done where one signs already. */
  insertSigningKey(key: NewSigningKey, options: { onlyFirst: boolean }): Promise<void>;
  /** The key counts as stolen from now on, and signs no more. False where there is no such key. */
  revokeSigningKey(kid: string): Promise<boolean>;
}

/** What only the operator may do with a work. */
export interface CurationStore {
  findArtworkState(registryId: string): Promise<ArtworkState | undefined>;
  withdrawArtwork(registryId: string): Promise<ArtworkState | undefined>;
  restoreArtwork(registryId: string): Promise<ArtworkState | undefined>;
  /**
   * Moves the work into another profile; both organisations get artwork.ownership_changed. Between two organisations its
   * sources end, and external_id, source_url and inventory_ref are cleared.
   */
  transferArtwork(registryId: string, profileSlug: string): Promise<ArtworkState | undefined>;
}

export interface WebhookStore {
  insertWebhook(row: {
    organizationId: string;
    url: string;
    events: string[];
    secret: string;
  }): Promise<WebhookEndpoint>;
  listWebhooks(organizationId: string): Promise<WebhookEndpoint[]>;
  findWebhook(id: string): Promise<WebhookEndpoint | undefined>;
  updateWebhook(id: string, changes: WebhookChanges): Promise<WebhookEndpoint | undefined>;
  /** With everything that waits for it, and its history. False for an unknown one. */
  removeWebhook(id: string): Promise<boolean>;
  updateWebhookSecret(id: string, secret: string): Promise<boolean>;
  /** Resuming resets the failure counter. */
  updateWebhookStatus(id: string, status: 'active' | 'paused'): Promise<WebhookEndpoint | undefined>;
  /** Enqueues webhook.test for this endpoint alone; answers the delivery id. */
  insertTestDelivery(id: string): Promise<string | undefined>;
  /** Newest first. */
  listDeliveries(endpointId: string, limit: number): Promise<DeliveryRecord[]>;
  /** Puts a finished delivery back to the start of its attempts. */
  replayDelivery(id: string): Promise<boolean>;
}

export interface DeliveryStore {
  /**
   * Claims what is due under a lease: oldest first, never two of one resource. Returns every lane named in `capacity`
   * whose endpoint is active and still has pending deliveries. Returns [] when nothing is due and `isDueLikely` is false.
   */
  claimDeliveries(options: ClaimOptions): Promise<ClaimedLane[]>;
  /**
   * Records how attempts ended; only now they count. Answers in their order; `isPaused`: this failure paused the endpoint.
   * A failure reported after the lease ran out changes nothing, because somebody else may be sending by then.
   */
  finishDeliveries(ended: EndedAttempt[]): Promise<{ isPaused: boolean }[]>;
  /** Called after each commit that added deliveries. */
  onDeliveries(listener: () => void): void;
  /** Called after this storage changed the secret or the status of an endpoint, before the caller is answered. */
  onEndpointChange(listener: (endpointId: string) => void): void;
  countDeliveries(): Promise<Record<string, number>>;
}

export interface Storage
  extends
    OrganizationStore,
    KeyStore,
    InstallationStore,
    ArtworkStore,
    FeedStore,
    DumpStore,
    AccessRequestStore,
    CurationStore,
    CertificateStore,
    OperatorStore,
    WebhookStore,
    DeliveryStore {
  /** Of the data, not of this process; `publicUrl` is null until one is set. */
  readonly identity: { idPrefix: string; publicUrl: string | null };
  /** The time that leases, windows and expiry go by: of PostgreSQL for all its instances, else of this machine. */
  readonly clock: Clock;
  /** Where the data is, as the operator names it; no secret is in it. */
  readonly place: string;
  /** Throws when the database cannot be read, or cannot be written just now. */
  ping(): Promise<void>;
  /** Why works are not written although the database takes writes: it may lack committed ones. Null: they are. */
  findWriteRefusal(): Promise<string | null>;
  /** Whether this process does the task now: nobody else does. To be taken again before its time is over. */
  takeLease(lease: Lease): Promise<boolean>;
  endLease(lease: Omit<Lease, 'ms'>): Promise<void>;
  /** Removes what has had its time, in small pieces; returns how many rows. */
  sweep(olderThan: { idempotencyHours: number; deliveryDays: number }): Promise<number>;
  /**
   * Shortens what waits for longer than its schedule allows, because a clock that was ahead set its time; returns how many
   * rows. `longestRetryMs`: of the webhooks of this server, in milliseconds. In a new database the time begins by which sweeps count.
   */
  shortenWaits(longestRetryMs: number): Promise<number>;
  listLongWaits(longestRetryMs: number): Promise<LongWaits[]>;
  close(): Promise<void>;
}

/** A unique name that is already in use; `what` names the field. */
export class NameTaken extends Error {
  readonly what: string;
  readonly value: string;
  constructor(what: string, value: string) {
    super(`${what} "${value}" is already taken`);
    this.name = 'NameTaken';
    this.what = what;
    this.value = value;
  }
}

/** The database cannot take this now: the line is full, the disk is full, or another process holds the lock. */
export class StorageUnavailable extends Error {
  constructor(reason: string, options?: { cause: unknown }) {
    super(reason, options);
    this.name = 'StorageUnavailable';
  }
}

const LOOK_FIRST = 'it may have been done, so look before you run it again';

/**
 * The same of a write that may have been carried out: its answer was lost, or a standby may not have it. Callers must not take it for
 * one that was refused.
 */
export class OutcomeUnknown extends StorageUnavailable {
  override name = 'OutcomeUnknown';
  /** What a caller is told. */
  static readonly advice =
    'The registry does not know whether this was done. Look at it, or send it again with the same idempotency key.';
  /** What to do about it on the command line. */
  readonly next: string;

  constructor(reason: string, options?: { cause: unknown }, next = LOOK_FIRST) {
    super(reason, options);
    this.next = next;
  }
}

/** A read that took longer than a reader may be held; the same question would take as long again. */
export class ReadTooLong extends StorageUnavailable {
  constructor() {
    super('a read took too long and was stopped');
    this.name = 'ReadTooLong';
  }
}
