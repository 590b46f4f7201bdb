// What a restore takes over from the replaced database, table by table: what was taken away since the backup, or made known to others,
// must not come back or be forgotten. Rows are matched by ids that are never given out twice. Of a replaced database that is not a later state
// of the backup no value is taken over that replaces another one, and never anything about an organisation that the backup has erased. What
// a table without a line here gets back is said in tests/conformance/table-lines.ts.
import type { Database } from 'better-sqlite3';
import type { SqliteContext } from './engine/context.ts';
import { rebuildProjection } from './rebuild-projection.ts';
import { removeText } from './search/text-index.ts';

/** How many rows of each table were taken over; tables without any are left out. */
export type CarriedOver = {
  rows: Record<string, number>;
  /** Organisations that were erased since, by the slugs they have here again: they are to be erased once more. */
  eraseAgain: string[];
  /** Certificates of works that were registered since, which this database does not know. */
  lostCertificates: number;
};

/** Answers how many rows of the copy have changed. `isLater`: the replaced database is a later state of the copy. */
type Carry = (context: SqliteContext, live: Database, isLater: boolean) => number;
type CarryAlways = (context: SqliteContext, live: Database) => number;

/** In this order: requests go before keys lose their names, works are hidden before certificates are looked at. */
export const CARRIED: Readonly<Record<string, Carry>> = {
  removals: each(
    'SELECT kind, id, removed_at FROM removals',
    'INSERT INTO removals (kind, id, removed_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  ),
  registry_facts: each(
    `SELECT value FROM registry_facts WHERE name = 'public_url'`,
    `INSERT INTO registry_facts (name, value) VALUES ('public_url', ?)
     ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
  ),
  organizations: each(
    `SELECT status, id FROM organizations WHERE status <> 'active'`,
    `UPDATE organizations SET status = @1 WHERE id = @2 AND (status = 'active' OR (@1 = 'erasing' AND status = 'inactive' AND erased_at IS NULL))`,
  ),
  profiles: each(
    'SELECT in_dumps, show_country, id FROM profiles WHERE in_dumps = 0 OR show_country = 0',
    `UPDATE profiles SET in_dumps = min(in_dumps, @1), show_country = min(show_country, @2)
     WHERE id = @3 AND (in_dumps > @1 OR show_country > @2)`,
  ),
  former_profile_slugs: carryFormerSlugs,
  access_requests: carryRequests,
  access_claims: each(
    'SELECT request_id, key_prefix FROM access_claims WHERE key_prefix IS NOT NULL AND sealed_key IS NULL',
    `UPDATE access_claims SET sealed_key = NULL WHERE request_id = ? AND key_prefix = ? AND sealed_key IS NOT NULL`,
  ),
  api_keys: carryKeys,
  installations: whereLater(carryAddresses),
  artworks: hideWorks,
  signing_keys: carrySigningKeys,
  certificates: carryCertificates,
  // Of a certificate that is here: the same request issues no second one, which would supersede it. A lost work is written again.
  idempotency: each(
    `SELECT organization_id, key, request_hash, status, response, created_at, response ->> '$.certificate_id'
     FROM idempotency WHERE response ->> '$.certificate_id' IS NOT NULL`,
    `INSERT INTO idempotency (organization_id, key, request_hash, status, response, created_at)
     SELECT @1, @2, @3, @4, @5, @6 FROM certificates c, organizations o
     WHERE c.id = @7 AND o.id = @1 AND o.erased_at IS NULL ON CONFLICT DO NOTHING`,
  ),
  webhook_endpoints: carryEndpoints,
  operators: carryOperators,
  operator_actions: carryActions,
  sent_mails: each(
    'SELECT key, sent_at FROM sent_mails',
    'INSERT INTO sent_mails (key, sent_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  ),
  access_request_hits: carryHits,
  daily_counts: each(
    'SELECT day, kind, count FROM daily_counts',
    `INSERT INTO daily_counts (day, kind, count) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET count = excluded.count WHERE excluded.count > count`,
  ),
};

/** Into the copy. */
export function carryOver(context: SqliteContext, live: Database, isLater: boolean): CarriedOver {
  const rows = Object.entries(CARRIED)
    .map(([table, carry]) => [table, carry(context, live, isLater)] as const)
    .filter(([, count]) => count > 0);
  const known = context.pluck<number>('SELECT 1 FROM certificates WHERE id = ?');
  const issued = live.prepare<[], string>('SELECT id FROM certificates').pluck().all();
  return {
    rows: Object.fromEntries(rows),
    eraseAgain: listErased(context, live),
    lostCertificates: issued.filter((id) => known.get(id) === undefined).length,
  };
}

function listErased(context: SqliteContext, live: Database): string[] {
  const find = context.pluck<string>('SELECT slug FROM organizations WHERE id = ? AND erased_at IS NULL');
  return live
    .prepare<[], string>(`SELECT id FROM organizations WHERE erased_at IS NOT NULL OR status = 'erasing'`)
    .pluck()
    .all()
    .flatMap((id) => find.all(id));
}

/** One write for each row that is read; its values are @1, @2 and so on, or ? each, in the order of the columns. */
function each(read: string, write: string): CarryAlways {
  const text = write.replaceAll(/@(\d+)/g, '@value$1');
  // Named only where the text names them: the driver takes no names for a bare question mark.
  const valuesOf = (row: unknown[]) =>
    text === write ? row : [Object.fromEntries(row.map((value, index) => [`value${index + 1}`, value]))];
  return ({ db }, live) => {
    const statement = db.prepare<unknown[]>(text);
    let changed = 0;
    for (const row of live.prepare<[], unknown[]>(read).raw().iterate())
      changed += statement.run(...valuesOf(row)).changes;
    return changed;
  };
}

/** For values that replace others: an older database would put back what has been replaced since. */
function whereLater(carry: CarryAlways): Carry {
  return (context, live, isLater) => (isLater ? carry(context, live) : 0);
}

const sum = (...counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** Former ones, and the present one of a profile that has another here: addresses that were made known lead to it for good. */
function carryFormerSlugs(context: SqliteContext, live: Database): number {
  return each(
    'SELECT slug, profile_id FROM former_profile_slugs UNION ALL SELECT slug, id FROM profiles',
    `INSERT INTO former_profile_slugs (slug, profile_id) SELECT @1, p.id
     FROM profiles p JOIN organizations o ON o.id = p.organization_id AND o.erased_at IS NULL
     WHERE p.id = @2 AND NOT EXISTS (SELECT 1 FROM profiles WHERE slug = @1) ON CONFLICT DO NOTHING`,
  )(context, live);
}

/** Those of erased people go, with the names of their keys; a rejection stays. */
function carryRequests(context: SqliteContext, live: Database): number {
  const { sql } = context;
  const removed = `SELECT id FROM removals WHERE kind = 'access_request'`;
  sql(
    `UPDATE api_keys SET name = NULL WHERE prefix IN
       (SELECT key_prefix FROM access_claims WHERE request_id IN (${removed}))`,
  ).run();
  sql(`DELETE FROM access_claims WHERE request_id IN (${removed})`).run();
  return sum(
    sql(`DELETE FROM access_requests WHERE id IN (${removed})`).run().changes,
    each(
      `SELECT decided_at, reason, id FROM access_requests WHERE status = 'rejected'`,
      `UPDATE access_requests SET status = 'rejected', decided_at = ?, reason = ? WHERE id = ? AND status = 'queued'`,
    )(context, live),
  );
}

/** Revoked, ended earlier, with less allowed in a minute, or without the name of a person who was erased. */
function carryKeys(context: SqliteContext, live: Database): number {
  return sum(
    each(
      'SELECT revoked_at, hash FROM api_keys WHERE revoked_at IS NOT NULL',
      'UPDATE api_keys SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL',
    )(context, live),
    each(
      'SELECT expires_at, hash FROM api_keys WHERE expires_at IS NOT NULL AND idle_days IS NULL',
      `UPDATE api_keys SET expires_at = @1, idle_days = NULL WHERE hash = @2 AND (expires_at IS NULL OR expires_at > @1)`,
    )(context, live),
    each(
      'SELECT rate_limit, hash FROM api_keys WHERE rate_limit IS NOT NULL',
      'UPDATE api_keys SET rate_limit = @1 WHERE hash = @2 AND (rate_limit IS NULL OR rate_limit > @1)',
    )(context, live),
    each(
      'SELECT hash FROM api_keys WHERE name IS NULL',
      'UPDATE api_keys SET name = NULL WHERE hash = ? AND name IS NOT NULL',
    )(context, live),
  );
}

type SiteRow = { id: string; organization: string };

/**
 * Where a site has moved since: its former address may be somebody else's by now, and nothing would move it again. An organisation that
 * was erased here keeps no address, and one with a site that the replaced database does not know keeps all of its own: that site may be
 * where another one would move to.
 */
function carryAddresses({ db, sql }: SqliteContext, live: Database): number {
  const known = new Set(live.prepare<[], string>('SELECT id FROM installations').pluck().all());
  const kept = new Set(
    db.prepare<[], string>('SELECT id FROM organizations WHERE erased_at IS NOT NULL').pluck().all(),
  );
  const ours = db.prepare<[], SiteRow>('SELECT id, organization_id AS organization FROM installations').all();
  for (const { id, organization } of ours) if (!known.has(id)) kept.add(organization);
  const sites = live
    .prepare<[], SiteRow>(
      `SELECT id, organization_id AS organization, site_url AS url, site_key AS key, site_name AS name, client_version AS version
       FROM installations`,
    )
    .all()
    .filter(({ organization }) => !kept.has(organization));
  // First out of each other's way: one site may be now where another one was.
  const leave = sql('UPDATE installations SET site_key = id WHERE id = @id AND site_url <> @url');
  const arrive = sql(
    `UPDATE installations SET site_url = @url, site_key = @key, site_name = @name, client_version = @version
     WHERE id = @id AND site_url <> @url`,
  );
  for (const site of sites) leave.run(site);
  return sum(...sites.map((site) => arrive.run(site).changes));
}

/** Withdrawn by the operator, or made fully private by their owner, since the backup was made. */
function hideWorks(context: SqliteContext, live: Database): number {
  const hide = context.sql(
    `UPDATE artworks SET withdrawn_at = coalesce(withdrawn_at, @withdrawnAt),
       availability = iif(@isPrivate, 'fully_private', availability)
     WHERE registry_id = @registryId
       AND ((withdrawn_at IS NULL AND @withdrawnAt IS NOT NULL) OR (availability <> 'fully_private' AND @isPrivate))
     RETURNING number`,
  );
  const hidden = live
    .prepare<[], { withdrawnAt: number | null; isPrivate: number; registryId: string }>(
      `SELECT withdrawn_at AS withdrawnAt, availability = 'fully_private' AS isPrivate, registry_id AS registryId
       FROM artworks WHERE is_public = 0`,
    )
    .iterate();
  let count = 0;
  for (const state of hidden) {
    const found = hide.get(state) as { number: number } | undefined;
    if (found === undefined) continue;
    removeText(context, found.number);
    rebuildProjection(context, found.number);
    count += 1;
  }
  return count;
}

/** All stay published, else what they signed looks forged; a retired or revoked one signs no more. */
function carrySigningKeys(context: SqliteContext, live: Database): number {
  return sum(
    each(
      'SELECT kid, public_key, private_key, created_at, retired_at, revoked_at FROM signing_keys',
      `INSERT INTO signing_keys (kid, public_key, private_key, created_at, retired_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    )(context, live),
    each(
      'SELECT retired_at, revoked_at, kid FROM signing_keys WHERE retired_at IS NOT NULL OR revoked_at IS NOT NULL',
      `UPDATE signing_keys SET retired_at = coalesce(retired_at, @1), revoked_at = coalesce(revoked_at, @2)
       WHERE kid = @3 AND ((retired_at IS NULL AND @1 IS NOT NULL) OR (revoked_at IS NULL AND @2 IS NOT NULL))`,
    )(context, live),
  );
}

/** Issued since, for works that are here; and withdrawn since. Their order, by which one supersedes another, is that of their issue. */
function carryCertificates(context: SqliteContext, live: Database): number {
  return sum(
    each(
      `SELECT c.id, c.organization_id, c.issuer_name, c.statement, c.kid, c.signature, c.edition_number, c.issued_at,
         c.withdrawn_at, w.id, w.registry_id
       FROM certificates c JOIN artworks w ON w.number = c.artwork_number ORDER BY c.number`,
      `INSERT INTO certificates (id, organization_id, issuer_name, statement, kid, signature, edition_number, issued_at,
         withdrawn_at, artwork_number)
       SELECT @1, o.id, @3, @4, @5, @6, @7, @8, @9, w.number FROM artworks w, organizations o
       WHERE w.id = @10 AND w.registry_id = @11 AND o.id = @2 AND o.erased_at IS NULL ON CONFLICT DO NOTHING`,
    )(context, live),
    each(
      `SELECT withdrawn_at, withdrawn_reason, id FROM certificates WHERE withdrawn_at IS NOT NULL`,
      `UPDATE certificates SET withdrawn_at = coalesce(withdrawn_at, @1), withdrawn_reason = @2
       WHERE id = @3 AND (withdrawn_at IS NULL OR (withdrawn_reason IS NULL AND @2 IS NOT NULL))`,
    )(context, live),
  );
}

/** Removed ones, and what was changed last: an address may be somebody else's by now, and a secret was rotated for a reason. */
function carryEndpoints(context: SqliteContext, live: Database, isLater: boolean): number {
  const { sql } = context;
  const removed = `SELECT id FROM removals WHERE kind = 'webhook'`;
  sql(`DELETE FROM deliveries WHERE endpoint_id IN (${removed})`).run();
  return sum(
    sql(`DELETE FROM webhook_endpoints WHERE id IN (${removed})`).run().changes,
    whereLater(
      each(
        'SELECT url, events, secret, changed_at, id FROM webhook_endpoints',
        // The live database is the later state, whatever its clock said: a clock that was ahead would make old values look newer.
        `UPDATE webhook_endpoints SET url = @1, events = @2, secret = @3, changed_at = @4
         WHERE id = @5 AND (url <> @1 OR events <> @2 OR secret <> @3)`,
      ),
    )(context, live, isLater),
  );
}

/** Removed ones, and the password and role that were set last. Every one-time link ends: it may have been used. */
function carryOperators(context: SqliteContext, live: Database, isLater: boolean): number {
  const { sql } = context;
  sql('DELETE FROM operator_links').run();
  const present = live.prepare<[string], number>('SELECT 1 FROM operators WHERE name = ?').pluck();
  const gone = context
    .pluck<string>(
      `SELECT name FROM operators WHERE name IN (SELECT id FROM removals WHERE kind = 'operator')`,
    )
    .all()
    .filter((name) => present.get(name) === undefined);
  for (const name of gone) sql('DELETE FROM operators WHERE name = ?').run(name);
  return sum(
    gone.length,
    whereLater(
      each(
        'SELECT role, password_hash, changed_at, name FROM operators',
        `UPDATE operators SET role = @1, password_hash = @2, changed_at = @3
         WHERE name = @4 AND (role <> @1 OR password_hash IS NOT @2)`,
      ),
    )(context, live, isLater),
  );
}

/**
 * The list of what operators did has no gap, and what an erasure reduced in it stays reduced. An action that was under way at the backup has
 * ended since, and only its end says whom it concerns where it made them.
 */
function carryActions(context: SqliteContext, live: Database): number {
  const { sql, pluck } = context;
  const last = pluck<number>('SELECT coalesce(max(seq), 0) FROM operator_actions').get() ?? 0;
  const insert = sql(
    `INSERT INTO operator_actions (seq, begun_at, operator, via, action, details, outcome, organization_id, access_request_id)
     VALUES (@seq, @begun_at, @operator, @via, @action, @details, @outcome, @organization_id, @access_request_id)`,
  );
  const reduce = sql(
    `UPDATE operator_actions SET details = @details WHERE seq = @seq AND begun_at = @begun_at AND details <> @details`,
  );
  const end = sql(
    `UPDATE operator_actions SET outcome = @outcome, organization_id = coalesce(organization_id, @organization_id),
       access_request_id = coalesce(access_request_id, @access_request_id)
     WHERE seq = @seq AND begun_at = @begun_at AND action = @action AND outcome IS NULL AND @outcome IS NOT NULL`,
  );
  let count = 0;
  const actions = live.prepare<[], { seq: number; details: string }>(
    'SELECT * FROM operator_actions ORDER BY seq',
  );
  for (const action of actions.iterate()) {
    if (action.seq > last) {
      count += insert.run(action).changes;
      continue;
    }
    const isReduced = Object.hasOwn(JSON.parse(action.details) as object, 'erased');
    const changes = [isReduced ? reduce.run(action).changes : 0, end.run(action).changes];
    count += Math.max(...changes);
  }
  return count;
}

/** The limits of access requests count as they did. */
function carryHits(context: SqliteContext, live: Database): number {
  context.sql('DELETE FROM access_request_hits').run();
  return each(
    'SELECT number, address_hash, email_hash, at_ms FROM access_request_hits',
    'INSERT INTO access_request_hits (number, address_hash, email_hash, at_ms) VALUES (?, ?, ?, ?)',
  )(context, live);
}
