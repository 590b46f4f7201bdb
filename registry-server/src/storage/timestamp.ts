// Microseconds since 1970 to and from ISO 8601. Six digits, always UTC.

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
