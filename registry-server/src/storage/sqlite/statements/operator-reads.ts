// What the operator reads about the registry as a whole. Nothing here is on the way of a client's request.
import type {
  EngineStatus,
  FoundArtist,
  Inspection,
  OrganizationSummary,
  SealedSecret,
} from '../../operator-records.ts';
import type { SqliteContext } from '../engine/context.ts';
import { dumpSchema, shippedSchema } from '../engine/migrate.ts';

export function listOrganizationSummaries(context: SqliteContext): OrganizationSummary[] {
  return context
    .sql<OrganizationSummary>(
      `SELECT o.id, o.slug, o.name, o.status, o.created_at AS createdAt,
         (SELECT coalesce(group_concat(p.name, ' · '), '') FROM profiles p WHERE p.organization_id = o.id) AS profileNames,
         (SELECT count(*) FROM profiles p WHERE p.organization_id = o.id) AS profiles,
         (SELECT coalesce(sum(p.artworks_count), 0) FROM profiles p WHERE p.organization_id = o.id) AS publicWorks,
         (SELECT count(*) FROM api_keys k WHERE k.organization_id = o.id AND k.revoked_at IS NULL
           AND (k.expires_at IS NULL OR k.expires_at > @now)) AS validKeys,
         (SELECT count(*) FROM webhook_endpoints w WHERE w.organization_id = o.id) AS webhooks,
         (SELECT count(*) FROM installations i WHERE i.organization_id = o.id) AS installations
       FROM organizations o ORDER BY o.slug`,
    )
    .all({ now: context.nowMs * 1000 });
}

/** A look at every artist: some tens of milliseconds with 100,000 of them, on a reader of its own. */
export function searchArtists(context: SqliteContext, nameKey: string, limit: number): FoundArtist[] {
  return context
    .sql<FoundArtist>(
      `SELECT slug, name, birth_year AS birthYear, death_year AS deathYear, artworks_count AS publicWorks FROM artists
       WHERE instr(name_key, @nameKey) > 0
         OR id IN (SELECT artist_id FROM artist_aliases WHERE instr(name_key, @nameKey) > 0)
       ORDER BY instr(name_key, @nameKey) = 1 DESC, artworks_count DESC, slug LIMIT @limit`,
    )
    .all({ nameKey, limit });
}

/** So that the doctor can tell whether the key at hand opens them. */
export function listSealedSecrets(context: SqliteContext): SealedSecret[] {
  return context
    .sql<SealedSecret>(
      `SELECT 'webhook' AS "of", id, secret FROM webhook_endpoints
       UNION ALL SELECT 'access_request', request_id, sealed_key FROM access_claims WHERE sealed_key IS NOT NULL
       UNION ALL SELECT 'signing_key', kid, private_key FROM signing_keys`,
    )
    .all();
}

/** Only if it still is what was read. */
const REPLACE_SEALED: Readonly<Record<SealedSecret['of'], string>> = {
  webhook: 'UPDATE webhook_endpoints SET secret = ? WHERE id = ? AND secret = ?',
  access_request: 'UPDATE access_claims SET sealed_key = ? WHERE request_id = ? AND sealed_key = ?',
  signing_key: 'UPDATE signing_keys SET private_key = ? WHERE kid = ? AND private_key = ?',
};

export function replaceSealedSecret(
  context: SqliteContext,
  { of, id, secret }: SealedSecret,
  text: string,
): boolean {
  const { changes } = context.sql(REPLACE_SEALED[of]).run(text, id, secret);
  return changes > 0;
}

const MAX_DAMAGE = 20;

/** Reads the whole file once: seconds for a million works. */
export function inspect(context: SqliteContext): Inspection {
  const { db } = context;
  const found = db.pragma(`quick_check(${MAX_DAMAGE})`) as { quick_check: string }[];
  return {
    schemaVersion: db.pragma('user_version', { simple: true }) as number,
    isSchemaAsShipped: inAnyOrder(dumpSchema(db)) === inAnyOrder(shippedSchema()),
    damage: found.map((row) => row.quick_check).filter((line) => line !== 'ok'),
    clock: context.pluck<number>(`SELECT value FROM counters WHERE name = 'clock'`).get() ?? 0,
  };
}

/** A database that was moved here has its triggers in another order. */
function inAnyOrder(schema: string): string {
  return schema
    .trim()
    .replace(/^CREATE/, '')
    .split('\n\nCREATE')
    .sort()
    .join('\n\nCREATE');
}

/** One process serves the embedded database, and knows no other. */
export function readEngine({ db, pluck }: SqliteContext): EngineStatus {
  return {
    name: `SQLite ${pluck<string>('SELECT sqlite_version()').get() ?? ''}`,
    schemaVersion: db.pragma('user_version', { simple: true }) as number,
    instances: [],
    standbys: [],
    isSynchronous: false,
    connections: null,
    oldestTransaction: null,
    hints: [],
  };
}
