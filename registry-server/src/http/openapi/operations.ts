// What each endpoint is called, takes and answers, in the words of the API description. The table of endpoints says
// which exist; a test holds the two together. Errors that every call of a kind shares are added by document.ts.
import type { ErrorCode } from '@artwork-registry/contract';
import type { z } from 'zod';
import { ArtworkQuery, ChangesQuery, PageQuery } from '../artwork-query.ts';
import type { SchemaName } from './schemas.ts';

export type Operation = {
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** What `{id}` may be. */
  id?: string;
  query?: z.ZodObject;
  takesIdempotencyKey?: boolean;
  body?: SchemaName;
  answers: { status: 200 | 201; schema: SchemaName | null; description: string; example?: string }[];
  errors: ErrorCode[];
};

const ARTWORK_ID = 'Art ID (`registry_id`) or uuid of the artwork.';
const SLUG_OR_ID = 'Slug or uuid of the record.';
const BODY: ErrorCode[] = ['invalid_body'];
const WRITE: ErrorCode[] = ['invalid_body', 'protected_field', 'unknown_installation'];
const KEYED: ErrorCode[] = ['idempotency_key_reused', 'idempotent_request_in_progress', 'source_conflict'];

const ok = (schema: SchemaName, description: string, example?: string): Operation['answers'] => [
  { status: 200, schema, description, ...(example !== undefined && { example }) },
];

const record = (noun: 'artist' | 'gallery' | 'museum', schema: SchemaName): Operation => ({
  operationId: `get${noun[0]?.toUpperCase()}${noun.slice(1)}`,
  tag: 'records',
  summary: `Read one ${noun}`,
  id: SLUG_OR_ID,
  answers: ok(schema, `The ${noun}. Counts cover public artworks only.`),
  errors: [`${noun}_not_found`],
});

const worksOf = (noun: 'artist' | 'gallery' | 'museum'): Operation => ({
  operationId: `list${noun[0]?.toUpperCase()}${noun.slice(1)}Artworks`,
  tag: 'records',
  summary: `List the public artworks of one ${noun}, newest first`,
  id: SLUG_OR_ID,
  query: PageQuery,
  answers: ok('ArtworkList', 'One page.'),
  errors: ['invalid_query', `${noun}_not_found`],
});

/** By method and path as the table of endpoints writes them. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET /': {
    operationId: 'getService',
    tag: 'service',
    summary: 'Verify a key: whose it is, what it may do, what this registry offers',
    answers: ok('ServiceDescriptor', 'The service as this key sees it.'),
    errors: [],
  },
  'GET /artworks': {
    operationId: 'listArtworks',
    tag: 'artworks',
    summary: 'List and search public artworks',
    description:
      'Newest first; with `updated_since` ascending on (updated_at, id). `installation_id` and `platform` combine with each other, `updated_since`, `limit` and `offset` only. A parameter that is unknown, repeated or empty is refused.',
    query: ArtworkQuery,
    answers: ok('ArtworkList', 'One page.'),
    errors: ['invalid_query'],
  },
  'POST /artworks': {
    operationId: 'publishArtwork',
    tag: 'artworks',
    summary: "Publish an artwork into the organisation's own profile",
    description:
      'Compared with existing works in this order: fingerprint, external_id, inventory_ref, source_url, image URL.',
    takesIdempotencyKey: true,
    body: 'ArtworkCreate',
    answers: [
      { status: 201, schema: 'ArtworkWriteResult', description: 'Registered; `registry_id` is new.' },
      {
        status: 200,
        schema: 'ArtworkWriteResult',
        description: 'An existing artwork matched; nothing was created.',
        example: 'ArtworkDuplicate',
      },
    ],
    errors: [...WRITE, 'no_write_target', ...KEYED],
  },
  'GET /artworks/{id}': {
    operationId: 'getArtwork',
    tag: 'artworks',
    summary: 'Read one public artwork',
    id: ARTWORK_ID,
    answers: ok('ArtworkResponse', 'The artwork.'),
    errors: ['artwork_not_found'],
  },
  'PATCH /artworks/{id}': {
    operationId: 'updateArtwork',
    tag: 'artworks',
    summary: "Change an artwork inside the organisation's own profile",
    description:
      'Null clears a field, except title and artist_name. `fully_private` takes the work out of the public projection: data is null, public is false.',
    id: ARTWORK_ID,
    body: 'ArtworkUpdate',
    answers: ok('ArtworkUpdateResult', 'What changed, and the work as it is now.'),
    errors: [...WRITE, 'not_permitted', 'artwork_not_found', 'source_conflict'],
  },
  'POST /artworks/match': {
    operationId: 'matchArtwork',
    tag: 'artworks',
    summary: 'Dry run of a publish (feature match)',
    body: 'ArtworkCreate',
    answers: ok('MatchResult', 'What publishing this body would find now.'),
    errors: [...WRITE, 'no_write_target'],
  },
  'GET /artworks/{id}/source': {
    operationId: 'getArtworkSource',
    tag: 'sources',
    summary: 'Read the sources of a public artwork',
    id: ARTWORK_ID,
    answers: ok('ArtworkSourceResponse', 'The oldest active source first.'),
    errors: ['artwork_not_found'],
  },
  'PATCH /artworks/{id}/source': {
    operationId: 'updateArtworkSource',
    tag: 'sources',
    summary: 'Report the state of a work in the connected system',
    description: 'Content, visibility and `updated_at` of the artwork stay as they are; no event is sent.',
    id: ARTWORK_ID,
    body: 'ArtworkSourcePatch',
    answers: ok('ArtworkUpdateResult', 'The work, unchanged, and its sources.', 'SourcePatchResult'),
    errors: [
      ...BODY,
      'installation_id_required',
      'source_ownership_mismatch',
      'artwork_not_found',
      'source_not_found',
      'source_conflict',
    ],
  },
  'GET /artists/{id}': record('artist', 'ArtistResponse'),
  'GET /artists/{id}/artworks': worksOf('artist'),
  'GET /galleries/{id}': record('gallery', 'GalleryResponse'),
  'GET /galleries/{id}/artworks': worksOf('gallery'),
  'GET /museums/{id}': record('museum', 'MuseumResponse'),
  'GET /museums/{id}/artworks': worksOf('museum'),
  'GET /changes': {
    operationId: 'listChanges',
    tag: 'artworks',
    summary: 'Follow the public projection, removals included (feature changes)',
    query: ChangesQuery,
    answers: ok('ChangeList', 'Changes after the given seq, oldest first.'),
    errors: ['invalid_query'],
  },
  'POST /integrations/access-requests': {
    operationId: 'requestAccess',
    tag: 'integrations',
    summary: 'Ask for an API key; needs none',
    description: '`read` is issued at once, the key is shown this once. `publishing` and `both` are queued.',
    body: 'AccessRequest',
    answers: ok('AccessRequestResult', 'A read key, or a queued request.'),
    errors: BODY,
  },
  'POST /integrations/connect': {
    operationId: 'connectInstallation',
    tag: 'integrations',
    summary: 'Register the installation of an integration',
    description: 'The same organisation, platform and site always get the same installation.',
    body: 'ConnectRequest',
    answers: ok('Installation', 'The installation and the profiles this key may publish to.'),
    errors: ['invalid_body', 'protected_field', 'site_url_required'],
  },
  'POST /integrations/sync': {
    operationId: 'syncArtworks',
    tag: 'integrations',
    summary: 'Publish up to 50 artworks; each item answers for itself',
    body: 'SyncRequest',
    answers: ok('SyncResult', 'One result per item, in the order sent.'),
    errors: [...WRITE, 'no_write_target'],
  },
  'POST /integrations/updates': {
    operationId: 'updateArtworks',
    tag: 'integrations',
    summary: 'Up to 50 updates or source patches in one call (feature batch_update)',
    body: 'BatchUpdateRequest',
    answers: ok('BatchUpdateResult', 'One result per item, in the order sent.'),
    errors: WRITE,
  },
  'GET /openapi.json': {
    operationId: 'getOpenApi',
    tag: 'service',
    summary: 'This description (feature openapi)',
    answers: [{ status: 200, schema: null, description: 'OpenAPI 3.1.' }],
    errors: [],
  },
};

export const PARAMETER_WORDS: Readonly<Record<string, string>> = {
  q: 'Words or beginnings of words in title, artist name and medium; marks and case do not matter.',
  artist: 'Slug, uuid or part of the name of an artist.',
  gallery: 'Slug or uuid of a gallery.',
  museum: 'Slug or uuid of a museum.',
  collection: 'Slug or uuid of the profile that holds the work.',
  medium: 'Part of the medium.',
  year: 'year_created exactly.',
  availability: 'Availability exactly.',
  collect24_id: 'Art ID exactly.',
  installation_id: 'Only works that this installation of yours is responsible for.',
  platform: 'Only works that come from this platform.',
  price_min: 'Lowest public asking price.',
  price_max: 'Highest public asking price.',
  updated_since: 'Works changed at or after this moment, oldest change first.',
  after: 'The `next_after` of the page before; 0 begins with the first change.',
  limit: 'Size of the page.',
  offset: 'Start of the page.',
};

export const TAGS: Readonly<Record<string, string>> = {
  service: 'What this registry is and offers.',
  artworks: 'Reading, publishing and changing artworks.',
  sources: 'Where a record comes from, and its state there.',
  records: 'Artists, galleries and museums.',
  integrations: 'Access, connected systems and batches.',
};
