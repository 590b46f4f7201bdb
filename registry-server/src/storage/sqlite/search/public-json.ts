// The public JSON of works as text: what a work owns is stored with it; what artist, profile and installation say now is
// spliced in here. These parts are kept in memory until the counter names_version moves: looking them up for each work again
// costs three times as much as the work itself.
import type { PublicForm } from '../../public-form.ts';
import { isUuid } from '../../../uuid.ts';
import type { SqliteContext } from '../engine/context.ts';
import { untilWritten } from './until-written.ts';

/** The columns of a work `w` that `spliceParts` takes, in its order. */
export const OWN_COLUMNS =
  'w.public_json, w.artist_id, w.profile_id, w.source_installation_id, w.registry_id';
export type OwnRow = [
  json: string,
  artistId: string,
  profileId: string,
  installationId: string | null,
  id: string,
];

type KeptParts = {
  counter: number;
  artists: Map<string, string>;
  profiles: Map<string, string>;
  sites: Map<string, string>;
};

const MAX_KEPT = 20_000;

/** Read in the statement that reads the work: each statement of its own takes SQLite's locks once more. */
const NAMES_VERSION = `(SELECT value FROM counters WHERE name = 'names_version')`;

const keptByContext = new WeakMap<SqliteContext, KeptParts>();

function keptPartsOf(context: SqliteContext): KeptParts {
  let parts = keptByContext.get(context);
  if (parts === undefined) {
    parts = { counter: -1, artists: new Map(), profiles: new Map(), sites: new Map() };
    keptByContext.set(context, parts);
  }
  return parts;
}

/** Between the work and one of its parts, what works share has changed. */
class NamesMoved extends Error {}

/**
 * Runs a read of few statements outside a transaction. Where names moved between them, everything is read again at one moment:
 * an artist who is merged in between would be missing in the work.
 */
function ofOneMoment<Value>(context: SqliteContext, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NamesMoved)) throw error;
    return context.db.transaction(read)();
  }
}

/** By registry_id or uuid; undefined unless public. */
export const findPublicJson = (context: SqliteContext, id: string): string | undefined =>
  ofOneMoment(context, () => readPublicJson(context, id));

/** The same for a public address, which shows a tombstone of a work that the operator withdrew while it was public. */
export const findPublicForm = (context: SqliteContext, id: string): PublicForm | undefined =>
  untilWritten(context, id, () => ofOneMoment(context, () => readPublicForm(context, id)));

function readPublicJson(context: SqliteContext, id: string): string | undefined {
  const column = isUuid(id) ? 'id' : 'registry_id';
  const row = context
    .rows<[...OwnRow, namesVersion: number]>(
      `SELECT ${OWN_COLUMNS}, ${NAMES_VERSION} FROM artworks w WHERE w.${column} = ? AND w.is_public = 1`,
    )
    .get(column === 'id' ? id.toLowerCase() : id);
  if (row === undefined) return undefined;
  const [json, artistId, profileId, installationId, registryId, namesVersion] = row;
  return spliceParts(context, [[json, artistId, profileId, installationId, registryId]], namesVersion)[0];
}

type FormRow = [
  isPublic: number,
  createdAt: number,
  withdrawnAt: number,
  isTransferred: number,
  isInDumps: number,
];

function readPublicForm(context: SqliteContext, id: string): PublicForm | undefined {
  const column = isUuid(id) ? 'id' : 'registry_id';
  const row = context
    .rows<[...OwnRow, namesVersion: number, ...FormRow]>(
      `SELECT ${OWN_COLUMNS}, ${NAMES_VERSION}, w.is_public, w.created_at, w.withdrawn_at, w.is_transferred,
         (SELECT in_dumps FROM profiles WHERE id = w.profile_id) FROM artworks w
       WHERE w.${column} = ? AND (w.is_public = 1 OR (w.withdrawn_at IS NOT NULL AND w.availability <> 'fully_private'
         AND EXISTS (SELECT 1 FROM changes c WHERE c.subject = w.registry_id AND c.op = 'remove')))`,
    )
    .get(column === 'id' ? id.toLowerCase() : id);
  if (row === undefined) return undefined;
  const [json, artistId, profileId, installationId, registryId, namesVersion, ...rest] = row;
  const [isPublic, registeredAt, withdrawnAt, isTransferred, isInDumps] = rest;
  if (isPublic === 0) return { withdrawn: { registryId, registeredAt, withdrawnAt } };
  const own: OwnRow = [json, artistId, profileId, installationId, registryId];
  const [whole = ''] = spliceParts(context, [own], namesVersion);
  return { json: whole, isTransferred: isTransferred === 1, isInDumps: isInDumps === 1 };
}

/**
 * The JSON of each work, in order. `namesVersion` is read with them. Throws NamesMoved where it is another one by now, which
 * does not happen inside the transaction that has read them.
 */
export function spliceParts(
  context: SqliteContext,
  rows: OwnRow[],
  namesVersion = context.pluck<number>(`SELECT ${NAMES_VERSION}`).get() ?? 0,
): string[] {
  const parts = keptPartsOf(context);
  if (parts.counter !== namesVersion) forget(parts, namesVersion);
  const origin = JSON.stringify(context.publicUrl).slice(1, -1);
  const partOf = (kept: Map<string, string>, id: string, query: string): string => {
    let part = kept.get(id);
    if (part === undefined) {
      const [found, version] = context.rows<[part: string | null, version: number]>(query).get(id) ?? [
        null,
        0,
      ];
      if (version !== namesVersion) throw new NamesMoved();
      part = found ?? 'null';
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(id, part);
    }
    return part;
  };
  return rows.map(([own, artistId, profileId, installationId, registryId]) => {
    const site = installationId === null ? '' : `${partOf(parts.sites, installationId, SITE)}}`;
    const artist = partOf(parts.artists, artistId, ARTIST);
    const profile = partOf(parts.profiles, profileId, PROFILE);
    return (
      `${own}${site},"artist":${artist},${profile},"links":{"self":"/api/v1/artworks/${registryId}",` +
      `"public_page":"${origin}/artworks/${registryId}"}}`
    );
  });
}

const SITE = `SELECT (SELECT json_quote(site_url) FROM installations WHERE id = ?), ${NAMES_VERSION}`;
const ARTIST = `SELECT (SELECT public_json FROM artists WHERE id = ?), ${NAMES_VERSION}`;
const PROFILE = `SELECT (SELECT public_json FROM profiles WHERE id = ?), ${NAMES_VERSION}`;

function forget(parts: KeptParts, counter: number): void {
  parts.counter = counter;
  for (const kept of [parts.artists, parts.profiles, parts.sites]) kept.clear();
}
