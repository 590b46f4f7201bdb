// A copy of a registry that follows `/changes` from its first step, as docs/api.md tells to ("Keep a copy of the registry").
import { at, listAt, stringAt } from '../answers.ts';
import type { Call, RegistryFacts } from '../observation.ts';
import { apiGet } from './all-works.ts';

/** A connected site has this address, says the feed. */
export type SiteStep = { seq: number; installation: string; siteUrl: string };

/** `named`: every Art ID that the feed ever named. `newSites`: what it told of sites since the look before. */
export type ChangesMirrorState = {
  after: number;
  works: Record<string, unknown>;
  named: Record<string, true>;
  newSites: SiteStep[];
};

const MOST_PAGES = 20_000;

export class ChangesMirror {
  state: ChangesMirrorState = noState();

  /** The operator said that mirrors must start again. */
  restart(): void {
    this.state = noState();
  }

  /** Follows the feed to its end; returns what was wrong with the feed itself. */
  async look(call: Call, registry: RegistryFacts, limit = 100): Promise<string[]> {
    const changed = new Set<string>();
    const faults: string[] = [];
    this.state.newSites = [];
    for (let page = 0; ; page += 1) {
      if (page === MOST_PAGES) return [...faults, `/changes has no end after ${MOST_PAGES} pages`];
      const path = `/changes?after=${this.state.after}&limit=${limit}`;
      const { status, json } = await apiGet(call, registry, path);
      if (status !== 200) return [...faults, `GET ${path} answered ${status}`];
      for (const step of listAt(json, 'data')) faults.push(...this.take(step, changed));
      const next = at(json, 'next_after');
      if (typeof next !== 'number' || next < this.state.after)
        faults.push(`GET ${path} answered next_after ${String(next)}, which is before its own steps`);
      else this.state.after = next;
      if (at(json, 'has_more') !== true) break;
      if (listAt(json, 'data').length === 0)
        return [...faults, `GET ${path} has no steps and says that there are more`];
    }
    for (const id of changed) faults.push(...(await this.readAgain(call, registry, id)));
    return faults;
  }

  private take(step: unknown, changed: Set<string>): string[] {
    const seq = at(step, 'seq');
    const op = stringAt(step, 'op');
    const id = stringAt(step, 'registry_id');
    if (id !== null) this.state.named[id] = true;
    if ((op === 'upsert' || op === 'remove') && id !== null) changed.add(id);
    const slugs = [stringAt(step, 'profile', 'slug'), stringAt(step, 'profile', 'former_slug')];
    const installation = stringAt(step, 'installation', 'id');
    const siteUrl = stringAt(step, 'installation', 'site_url') ?? '';
    if (installation !== null) this.state.newSites.push({ seq: Number(seq), installation, siteUrl });
    for (const [workId, work] of Object.entries(this.state.works)) {
      const slug = stringAt(work, 'current_collection', 'slug');
      const site = stringAt(work, 'source', 'installation_id');
      const isConcerned =
        (op === 'profile' && slug !== null && slugs.includes(slug)) ||
        (op === 'installation' && site !== null && site === installation);
      if (isConcerned) changed.add(workId);
    }
    if (typeof seq === 'number' && seq > this.state.after) {
      this.state.after = seq;
      return [];
    }
    return [`/changes has step ${String(seq)} after step ${this.state.after}`];
  }

  private async readAgain(call: Call, registry: RegistryFacts, id: string): Promise<string[]> {
    const { status, json } = await apiGet(call, registry, `/artworks/${id}`);
    if (status === 200) this.state.works[id] = at(json, 'data');
    else if (status === 404) delete this.state.works[id];
    else return [`GET /artworks/${id} answered ${status} to the mirror of /changes`];
    return [];
  }
}

function noState(): ChangesMirrorState {
  return { after: 0, works: {}, named: {}, newSites: [] };
}
