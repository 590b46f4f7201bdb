// What a rule reads about a work in one go, and what it hands over to be written. Facts are as stored, nothing decided;
// times are microseconds since 1970. Columns keep the names they have in the database.
import type { Artwork, ArtworkSource, EventKind } from '@artwork-registry/contract';
import type { ArtworkFields, InstallationRecord, PublicInstallation, PublicProfile } from './records.ts';

/** A work with what its public form shows of its artist and its holder. */
export type ArtworkRow = {
  number: number;
  id: string;
  registry_id: string;
  organization_id: string;
  profile_id: string;
  artist_id: string;
  fingerprint: string | null;
  title: string;
  year_created: string | null;
  medium: string | null;
  height_cm: number | null;
  width_cm: number | null;
  depth_cm: number | null;
  availability: Artwork['availability'] | 'fully_private';
  price_amount: number | null;
  price_currency: string | null;
  cover_image_url: string | null;
  external_id: string | null;
  source_url: string | null;
  /** What the two URLs are recognised by (domain/identity.ts). */
  source_url_key: string | null;
  cover_image_key: string | null;
  inventory_ref: string | null;
  provenance_summary: string | null;
  /** The artist's name as this work's owner wrote it. */
  artist_spelling: string | null;
  /** 1 once the work was moved into another profile than the one that registered it. */
  is_transferred: number;
  withdrawn_at: number | null;
  is_public: number;
  created_at: number;
  updated_at: number;
  artist_name: string;
  artist_slug: string;
  /** 0 as long as no public work has named the artist. */
  artist_is_named: number;
  /** The name to which the operator has led the artist's name; null where it is the artist's own. */
  artist_leads_to: string | null;
  profile_slug: string;
  profile_name: string;
  profile_type: string;
  profile_city: string | null;
  /** Null unless the profile shows it. */
  profile_country: string | null;
};

export type SourceRow = {
  installation_id: string;
  /** Whose installation it is. */
  organization_id: string;
  platform: string;
  platform_label: string | null;
  platform_key: string;
  site_url: string;
  external_id: string | null;
  source_url: string | null;
  status: ArtworkSource['status'];
  last_synced_at: number;
};

/** An organisation and its webhook endpoints; `events` are kinds or `*`. The slug is empty where there are no endpoints. */
export type Subscribers = {
  organizationId: string;
  slug: string;
  endpoints: { id: string; events: string[] }[];
};

/** A work with its sources, oldest first, and those who hear of it. */
export type StoredArtwork = { row: ArtworkRow; sources: SourceRow[]; subscribers: Subscribers };

/** The profile under which a work is published. */
export type Holder = {
  id: string;
  slug: string;
  name: string;
  type: string;
  city: string | null;
  country: string | null;
};

/** How an artist may be looked up: the normalised name, and slugs for a new record, best first. */
export type ArtistQuery = { nameKey: string; slugs: string[] };

export type ArtistFacts = {
  /** The artist with this name. An alias comes first: while two records are merged, both have the name. */
  known: { id: string; name: string; slug: string; isNamed: boolean; isByAlias: boolean } | undefined;
  takenSlugs: string[];
};

/** The stored answer of an idempotency key. */
export type StoredAnswer = {
  requestHash: string;
  status: number;
  response: string;
  /** Whether the work it is about is public now. */
  isPublic: boolean;
};

/** A work that shares an identity key. */
export type Candidate = { number: number; organizationId: string };

/** A work of the caller's organisation that shares a URL, with what may tell the two apart. */
export type UrlCandidate = {
  number: number;
  inventoryRef: string | null;
  externalId: string | null;
  hasSources: boolean;
  /** external_id of its source of the installation asked about. */
  installationExternalId: string | null;
};

export type PublishQuery = {
  organizationId: string;
  idempotencyKey: string | null;
  /** Null: the organisation's oldest gallery or collection. */
  profileId: string | null;
  installationId: string | null;
  artist: ArtistQuery;
  fingerprint: string | null;
  externalId: string | null;
  inventoryRef: string | null;
  sourceUrlKey: string | null;
  coverImageKey: string | null;
  /** Artist and title. */
  workKey: string;
  /** How many works with the same inventory_ref or the same URL are wanted. */
  carriers: number;
};

export type PublishFacts = {
  /** The organisation is. A key may be known for a moment longer than its organisation is active. */
  isActive: boolean;
  answer: StoredAnswer | undefined;
  /** Undefined unless it is the organisation's own. */
  installation: InstallationRecord | undefined;
  holder: Holder | undefined;
  artist: ArtistFacts;
  /** The oldest of the organisation, and the oldest public one of everybody else. */
  sameFingerprint: Candidate[];
  /** The work that this external_id of the installation names; without installation: the organisation's oldest work with it. */
  sameExternalId: Candidate | undefined;
  /**
   * The work that this external_id of the installation, or else of another one of the organisation, named under that artist and title until it
   * was transferred to another organisation.
   */
  formerSource: Candidate | undefined;
  /** Of the organisation, hidden and withdrawn works included, oldest first, as are the two below. */
  sameInventoryRef: Candidate[];
  sameSourceUrl: UrlCandidate[];
  sameImageUrl: UrlCandidate[];
  subscribers: Subscribers;
};

export type UpdateQuery = {
  organizationId: string;
  /** registry_id or uuid; hidden works are found as well. */
  artworkId: string;
  idempotencyKey: string | null;
  installationId: string | null;
  externalId: string | null;
  artist: ArtistQuery | null;
};

export type UpdateFacts = {
  /** The organisation that asks is. */
  isActive: boolean;
  answer: StoredAnswer | undefined;
  artwork: StoredArtwork | undefined;
  installation: InstallationRecord | undefined;
  /** Number of the work that this external_id of the installation names. */
  externalIdHolder: number | undefined;
  artist: ArtistFacts | undefined;
};

export type NewArtist = {
  id: string;
  slug: string;
  name: string;
  nameKey: string;
  sortName: string;
  isNamed: boolean;
  at: number;
};

/** How an artist is named from now on. */
export type ArtistName = { id: string; name: string; nameKey: string; sortName: string; at: number };

/** The name that a public work gives an artist; the record begins with the first. */
export type ArtistNaming = { id: string; name: string; sortName: string; at: number };

export type NewEvent = {
  id: string;
  type: EventKind;
  organizationId: string;
  /** JSON, as receivers get it. */
  payload: string;
  createdAt: number;
  /** Deliveries of one resource go to an endpoint one after the other. */
  resourceKey: string;
  deliveries: { id: string; endpointId: string }[];
};

/** A step in the feed of changes. */
export type NewChange = { updatedAt: number } & (
  | { op: 'upsert' | 'remove'; registryId: string }
  | { op: 'profile'; profile: PublicProfile }
  | { op: 'installation'; installation: PublicInstallation }
);

export type NewAnswer = {
  organizationId: string;
  key: string;
  requestHash: string;
  status: number;
  response: string;
  createdAt: number;
};

export type ArtworkWrite = {
  artist?: NewArtist | undefined;
  naming?: ArtistNaming | undefined;
  /** The work as it was; undefined: it is new. Only columns that differ are written. */
  before?: ArtworkRow | undefined;
  /** The work as it is from now on. */
  row: ArtworkRow;
  /** The part of the public JSON that the work owns, and the installation whose site address belongs into it. */
  publicJson: string;
  sourceInstallationId: string | null;
  /** True: its words can be found; false: not any more; undefined: as before. */
  isIndexed?: boolean | undefined;
  /** Inserted, or put in the place of the one of the same installation; the installation was synchronised with it. */
  source?: SourceRow | undefined;
  /** All its sources become history at this time, with the artist and title that they named. */
  endSources?: { at: number; workKey: string } | undefined;
  changes?: NewChange[] | undefined;
  events?: NewEvent[] | undefined;
  answer?: NewAnswer | undefined;
};

/** The columns that a client's fields are stored in; `medium` is one of them. */
export type FieldColumns = Omit<ArtworkFields, 'price'> &
  Pick<ArtworkRow, 'price_amount' | 'price_currency' | 'source_url_key' | 'cover_image_key'>;
