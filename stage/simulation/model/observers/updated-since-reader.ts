// A reader that keeps a copy by `updated_since` alone, moved forward with offset 0. It does not hear of works that leave, nor of changed
// profiles and sources, which docs/api.md says.
import { at, listAt, stringAt } from '../answers.ts';
import type { Call, RegistryFacts } from '../observation.ts';
import { apiGet } from './all-works.ts';

export type UpdatedSinceState = { since: string; works: Record<string, unknown> };

const BEGINNING = '1970-01-01T00:00:00Z';
const MOST_PAGES = 20_000;

export class UpdatedSinceReader {
  state: UpdatedSinceState = { since: BEGINNING, works: {} };

  restart(): void {
    this.state = { since: BEGINNING, works: {} };
  }

  async look(call: Call, registry: RegistryFacts, limit = 100): Promise<string[]> {
    const faults: string[] = [];
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const path = `/artworks?limit=${limit}&updated_since=${encodeURIComponent(this.state.since)}`;
      const { status, json } = await apiGet(call, registry, path);
      if (status !== 200) return [...faults, `GET ${path} answered ${status}`];
      const records = listAt(json, 'data');
      for (const record of records) {
        const time = stringAt(record, 'updated_at') ?? '';
        // Both have microseconds and UTC, so that their texts sort as their times.
        if (this.state.since !== BEGINNING && time < this.state.since)
          faults.push(`GET ${path} has a work of ${time}, which is before the time asked for`);
        this.state.works[stringAt(record, 'registry_id') ?? ''] = record;
        this.state.since = time;
      }
      if (at(json, 'pagination', 'has_more') !== true) return faults;
      if (limit > 1 && records.length < 2)
        return [...faults, `GET ${path} says that there is more and gives nothing new`];
    }
    return [...faults, `updated_since has no end after ${MOST_PAGES} pages`];
  }
}
