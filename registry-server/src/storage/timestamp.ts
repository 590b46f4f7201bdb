// Microseconds since 1970 to and from ISO 8601. Six digits, always UTC.
import { z } from 'zod';

/** The last microsecond that a number holds exactly; in the year 2255. */
export const LATEST = Number.MAX_SAFE_INTEGER;

/** `2026-01-02T03:04:05.000006Z` */
export function isoOfMicros(micros: number): string {
  const ms = Math.floor(micros / 1000);
  const rest = String(micros - ms * 1000).padStart(3, '0');
  return new Date(ms).toISOString().replace('Z', `${rest}Z`);
}

/** Reads an ISO 8601 date-time with offset; digits beyond microseconds are dropped. */
export function microsOfIso(iso: string): number {
  const fraction = /\.(\d+)/.exec(iso)?.[1] ?? '';
  const wholeMs = Date.parse(iso.replace(/\.\d+/, ''));
  return wholeMs * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

const Moment = z.iso.datetime({ offset: true });

/** What a person typed: a day of the calendar, from 1970 to the last year whose microseconds are exact. Else undefined. */
export function readMoment(text: string): number | undefined {
  if (!Moment.safeParse(text).success) return undefined;
  const micros = microsOfIso(text);
  return micros >= 0 && micros <= LATEST ? micros : undefined;
}
