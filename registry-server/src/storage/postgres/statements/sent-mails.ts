// Which e-mails were sent.
import type { PostgresContext } from '../engine/context.ts';

const KEPT_MICROS = 366 * 86_400_000_000;

export async function hasSentMail({ connection }: PostgresContext, key: string): Promise<boolean> {
  return (await connection.query('SELECT 1 FROM sent_mails WHERE key = $1', [key])).length > 0;
}

/** Also forgets those of more than a year ago, by the time of the sweeps: under a clock that is ahead all would be sent once more. */
export async function noteSentMail({ connection, nowMs }: PostgresContext, key: string): Promise<void> {
  await connection.run(
    `DELETE FROM sent_mails WHERE sent_at <
       (SELECT least(value, $1) FROM counters WHERE name = 'sweep_time') - ${KEPT_MICROS}`,
    [nowMs * 1000],
  );
  await connection.run('INSERT INTO sent_mails (key, sent_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    key,
    nowMs * 1000,
  ]);
}

export async function listSentMails({ connection }: PostgresContext, beginning: string): Promise<string[]> {
  const rows = await connection.query<{ key: string }>(
    'SELECT key FROM sent_mails WHERE starts_with(key, $1)',
    [beginning],
  );
  return rows.map(({ key }) => key);
}

export async function forgetSentMail({ connection }: PostgresContext, key: string): Promise<void> {
  await connection.run('DELETE FROM sent_mails WHERE key = $1', [key]);
}
