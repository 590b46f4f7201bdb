// Which e-mails were sent.
import type { SqliteContext } from '../engine/context.ts';

const KEPT_MICROS = 366 * 86_400_000_000;

export function hasSentMail({ sql }: SqliteContext, key: string): boolean {
  return sql('SELECT 1 FROM sent_mails WHERE key = ?').get(key) !== undefined;
}

/** Also forgets those of more than a year ago, by the time of the sweeps: under a clock that is ahead all would be sent once more. */
export function noteSentMail({ sql, nowMs }: SqliteContext, key: string): void {
  sql(
    `DELETE FROM sent_mails WHERE sent_at < (SELECT min(value, ?) FROM counters WHERE name = 'sweep_time') - ${KEPT_MICROS}`,
  ).run(nowMs * 1000);
  sql('INSERT INTO sent_mails (key, sent_at) VALUES (?, ?) ON CONFLICT DO NOTHING').run(key, nowMs * 1000);
}

export function listSentMails({ pluck }: SqliteContext, beginning: string): string[] {
  return pluck('SELECT key FROM sent_mails WHERE substr(key, 1, length(@beginning)) = @beginning').all({
    beginning,
  }) as string[];
}

export function forgetSentMail({ sql }: SqliteContext, key: string): void {
  sql('DELETE FROM sent_mails WHERE key = ?').run(key);
}
