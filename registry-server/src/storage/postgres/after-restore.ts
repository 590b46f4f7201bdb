// The rules of a restore, for a PostgreSQL database: one that was restored from a backup, or promoted from a standby without
// its last writes. What was given out since is not known any more, so numbers and times continue well behind it, and every
// work, profile and connected site is told once more in the feed. Dumps are put on hold. Broken off, it continues where it was when it is run
// again, but skips numbers once more.
import { systemClock } from '#kit/clock';
import type { OnProgress } from '../../on-progress.ts';
import { Connection } from './engine/connection.ts';
import { acceptTimeline, isAccepted, SEEN } from './engine/promotion-guard.ts';
import type { Seen } from './engine/promotion-guard.ts';
import { refuseMoved } from './open-checks.ts';
import type { PostgresStorage } from './open.ts';
import { SKIPPED, skippedUnseen } from '../shared/restore-skip.ts';
import { updateDumpHold } from '../tables/dumps.ts';
import { RESTORED_AT } from '../tables/texts/dumps.ts';

// Its statements may read whole tables, but an instance that holds the counters is told of, not waited for.
const SESSION = { lock_timeout: '3s', statement_timeout: '0' };

const PIECE = 50;
/** The counter that says how far the telling has come; it is there only until that is done. */
export const TOLD_AGAIN = 'told_again';

export type AfterRestoreReport = { skippedTo: number; pausedWebhooks: number; steps: number };

export async function afterRestore(
  url: string,
  open: () => Promise<PostgresStorage>,
  onProgress: OnProgress,
): Promise<AfterRestoreReport> {
  const connection = new Connection({ url, purpose: 'after-restore', session: SESSION });
  try {
    const { skippedTo, pausedWebhooks } = await connection.inTransaction(() => applyRules(connection));
    const storage = await open();
    try {
      const steps = await republishAll(storage, connection, onProgress);
      return { skippedTo, pausedWebhooks, steps };
    } finally {
      await storage.close();
    }
  } finally {
    await connection.close();
  }
}

/** Everything at once: until it is committed, instances refuse to write. */
async function applyRules(connection: Connection): Promise<{ skippedTo: number; pausedWebhooks: number }> {
  await connection.command('BEGIN');
  try {
    await connection.query('SELECT 1 FROM issued FOR UPDATE');
    await refuseMoved(connection);
    const [issued] = await connection.query<
      { registry_number: number; now_micros: number; sweep_time: number } & Seen
    >(
      `SELECT registry_number, clock, ${SEEN}, floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now_micros,
         (SELECT value FROM counters WHERE name = 'sweep_time') AS sweep_time
       FROM issued`,
    );
    if (issued === undefined) throw new Error('what was given out is one row');
    const skipped = skippedUnseen(
      { clock: issued.clock, sweepTime: issued.sweep_time },
      issued.now_micros / 1000,
    );
    // Where a run was broken off and the database is the same still, works that were told already are not told once more.
    await connection.run(
      isAccepted(issued)
        ? `INSERT INTO counters (name, value) VALUES ('${TOLD_AGAIN}', 0) ON CONFLICT DO NOTHING`
        : `INSERT INTO counters (name, value) VALUES ('${TOLD_AGAIN}', 0) ON CONFLICT (name) DO UPDATE SET value = 0`,
    );
    // In each run, because the database may have been restored or promoted again since one was broken off, also in ways that nobody sees.
    // Times rise by a microsecond each while the clock is behind them, after it was ahead once: the times of lost writes are passed, too.
    const [raised] = await connection.query<{ clock: number }>(
      'UPDATE issued SET registry_number = registry_number + $1, clock = greatest(clock + $2, $3) RETURNING clock',
      [skipped, SKIPPED, issued.now_micros],
    );
    await connection.query(
      `SELECT setval(pg_get_serial_sequence('changes', 'seq'), coalesce(max(seq), 0) + 1 + $1) FROM changes`,
      [skipped],
    );
    // Instances that continued keep totals, names and lists of the lost writes, whose versions and numbers would come once more.
    await connection.run(
      `UPDATE counters SET value = value + $1 WHERE name IN ('content_version', 'names_version')`,
      [skipped],
    );
    await connection.run('DELETE FROM rate_windows');
    // What an attempt of a move has copied may be newer than this, and must not be taken for an older copy.
    await connection.run(`DELETE FROM registry_facts WHERE name = 'move_id'`);
    await connection.run('UPDATE deliveries SET lease_until_ms = NULL WHERE lease_until_ms IS NOT NULL');
    const pausedWebhooks = await connection.run(
      `UPDATE webhook_endpoints SET status = 'paused', owner = NULL WHERE status = 'active'`,
    );
    await updateDumpHold(
      { run: (text, values) => connection.run(text, values), nowMs: systemClock.now() },
      true,
    );
    const clock = raised?.clock ?? issued.clock;
    await connection.run('UPDATE counters SET value = $1 WHERE name = $2', [clock, RESTORED_AT]);
    await acceptTimeline(connection, issued, clock);
    await connection.commit();
    return { skippedTo: issued.registry_number + skipped, pausedWebhooks };
  } catch (error) {
    await connection.command('ROLLBACK').catch(() => connection.drop());
    throw error;
  }
}

async function republishAll(
  storage: PostgresStorage,
  connection: Connection,
  onProgress: OnProgress,
): Promise<number> {
  let steps = 0;
  const organizations = await storage.listOrganizationSummaries();
  const works = organizations.reduce((sum, { publicWorks }) => sum + publicWorks, 0);
  const [cursor] = await connection.query<{ value: number }>(
    `SELECT value FROM counters WHERE name = '${TOLD_AGAIN}'`,
  );
  for (let after = cursor?.value ?? 0; ;) {
    const numbers = await storage.listPublicNumbers(after, PIECE * 20);
    const last = numbers.at(-1);
    if (last === undefined) break;
    const pieces = Array.from({ length: Math.ceil(numbers.length / PIECE) }, (_, index) =>
      numbers.slice(index * PIECE, (index + 1) * PIECE),
    );
    const told = await Promise.all(pieces.map((piece) => storage.republishArtworks(piece)));
    steps += told.reduce((sum, count) => sum + count, 0);
    after = last;
    await connection.run(`UPDATE counters SET value = $1 WHERE name = '${TOLD_AGAIN}'`, [after]);
    onProgress('telling mirrors', Math.min(steps, works), works);
  }
  for (const organization of organizations) {
    for (const { slug } of await storage.listProfiles(organization.id)) {
      await storage.republishProfile(slug);
      steps += 1;
    }
    for (const { id } of await storage.listInstallations(organization.id)) {
      if (await storage.republishInstallation(organization.id, id)) steps += 1;
    }
  }
  await connection.run(`DELETE FROM counters WHERE name = '${TOLD_AGAIN}'`);
  return steps;
}
