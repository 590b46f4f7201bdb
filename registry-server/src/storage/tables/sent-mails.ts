// Which e-mails were sent.
import type { Portable } from './portable.ts';

const KEPT_MICROS = 366 * 86_400_000_000;

export async function hasSentMail({ first }: Portable, key: string): Promise<boolean> {
  return (await first('SELECT 1 FROM sent_mails WHERE key = $1', [key])) !== undefined;
}

/** Also forgets those of more than a year ago, by the time of the sweeps: under a clock that is ahead all would be sent once more. */
export async function recordSentMail({ run, nowMs }: Portable, key: string): Promise<void> {
  await run(
    `DELETE FROM sent_mails WHERE sent_at < $1
       AND sent_at < (SELECT value FROM counters WHERE name = 'sweep_time') - ${KEPT_MICROS}`,
    [nowMs * 1000 - KEPT_MICROS],
  );
  await run('INSERT INTO sent_mails (key, sent_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    key,
    nowMs * 1000,
  ]);
}

export async function listSentMails({ all }: Portable, beginning: string): Promise<string[]> {
  const text = 'SELECT key FROM sent_mails WHERE substr(key, 1, length($1)) = $1';
  return (await all<{ key: string }>(text, [beginning])).map(({ key }) => key);
}

export async function forgetSentMail({ run }: Portable, key: string): Promise<void> {
  await run('DELETE FROM sent_mails WHERE key = $1', [key]);
}
