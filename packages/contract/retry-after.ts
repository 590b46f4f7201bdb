// The one reading of `Retry-After` (RFC 9110, 10.2.3), for the registry's deliveries, the sync service and the client.

/** Nobody waits longer because of a header: a date far ahead would stop a caller for good. */
export const LONGEST_RETRY_AFTER_SECONDS = 86_400;

/**
 * Seconds from 0 to a day: of whole digits, or of an HTTP date (IMF-fixdate) counted from `Date` of the same answer, because the clocks of
 * both sides may differ; without a `Date` from `nowMs`. Undefined for anything else, where the caller's own pauses hold.
 */
export function retryAfterSeconds(
  header: string | null | undefined,
  { date, nowMs }: { date?: string | null | undefined; nowMs: number },
): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_RETRY_AFTER_SECONDS);
  const untilMs = msOfHttpDate(text);
  if (untilMs === undefined) return undefined;
  const theirNowMs = msOfHttpDate(date?.trim() ?? '') ?? nowMs;
  return Math.min(Math.max((untilMs - theirNowMs) / 1000, 0), LONGEST_RETRY_AFTER_SECONDS);
}

/** Date.parse alone takes "in 12" for a day in December. */
function msOfHttpDate(text: string): number | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) || new Date(ms).toUTCString() !== text ? undefined : ms;
}
