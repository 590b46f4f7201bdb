// How long an answer asks us to wait. The reading of the header is the contract's; this is how undici hands headers over.
import { retryAfterSeconds } from '@artwork-registry/contract';

/** The longest Retry-After that is obeyed: otherwise a proxy that names a date far ahead would stop a replaced key for good. */
export const LONGEST_RETRY_AFTER_MS = 3600_000;

/** What `Retry-After` says, in seconds; undefined: nothing. */
export function secondsToWait(
  headers: { [name: string]: string | string[] | undefined },
  nowMs: number,
): number | undefined {
  const [header, date] = [headers['retry-after'], headers['date']].map((value) => value && String(value));
  return retryAfterSeconds(header, { date, nowMs });
}
