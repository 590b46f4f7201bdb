// The port between the rules of the registry (domain/) and an engine: everything a rule may ask inside one unit of work.
// It is coarse on purpose. A rule reads its facts with one call, decides in memory, and hands over all it writes with
// another, because on PostgreSQL each call is a round trip. No method decides anything, and none may be used after its
// unit has ended. On SQLite every promise has settled when it is returned.
import type { ErrorCode, ErrorIssue } from '@artwork-registry/contract';
import type {
  ArtistFacts,
  ArtistName,
  ArtistQuery,
  ArtworkWrite,
  Candidate,
  Holder,
  NewAnswer,
  NewChange,
  NewEvent,
  PublishFacts,
  PublishQuery,
  StoredArtwork,
  Subscribers,
  UpdateFacts,
  UpdateQuery,
} from './artwork-facts.ts';
import type {
  AccessClaimRecord,
  AccessRequestRecord,
  ArtworkState,
  AttemptLogEntry,
  CertificateRecord,
  DecidedRequest,
  InstallationRecord,
  NewClaim,
  NewInstallation,
  NewKey,
  Organization,
  ProfileRecord,
  Refusal,
} from './records.ts';

export interface Tx extends ArtworkTx, CorrectionTx, OrganizationTx, AccessTx, DeliveryTx {
  /** When the unit began, in milliseconds. */
  readonly nowMs: number;
  /** Origin of the public pages, without trailing slash. */
  readonly publicUrl: string;
  /** What Art IDs begin with. */
  readonly idPrefix: string;
  /** The next time in microseconds: now, but later than every one given out before, in the order of commits. */
  tick(): number;
  /** The number of the next Art ID. One that was given out is never given out again, not even when the unit fails. */
  nextArtworkNumber(): number;
}

/** Works, their sources, and what follows from a change of them. */
export interface ArtworkTx {
  gatherPublish(query: PublishQuery): Promise<PublishFacts>;
  gatherUpdate(query: UpdateQuery): Promise<UpdateFacts>;
  gatherArtist(query: ArtistQuery): Promise<ArtistFacts>;
  /** The organisation's oldest work with this fingerprint, and the oldest public one of everybody else. */
  listSameFingerprint(organizationId: string, fingerprint: string): Promise<Candidate[]>;
  /** Number of the work that this external_id of the installation names. */
  findExternalIdHolder(installationId: string, externalId: string): Promise<number | undefined>;
  /** By number, registry_id or uuid; hidden works are found as well. */
  findArtwork(id: number | string): Promise<StoredArtwork | undefined>;
  /** Those of them that there are, in their order. */
  listArtworks(numbers: number[]): Promise<StoredArtwork[]>;
  /** The work as the operator sees it. */
  findArtworkState(id: string): Promise<ArtworkState | undefined>;
  /** The profile with this slug, and its organisation. */
  findTransferTarget(profileSlug: string): Promise<{ holder: Holder; subscribers: Subscribers } | undefined>;
  /** A new work, or what changed of one, with everything that follows from it. */
  writeArtwork(write: ArtworkWrite): Promise<void>;
  writeArtworks(writes: ArtworkWrite[]): Promise<void>;
  /** Of a withdrawn work: the Art ID, its days and the artist's record stay. */
  eraseWork(number: number): Promise<void>;
  /** The answer of a request that wrote nothing else. */
  writeAnswer(answer: NewAnswer): Promise<void>;
  findCertificate(id: string): Promise<CertificateRecord | undefined>;
  /** `answer`: of the idempotency key, if there is one. */
  writeCertificate(
    certificate: CertificateRecord,
    artworkNumber: number,
    events: NewEvent[],
    answer?: NewAnswer,
  ): Promise<void>;
  writeWithdrawal(certificateId: string, at: number, reason: string): Promise<void>;
}

/** The operator's corrections of artists. */
export interface CorrectionTx {
  /** `isNameTaken`: another artist has this name, or is led to by it. Throws where there is no such artist. */
  gatherArtistRename(
    artistId: string,
    nameKey: string,
  ): Promise<{ artist: { name: string; nameKey: string }; isNameTaken: boolean }>;
  /** The old name leads to the artist from now on; the new one leads nowhere else. */
  writeArtistName(name: ArtistName, formerNameKey: string): Promise<void>;
  markArtistNamed(artistId: string): Promise<void>;
  /** Numbers of public works of the artist, at most so many. */
  listPublicArtworksOf(artistId: string, limit: number): Promise<number[]>;
  /** All names of one artist lead to another one. */
  leadArtistNames(fromId: string, intoId: string): Promise<void>;
  /** Removes an artist without works; id and slug lead to the other. False, and nothing done, while there are works. */
  removeMergedArtist(fromId: string, intoId: string): Promise<boolean>;
  /** Throws for an unknown artist. */
  getArtistName(artistId: string): Promise<{ id: string; name: string; slug: string }>;
}

/** Profiles, connected sites and endpoints. */
export interface OrganizationTx {
  /** Both refuse a slug that is taken with a NameTaken error. */
  insertOrganization(row: { slug: string; name: string }): Promise<Organization>;
  insertProfile(row: Omit<ProfileRecord, 'id'>): Promise<ProfileRecord>;
  findProfileWithSubscribers(
    slug: string,
  ): Promise<{ profile: ProfileRecord; subscribers: Subscribers } | undefined>;
  writeProfile(profile: ProfileRecord, at: number, changes: NewChange[], events: NewEvent[]): Promise<void>;
  findInstallationOfSite(
    organizationId: string,
    platformKey: string,
    siteKey: string,
  ): Promise<InstallationRecord | undefined>;
  insertInstallation(installation: InstallationRecord, row: NewInstallation): Promise<void>;
  findInstallation(organizationId: string, id: string): Promise<InstallationRecord | undefined>;
  /** Whether a public work shows the site, and with it its address. */
  isSiteShown(installationId: string): Promise<boolean>;
  /** The site's address, and its name and version where they are given; null: nothing of it changes. */
  updateInstallation(
    id: string,
    site: Pick<NewInstallation, 'siteUrl' | 'siteKey' | 'siteName' | 'clientVersion'> | null,
    changes: NewChange[],
  ): Promise<void>;
  isOrganizationActive(organizationId: string): Promise<boolean>;
  /** The organisation with this endpoint alone. */
  findEndpointAsSubscriber(endpointId: string): Promise<Subscribers | undefined>;
  writeEvents(events: NewEvent[]): Promise<void>;
}

/** A limit on the hits of one sender within a window. */
export type HitWindow = { hash: string; limit: number; windowMs: number };

/** Requests for access. */
export interface AccessTx {
  /** When the hit was made with which each limit is reached, in milliseconds; undefined below the limit. */
  gatherAccessHits(windows: {
    address: HitWindow;
    email: HitWindow;
  }): Promise<{ address: number | undefined; email: number | undefined }>;
  findAccessRequest(id: string): Promise<AccessRequestRecord | undefined>;
  /** Stores the request, its claim, one hit of its sender, and the key that answers it, if any. */
  writeAccessRequest(
    request: AccessRequestRecord,
    claim: NewClaim,
    sender: { addressHash: string; emailHash: string },
    key: NewKey | null,
  ): Promise<void>;
  /** Status, time and reason of a decided request, and the key that goes with it, if any: also encrypted, to be claimed. */
  writeDecision(request: DecidedRequest, key: (NewKey & { sealedKey: string }) | null): Promise<void>;
  /** Undefined for a request that does not exist. */
  findClaim(requestId: string): Promise<AccessClaimRecord | undefined>;
  writeClaim(requestId: string, claim: Pick<AccessClaimRecord, 'askedAt' | 'sealedKey'>): Promise<void>;
}

/**
 * How an attempt ended, to be recorded in its row: `delivered` while the delivery is pending; the others only under the
 * lease they were claimed with. `given_up` was the last attempt.
 */
export type AttemptRecord = { seq: number; endpointId: string; leaseUntilMs: number } & (
  | { kind: 'released' }
  | { kind: 'delivered' | 'given_up'; log: AttemptLogEntry }
  | { kind: 'failed'; log: AttemptLogEntry; nextAttemptAtMs: number }
);

/** An endpoint as deliveries see it. */
export type LaneState = {
  endpointId: string;
  status: 'active' | 'paused';
  consecutiveFailures: number;
  lastFailureAtMs: number | null;
  /** No attempt before this moment. */
  cooldownUntilMs: number | null;
};

/** Deliveries and the lanes they go through. */
export interface DeliveryTx {
  /** Whether each was recorded: one that had ended otherwise, or was claimed by somebody else since, is left alone. */
  recordAttempts(attempts: AttemptRecord[]): Promise<boolean[]>;
  /** Nothing else changes them until the unit ends. */
  listLaneStates(endpointIds: string[]): Promise<LaneState[]>;
  writeLaneStates(lanes: LaneState[]): Promise<void>;
}

/** Thrown inside a unit of work to undo it and answer with an API error. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(code: ErrorCode, message?: string, issues?: ErrorIssue[]) {
    super(code);
    this.refusal = { ok: false, code, message, issues };
  }
}
