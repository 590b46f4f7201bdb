// A copy of a registry that follows `/activity/` (IIIF Change Discovery) and needs no key. Pages are fixed ranges of the feed, so it reads
// back from the last page to the one that it knows. A page whose steps were all followed by others may be gone.
import { at, listAt, read, stringAt, type Reading } from '../answers.ts';
import type { Call, RegistryFacts } from '../observation.ts';

/** `start`: `startIndex` of the last page that was read; later steps are in that page or in pages behind it. */
export type ActivityMirrorState = { start: number | null; works: Record<string, unknown> };

const MOST_PAGES = 20_000;
const ART_ID = /[A-Z][A-Z0-9]{1,11}-\d{1,16}/;

export class ActivityMirror {
  state: ActivityMirrorState = { start: null, works: {} };

  restart(): void {
    this.state = { start: null, works: {} };
  }

  async look(call: Call, registry: RegistryFacts): Promise<string[]> {
    const get = (address: string) => read(call, askOf(registry, address));
    const faults: string[] = [];
    const start = await get('/activity/');
    if (start.status !== 200) return [`GET /activity/ answered ${start.status}`];
    const [first, last] = [stringAt(start.json, 'first', 'id'), stringAt(start.json, 'last', 'id')];
    // Everything by "next" from the first page, later what is new by "prev" from the last one.
    const isFirstTime = this.state.start === null;
    const pages: Reading[] = [];
    let address = isFirstTime ? first : last;
    for (let count = 0; address !== null; count += 1) {
      if (count === MOST_PAGES) return [...faults, `/activity/ has no end after ${MOST_PAGES} pages`];
      const page = await get(address);
      if (page.status !== 200) return [...faults, `GET ${address} answered ${page.status}`];
      pages.push(page);
      const next = stringAt(page.json, isFirstTime ? 'next' : 'prev', 'id');
      if (isFirstTime && next === null && address !== last)
        faults.push('the last page of /activity/ cannot be reached by "next" from the first one');
      const isKnown = !isFirstTime && Number(at(page.json, 'startIndex')) <= this.state.start!;
      address = isKnown ? null : next;
    }
    const inOrder = isFirstTime ? pages : pages.reverse();
    const changed = new Map<string, string>();
    const activities = inOrder.flatMap(({ json }) => listAt(json, 'orderedItems'));
    for (const activity of activities) this.take(activity, changed);
    const times = activities.map((activity) => stringAt(activity, 'endTime') ?? '');
    const back = times.findIndex((time, index) => index > 0 && time < times[index - 1]!);
    if (back > 0) faults.push(`/activity/ has a step of ${times[back]} behind one of ${times[back - 1]}`);
    const newest = at(inOrder.at(-1)?.json, 'startIndex');
    if (typeof newest === 'number') this.state.start = newest;
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
