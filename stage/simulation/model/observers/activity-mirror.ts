// A copy of a registry that follows `/activity/` (IIIF Change Discovery) and needs no key. Pages are fixed ranges of the feed, so it reads again
// from the last page that it knows.
import { at, listAt, read, stringAt } from '../answers.ts';
import type { Call, RegistryFacts } from '../observation.ts';

export type ActivityMirrorState = { page: string | null; works: Record<string, unknown> };

const MOST_PAGES = 20_000;
const ART_ID = /[A-Z][A-Z0-9]{1,11}-\d{1,16}/;

export class ActivityMirror {
  state: ActivityMirrorState = { page: null, works: {} };

  restart(): void {
    this.state = { page: null, works: {} };
  }

  async look(call: Call, registry: RegistryFacts): Promise<string[]> {
    const get = (address: string) => read(call, askOf(registry, address));
    const faults: string[] = [];
    const changed = new Map<string, string>();
    const start = await get('/activity/');
    if (start.status !== 200) return [`GET /activity/ answered ${start.status}`];
    let address = this.state.page ?? stringAt(start.json, 'first', 'id');
    for (let page = 0; address !== null; page += 1) {
      if (page === MOST_PAGES) return [...faults, `/activity/ has no end after ${MOST_PAGES} pages`];
      const { status, json } = await get(address);
      if (status !== 200) return [...faults, `GET ${address} answered ${status}`];
      for (const activity of listAt(json, 'orderedItems')) this.take(activity, changed);
      this.state.page = address;
      address = stringAt(json, 'next', 'id');
    }
    if (this.state.page !== stringAt(start.json, 'last', 'id'))
      faults.push('the last page of /activity/ cannot be reached by "next" from the first one');
    for (const [id, record] of changed) {
      const { status, json } = await get(record);
      if (status === 200) this.state.works[id] = json;
      else if (status === 404 || status === 410) delete this.state.works[id];
      else faults.push(`GET ${record} answered ${status} to the mirror of /activity/`);
    }
    return faults;
  }

  private take(activity: unknown, changed: Map<string, string>): void {
    const object = at(activity, 'object');
    const address = stringAt(object, 'id') ?? '';
    const type = stringAt(object, 'type');
    if (type === 'HumanMadeObject') {
      const id = ART_ID.exec(address)?.[0];
      if (id !== undefined) changed.set(id, stringAt(object, 'seeAlso', 0, 'id') ?? `/artworks/${id}.json`);
    }
    const target = stringAt(activity, 'target', 'id') ?? address;
    for (const [id, work] of Object.entries(this.state.works)) {
      const slug = stringAt(work, 'current_collection', 'slug');
      const site = stringAt(work, 'source', 'installation_id');
      const isOfGroup =
        type === 'Group' && slug !== null && [lastPart(address), lastPart(target)].includes(slug);
      const isOfSite = type === 'Service' && site !== null && address.endsWith(`#${site}`);
      if (isOfGroup || isOfSite) changed.set(id, `/artworks/${id}.json`);
    }
  }
}

function lastPart(address: string): string {
  return address.split('/').at(-1) ?? '';
}

/** Links are absolute with the registry's public origin, which is the one that the world calls it by. */
function askOf(registry: RegistryFacts, address: string) {
  const url = new URL(address, registry.origin);
  return { origin: url.origin, method: 'GET', path: url.pathname + url.search };
}
