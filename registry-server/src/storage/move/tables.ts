// What is moved from one engine to the other: every table, in an order in which each row finds what it refers to. Left out
// is what is computed (indexes of words, generated columns) and what lives for a minute (rate-limit windows, leases).

/** A value as both engines give it: a boolean is 0 or 1, JSON is text in canonical form. */
export type Value = string | number | null;
export type Row = Value[];

export type Table = {
  name: string;
  columns: readonly string[];
  /** Columns that give the rows one order on both engines. */
  order: string;
  booleans?: readonly string[];
  json?: readonly string[];
  /** A column of secrets, encrypted with a key outside the database. */
  sealed?: string;
  /** Where the table is called, or put together, otherwise. */
  sqlite?: { from: string; columns?: Record<string, string> };
  /** Columns of their own order, compared by bytes. */
  isTextOrder?: boolean;
  /** But for these of them. */
  numbersInOrder?: readonly string[];
  /** A column that PostgreSQL numbers by itself from then on. */
  identity?: string;
  /** The number after which it continues is the highest ever given out, not the highest there is. */
  hasOwnSequence?: boolean;
};

const list = (names: string) => names.trim().split(/[\s,]+/);

const DELIVERY =
  list(`seq id event_seq endpoint_id resource_key attempts next_attempt_at_ms last_status last_error
  attempt_log created_at`);

export const TABLES: readonly Table[] = [
  {
    name: 'organizations',
    columns: list('id slug name status created_at erased_at'),
    order: 'id',
    isTextOrder: true,
  },
  {
    name: 'profiles',
    columns:
      list(`number id organization_id type slug name city country show_country website in_dumps created_at
      updated_at artworks_count list_version`),
    order: 'number',
    booleans: ['show_country', 'in_dumps'],
    identity: 'number',
  },
  {
    name: 'former_profile_slugs',
    columns: list('slug profile_id'),
    order: 'slug',
    isTextOrder: true,
  },
  {
    name: 'api_keys',
    columns:
      list(`id organization_id hash prefix name scopes rate_limit idle_days created_at expires_at revoked_at
      last_used_at`),
    order: 'id',
    isTextOrder: true,
  },
  {
    name: 'installations',
    columns:
      list(`id organization_id platform platform_label platform_key site_url site_key site_name client_version
      connected_at last_synced_at artworks_count`),
    order: 'id',
    isTextOrder: true,
  },
  {
    name: 'artists',
    columns: list(`number id slug name name_key sort_name birth_year death_year nationality ulan_id
      wikidata_id is_named created_at
      updated_at artworks_count list_version`),
    order: 'number',
    booleans: ['is_named'],
    sqlite: { from: 'artists', columns: { number: 'rowid' } },
    identity: 'number',
  },
  { name: 'artist_aliases', columns: list('name_key artist_id'), order: 'name_key', isTextOrder: true },
  { name: 'merged_artists', columns: list('id slug artist_id'), order: 'id', isTextOrder: true },
  { name: 'mediums', columns: list('id key artworks_count'), order: 'id', identity: 'id' },
  {
    name: 'artworks',
    columns:
      list(`number id registry_id organization_id profile_id artist_id artist_spelling title year_created medium
      medium_id height_cm width_cm depth_cm availability price_amount price_currency cover_image_url external_id
      source_url source_url_key cover_image_key inventory_ref provenance_summary fingerprint is_transferred withdrawn_at public_json
      source_installation_id created_at updated_at`),
    order: 'number',
    booleans: ['is_transferred'],
  },
  {
    name: 'sources',
    columns:
      list(`number artwork_number installation_id platform platform_label platform_key external_id source_url
      status last_synced_at is_public`),
    order: 'number',
    booleans: ['is_public'],
    identity: 'number',
  },
  {
    name: 'former_sources',
    columns: list(`number artwork_number installation_id platform platform_label external_id source_url status
      last_synced_at ended_at work_key`),
    order: 'number',
    identity: 'number',
  },
  {
    name: 'certificates',
    columns:
      list(`number id artwork_number issued_at organization_id issuer_name statement kid signature edition_number
      withdrawn_at withdrawn_reason`),
    order: 'number',
    identity: 'number',
  },
  {
    name: 'signing_keys',
    columns: list('kid public_key private_key created_at retired_at revoked_at'),
    order: 'kid',
    isTextOrder: true,
    sealed: 'private_key',
  },
  {
    name: 'artwork_counts',
    columns: list('kind value count list_version'),
    order: 'kind, value',
    isTextOrder: true,
  },
  {
    name: 'list_blocks',
    columns: list('kind value block count content_version'),
    order: 'kind, value, block',
    isTextOrder: true,
    numbersInOrder: ['block'],
  },
  {
    name: 'idempotency',
    columns: list('organization_id key request_hash status response created_at'),
    order: 'organization_id, key',
    isTextOrder: true,
  },
  {
    name: 'changes',
    columns: list('seq op subject updated_at written_at payload is_last'),
    booleans: ['is_last'],
    order: 'seq',
    identity: 'seq',
    hasOwnSequence: true,
  },
  {
    name: 'events',
    columns: list('seq id type organization_id payload created_at trace'),
    order: 'seq',
    identity: 'seq',
    hasOwnSequence: true,
  },
  {
    name: 'webhook_endpoints',
    columns: list(`id organization_id url events secret status consecutive_failures last_failure_at_ms
      cooldown_until_ms created_at changed_at`),
    order: 'id',
    isTextOrder: true,
    sealed: 'secret',
  },
  {
    name: 'deliveries',
    columns: DELIVERY,
    order: 'seq',
    json: ['attempt_log'],
    sqlite: { from: `deliveries WHERE status = 'pending'` },
    identity: 'seq',
    hasOwnSequence: true,
  },
  {
    name: 'finished_deliveries',
    columns: [...DELIVERY, 'status', 'finished_at'],
    order: 'seq',
    json: ['attempt_log'],
    sqlite: { from: `deliveries WHERE status <> 'pending'` },
  },
  {
    name: 'access_requests',
    columns:
      list(`number id status access_type name email organization website intended_use expected_volume platform
      created_at decided_at reason is_from_sync_service`),
    order: 'number',
    booleans: ['is_from_sync_service'],
    identity: 'number',
  },
  {
    name: 'access_claims',
    columns: list('request_id token_hash asked_at key_prefix sealed_key sealed_at'),
    order: 'request_id',
    isTextOrder: true,
    sealed: 'sealed_key',
  },
  {
    name: 'access_request_hits',
    columns: list('number address_hash email_hash at_ms'),
    order: 'number',
    identity: 'number',
  },
  { name: 'operator_links', columns: list('hash expires_at'), order: 'hash', isTextOrder: true },
  {
    name: 'operators',
    columns: list('name role password_hash created_at changed_at'),
    order: 'name',
    isTextOrder: true,
  },
  { name: 'removals', columns: list('kind id removed_at'), order: 'kind, id', isTextOrder: true },
  { name: 'sent_mails', columns: list('key sent_at'), order: 'key', isTextOrder: true },
  {
    name: 'daily_counts',
    columns: list('day kind count'),
    order: 'day, kind',
    isTextOrder: true,
  },
  {
    name: 'operator_actions',
    columns: list('seq begun_at operator via action details outcome organization_id access_request_id'),
    order: 'seq',
    identity: 'seq',
    hasOwnSequence: true,
  },
  {
    name: 'counters',
    columns: list('name value'),
    order: 'name',
    isTextOrder: true,
    sqlite: { from: `counters WHERE name NOT IN ('registry_number', 'clock', 'erased_in_log_at')` },
  },
];

/** What a table is called where SQLite writes it. */
export const sqliteName = ({ name }: Table) => (name === 'finished_deliveries' ? 'deliveries' : name);
