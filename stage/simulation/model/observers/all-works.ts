// All works of a registry as its API lists them now, read as docs/api.md tells to ("Read all of your works"): by time, with offset 0.
import { at, canonical, listAt, read, stringAt, type Reading } from '../answers.ts';
import type { Call, RegistryFacts } from '../observation.ts';

/** `note` says why the list could not be read to its end, null where it was. */
export type AllWorks = { works: ReadonlyMap<string, unknown>; note: string | null };

const MOST_PAGES = 20_000;

export function apiGet(call: Call, registry: RegistryFacts, path: string): Promise<Reading> {
  return read(call, {
    origin: registry.origin,
    method: 'GET',
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${registry.readKey}` },
  });
}

export async function readAllWorks(call: Call, registry: RegistryFacts, limit = 100): Promise<AllWorks> {
  const works = new Map<string, unknown>();
  let since = '1970-01-01T00:00:00Z';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path = `/artworks?limit=${limit}&updated_since=${encodeURIComponent(since)}`;
    const { status, json } = await apiGet(call, registry, path);
    if (status !== 200) return { works, note: `GET ${path} answered ${status}` };
    for (const record of listAt(json, 'data')) {
      works.set(stringAt(record, 'registry_id') ?? '', record);
      since = stringAt(record, 'updated_at') ?? since;
    }
    if (at(json, 'pagination', 'has_more') !== true) return { works, note: null };
  }
  return { works, note: `the list has no end after ${MOST_PAGES} pages` };
}

/** A record without what changes without a step in the feeds: when its source was synced last. */
export function comparable(record: unknown): string {
  const source = at(record, 'source');
  if (typeof source !== 'object' || source === null) return canonical(record);
  return canonical({ ...(record as object), source: { ...source, last_synced_at: null } });
}
