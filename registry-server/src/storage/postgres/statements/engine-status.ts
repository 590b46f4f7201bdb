// The database server as the operator sees it: version, connections, standbys, and what holds old rows back.
import type { EngineStatus, Inspection, StandbyRecord } from '../../operator-records.ts';
import { listMigrations } from '../engine/migrate.ts';
import type { PostgresContext } from '../engine/context.ts';
import { listInstances } from './instances.ts';

type Server = {
  version: string;
  schema_version: number;
  is_synchronous: boolean;
  used: number;
  allowed: number;
  may_see_all: boolean;
};

const SERVER = `SELECT current_setting('server_version') AS version, (SELECT version FROM schema_version) AS schema_version,
  current_setting('synchronous_standby_names') <> '' AS is_synchronous,
  (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS allowed,
  pg_has_role(current_user, 'pg_read_all_stats', 'usage') AS may_see_all`;

const STANDBYS = `SELECT application_name AS name, sync_state IN ('sync', 'quorum') AS "isSynchronous", state,
  pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) AS "lagBytes",
  extract(epoch FROM replay_lag)::float8 AS "lagSeconds" FROM pg_stat_replication ORDER BY application_name`;

const OLDEST = `SELECT extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds, application_name AS application
  FROM pg_stat_activity WHERE xact_start IS NOT NULL AND backend_type = 'client backend' AND pid <> pg_backend_pid()
  ORDER BY xact_start LIMIT 1`;

export async function readEngine(context: PostgresContext): Promise<EngineStatus> {
  const { connection } = context;
  const [[server], standbys, [oldest], instances] = await Promise.all([
    connection.query<Server>(SERVER),
    connection.query<StandbyRecord>(STANDBYS),
    connection.query<{ seconds: number; application: string }>(OLDEST),
    listInstances(context),
  ]);
  if (server === undefined) throw new Error('the state of the server is one row');
  return {
    name: `PostgreSQL ${server.version}`,
    schemaVersion: server.schema_version,
    instances,
    standbys: server.may_see_all ? standbys : [],
    isSynchronous: server.is_synchronous,
    connections: { used: server.used, allowed: server.allowed },
    oldestTransaction: oldest ?? null,
    hints: server.may_see_all
      ? []
      : ['standbys are not shown: GRANT pg_monitor TO the user of DATABASE_URL lets the registry see them'],
  };
}

/** The schema is as shipped where the files that were applied are those of this program. */
export async function inspect({ connection }: PostgresContext): Promise<Inspection> {
  const [applied, invalid, [issued]] = await Promise.all([
    connection.query<{ version: number; hash: string }>(
      'SELECT version, hash FROM schema_migrations ORDER BY version',
    ),
    connection.query<{ name: string }>(
      'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid',
    ),
    connection.query<{ clock: number }>('SELECT clock FROM issued'),
  ]);
  const shipped = listMigrations();
  return {
    schemaVersion: applied.at(-1)?.version ?? 0,
    isSchemaAsShipped:
      applied.length === shipped.length && applied.every(({ hash }, index) => hash === shipped[index]?.hash),
    damage: invalid.map(
      ({ name }) => `the index ${name} is not valid; REINDEX INDEX CONCURRENTLY ${name} mends it`,
    ),
    clock: issued?.clock ?? 0,
  };
}
