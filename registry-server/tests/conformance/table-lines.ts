// What becomes of each table and column: no table without a line. A restore, a move, an erasure and an export are written feature by
// feature, and forget what came after them; tables.test.ts compares these lines with both schemas and with what those features do.
//
// A backup holds every table whole (SQLite: the file; PostgreSQL: pg_dump, where rate_windows is empty after a restore).

export type Column = {
  /** Where `org export` or `person export` gives it out, as object.field; null: it does not. */
  exported: string | null;
  /** What an erasure of its organisation or person leaves of it. "erased": nothing. */
  erased: string;
  /** Where readers without a key see it. */
  shown: string;
};

export type TableLine = {
  /** "taken over": carry-over.ts has it. "back": as it was in the backup. "empty": it starts again. */
  restore: 'taken over' | `back: ${string}` | `empty: ${string}`;
  move: 'moved' | `left out: ${string}`;
  /** Missing where both engines have it. */
  only?: 'sqlite' | 'postgres';
  columns: Readonly<Record<string, Column>>;
};

type Group = [names: string, exported: string | null, erased: string, shown: string];

/** `exported`: the object; a field may have another name than its column, `column=field`. */
function columns(...groups: Group[]): Readonly<Record<string, Column>> {
  const entries = groups.flatMap(([names, object, erased, shown]) =>
    names.split(' ').map((name) => {
      const [column = '', field = column] = name.split('=');
      return [column, { exported: object === null ? null : `${object}.${field}`, erased, shown }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

const NOT_PERSONAL = 'kept: says nothing of anybody';
const ID = 'kept: an id says nothing of anybody';
const NOWHERE = 'nowhere';

export const TABLE_LINES: Readonly<Record<string, TableLine>> = {
  registry_facts: {
    restore: 'taken over',
    move: 'left out: written by the move itself',
    columns: columns(['name value', null, NOT_PERSONAL, 'the prefix in Art IDs, the address in links']),
  },
  counters: {
    restore: 'back: raised above both databases by the restore, or only counted again',
    move: 'moved',
    columns: columns(['name value', null, NOT_PERSONAL, NOWHERE]),
  },
  issued: {
    restore: 'back: raised by after-restore',
    move: 'left out: the counters of the other engine',
    only: 'postgres',
    columns: columns(['is_only registry_number clock', null, NOT_PERSONAL, NOWHERE]),
  },
  instances: {
    restore: 'empty: written by running instances every few seconds',
    move: 'left out: written by running instances every few seconds',
    only: 'postgres',
    columns: columns(['id address program started_at seen_at', null, NOT_PERSONAL, NOWHERE]),
  },
  organizations: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      ['id created_at erased_at', null, ID, NOWHERE],
      [
        'slug name',
        'organization',
        'erased',
        'events and the answer of GET /, to its own keys and receivers',
      ],
      ['status', 'organization', 'kept: inactive', NOWHERE],
    ),
  },
  profiles: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      ['number organization_id artworks_count list_version', null, ID, 'counts of public works'],
      ['id type created_at updated_at', 'profile', ID, 'pages, feeds, API'],
      ['slug name city website', 'profile', 'erased', 'pages, works, feeds, OAI-PMH, dumps, API'],
      ['country', 'profile', 'erased', 'the same, where show_country is set'],
      ['show_country in_dumps', 'profile', NOT_PERSONAL, NOWHERE],
      ['public_json', null, 'erased', 'spliced into works'],
    ),
  },
  former_profile_slugs: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      ['slug', null, 'erased', 'redirects, and the step of the feed'],
      ['profile_id', null, ID, NOWHERE],
    ),
  },
  api_keys: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      ['id organization_id rate_limit idle_days', null, ID, NOWHERE],
      ['hash', null, 'kept: a hash, so that the key is known as revoked', NOWHERE],
      [
        'prefix scopes created_at expires_at revoked_at last_used_at',
        'api_key',
        'kept: revoked',
        'GET /, to the key itself',
      ],
      ['name', 'api_key', 'erased', 'GET /, to the key itself'],
    ),
  },
  rate_windows: {
    restore: 'empty: a window is over in a minute',
    move: 'left out: a window is over in a minute',
    columns: columns(['key_id reset_at_seconds used', null, NOT_PERSONAL, 'headers, to the key itself']),
  },
  installations: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      ['organization_id platform_key artworks_count', null, ID, NOWHERE],
      ['site_key', null, 'erased', NOWHERE],
      ['id platform connected_at last_synced_at', 'installation', ID, 'the source of public works'],
      ['platform_label site_url', 'installation', 'erased', 'the source of public works, feeds'],
      ['site_name client_version', 'installation', 'erased', NOWHERE],
    ),
  },
  artists: {
    restore: 'back: corrections of names are made again; the feed tells what differs',
    move: 'moved',
    columns: columns(
      ['number', null, NOT_PERSONAL, NOWHERE],
      [
        'id slug name name_key sort_name birth_year death_year nationality ulan_id wikidata_id is_named created_at updated_at',
        null,
        'kept: a public record that other galleries use; one that no work names is 404',
        'pages, works, API, where a public work names the artist',
      ],
      ['artworks_count list_version public_json', null, NOT_PERSONAL, 'counts of public works'],
    ),
  },
  artist_aliases: {
    restore: 'back: as artists',
    move: 'moved',
    columns: columns(['name_key artist_id', null, 'kept: as artists', NOWHERE]),
  },
  merged_artists: {
    restore: 'back: as artists',
    move: 'moved',
    columns: columns(['id slug artist_id', null, 'kept: as artists', 'redirects']),
  },
  mediums: {
    restore: 'back: made by works',
    move: 'moved',
    columns: columns(['id key artworks_count', null, 'kept: a material, such as oil on canvas', NOWHERE]),
  },
  artworks: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      [
        'number organization_id profile_id artist_id medium_id is_public source_installation_id',
        null,
        ID,
        NOWHERE,
      ],
      ['fingerprint source_url_key cover_image_key', null, 'erased', NOWHERE],
      [
        'id registry_id withdrawn_at created_at updated_at',
        'artwork',
        'kept: the Art ID and its days, so that its address says that it is withdrawn',
        'pages, tombstones, feeds, OAI-PMH, API',
      ],
      [
        'artist_spelling=artist_name title year_created medium height_cm width_cm depth_cm price_amount price_currency',
        'artwork',
        'erased',
        'pages, OAI-PMH, dumps, API while the work is public; the price only while it is for sale',
      ],
      [
        'cover_image_url provenance_summary',
        'artwork',
        'erased',
        'pages, dumps, API while the work is public',
      ],
      [
        'is_transferred',
        null,
        NOT_PERSONAL,
        'pages, which then name no profile beside the day of registration',
      ],
      ['availability', 'artwork', NOT_PERSONAL, 'pages, dumps, API while the work is public'],
      ['external_id source_url inventory_ref', 'artwork', 'erased', NOWHERE],
      ['public_json', null, 'erased', 'the work as the API, pages and dumps show it'],
    ),
  },
  artworks_text: {
    restore: 'back: as artworks; words of works hidden since are removed',
    move: 'left out: made again from the works',
    columns: columns(
      ['number', null, ID, NOWHERE],
      ['words', null, 'erased', 'what a search finds while the work is public'],
    ),
  },
  sources: {
    restore: 'back: the next synchronisation reports it again',
    move: 'moved',
    columns: columns(
      ['number artwork_number platform_key is_public', null, ID, NOWHERE],
      ['installation_id platform status last_synced_at', 'source', 'erased', 'the source of public works'],
      ['platform_label external_id source_url', 'source', 'erased', 'the source of public works'],
    ),
  },
  former_sources: {
    restore: 'back: history of a transfer',
    move: 'moved',
    columns: columns(
      [
        'number artwork_number installation_id platform platform_label external_id status last_synced_at ended_at work_key',
        null,
        'erased with the holder of that time, not with the present one',
        NOWHERE,
      ],
      ['source_url', null, 'erased', NOWHERE],
    ),
  },
  certificates: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      ['number artwork_number organization_id', null, ID, NOWHERE],
      [
        'id issued_at',
        'certificate',
        'kept: its address says that it is withdrawn',
        'its page, to who has its address',
      ],
      [
        'issuer_name statement kid signature',
        'certificate',
        'erased',
        'its page; the statement only while the work is public',
      ],
      ['edition_number', 'certificate', NOT_PERSONAL, 'in the statement'],
      ['withdrawn_at', 'certificate', 'kept: withdrawn', 'its page'],
      ['withdrawn_reason', 'certificate', 'erased', NOWHERE],
    ),
  },
  signing_keys: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      ['kid public_key created_at retired_at revoked_at', null, NOT_PERSONAL, 'the key set'],
      ['private_key', null, NOT_PERSONAL, NOWHERE],
    ),
  },
  artwork_counts: {
    restore: 'back: kept by triggers',
    move: 'moved',
    columns: columns(['kind value count list_version', null, NOT_PERSONAL, 'totals of lists']),
  },
  list_blocks: {
    restore: 'back: kept by triggers',
    move: 'moved',
    columns: columns([
      'kind value block count content_version',
      null,
      NOT_PERSONAL,
      'totals of parts of lists',
    ]),
  },
  idempotency: {
    restore: 'taken over',
    move: 'moved',
    columns: columns([
      'organization_id key request_hash status response created_at',
      null,
      'erased',
      'to the key that repeats its request',
    ]),
  },
  changes: {
    restore: 'back: its numbers continue behind both databases, with a step for everything that differs',
    move: 'moved',
    columns: columns(
      ['seq op subject updated_at written_at is_last', null, ID, 'feeds'],
      ['payload', null, 'erased', 'feeds'],
    ),
  },
  events: {
    restore: 'back: receivers are paused; what happened since is in the feed and not sent again',
    move: 'moved',
    columns: columns([
      'seq id type organization_id payload created_at trace',
      null,
      'erased',
      'to the receivers of its organisation',
    ]),
  },
  webhook_endpoints: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      [
        'organization_id consecutive_failures last_failure_at_ms cooldown_until_ms changed_at',
        null,
        'erased',
        NOWHERE,
      ],
      ['id url events status created_at', 'webhook', 'erased', NOWHERE],
      ['secret', null, 'erased', NOWHERE],
      ['owner owner_until_ms', null, 'erased', NOWHERE],
    ),
  },
  deliveries: {
    restore: 'back: receivers are paused, and know a delivery that they had already by its id',
    move: 'moved',
    columns: columns([
      'seq id event_seq endpoint_id resource_key status is_next attempts next_attempt_at_ms due_ms lease_until_ms last_status ' +
        'last_error attempt_log created_at finished_at',
      null,
      'erased',
      NOWHERE,
    ]),
  },
  finished_deliveries: {
    restore: 'back: history',
    move: 'moved',
    only: 'postgres',
    columns: columns([
      'seq id event_seq endpoint_id resource_key status attempts next_attempt_at_ms last_status last_error attempt_log created_at finished_at',
      null,
      'erased',
      NOWHERE,
    ]),
  },
  access_requests: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      ['number is_from_sync_service', null, 'erased', NOWHERE],
      [
        'id status access_type name email organization website intended_use expected_volume platform created_at decided_at reason',
        'access_request',
        'erased',
        NOWHERE,
      ],
    ),
  },
  access_claims: {
    restore: 'taken over',
    move: 'moved',
    columns: columns([
      'request_id token_hash asked_at key_prefix sealed_key sealed_at',
      null,
      'erased',
      'the key, once, to who holds the claim token',
    ]),
  },
  access_request_hits: {
    restore: 'taken over',
    move: 'moved',
    columns: columns([
      'number address_hash email_hash at_ms',
      null,
      'kept: keyed hashes, for a day',
      NOWHERE,
    ]),
  },
  operator_links: {
    restore: 'empty: each may have been used',
    move: 'moved',
    columns: columns(['hash expires_at', null, NOT_PERSONAL, NOWHERE]),
  },
  operators: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(['name role password_hash created_at changed_at', null, 'kept: its operator', NOWHERE]),
  },
  operator_actions: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(
      [
        'seq begun_at operator via action outcome organization_id access_request_id',
        null,
        'kept: who did what',
        NOWHERE,
      ],
      ['details', null, 'erased', NOWHERE],
    ),
  },
  daily_counts: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(['day kind count', null, NOT_PERSONAL, NOWHERE]),
  },
  sent_mails: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(['key sent_at', null, ID, NOWHERE]),
  },
  leases: {
    restore: 'empty: a task is taken again',
    move: 'left out: a task is taken again',
    columns: columns(['name owner until_ms', null, NOT_PERSONAL, NOWHERE]),
  },
  removals: {
    restore: 'taken over',
    move: 'moved',
    columns: columns(['kind id removed_at', null, ID, NOWHERE]),
  },
};
