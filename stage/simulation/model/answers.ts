// Reads what a public address answered. Nothing here throws for an answer that is not what was expected: that is for the promises to judge.
import type { Answer, Ask, Call } from './observation.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export function textOf(body: Uint8Array | string | undefined): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

/** The JSON value in a text, undefined where it is none. */
export function jsonOf(body: Uint8Array | string | undefined): Json | undefined {
  try {
    return JSON.parse(textOf(body)) as Json;
  } catch {
    return undefined;
  }
}

/** The value at a path of names and indices, undefined where the path ends before. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string | number, unknown>)[name];
  }
  return here;
}

export function stringAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : null;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** All strings and numbers inside a value, at any depth. */
export function leavesOf(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
}

/** JSON with sorted names, so that two values are equal where their texts are. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** A whole answer as observers use it. `status` 0: the answer was lost. */
export type Reading = { status: number; text: string; json: Json | undefined; headers: Headers };
type Headers = Readonly<Record<string, string>>;

export async function read(call: Call, ask: Ask): Promise<Reading> {
  const reading = readingOf(await call(ask));
  // Promises would pass over what cannot be read, so that a look would prove nothing.
  if (reading.status === 429)
    throw new Error(`an observer was refused with 429 at ${ask.path}: give observers a larger limit`);
  return reading;
}

/** All records of works inside an answer. */
export function recordsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (at(value, 'object') === 'artwork') return [value];
  return Object.values(value).flatMap(recordsIn);
}

export function readingOf(answer: Answer): Reading {
  if (answer.isLost) return { status: 0, text: '', json: undefined, headers: {} };
  const text = textOf(answer.body);
  return { status: answer.status, text, json: jsonOf(text), headers: answer.headers };
}

/** Of a site: its scheme is not compared. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

/** A call of the sync service, as its agent says. */
export const isAskOfService = ({ headers }: Ask): boolean =>
  headers?.['user-agent']?.startsWith('artwork-registry-daemon/') === true;
