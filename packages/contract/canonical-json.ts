// One text for one JSON value, whatever its key order and white space, and its hash: how two requests are compared.
import { hash } from 'node:crypto';

/** JSON with keys sorted by code unit and no white space; undefined properties are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** SHA-256 of the canonical JSON, in hexadecimal. */
export function requestHash(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}
