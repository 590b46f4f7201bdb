// A mirror that knows nothing of our API: it reads the activities from the first page to the last, and what they point to.
import { fetchPatiently, Mirror } from './mirror.ts';

type Named = {
  id: string;
  name?: string;
  addressLocality?: string;
  addressCountry?: string;
  siteUrl?: string;
  type: string;
};
type Activity = { id: string; type: string; object: Named; target?: Named };
type Page = { id: string; next?: { id: string }; orderedItems: Activity[] };

export function mirrorFromActivity(address: string): { mirror: Mirror; follow: () => Promise<number> } {
  const mirror = new Mirror(address);
  const here = (id: string) => `${address}${new URL(id).pathname}`;
  const read = async <Answer>(id: string) => (await (await fetchPatiently(here(id))).json()) as Answer;
  const done = new Set<string>();
  let current: string | undefined;

  /** From the page that was the last one, which may have grown. Answers how many activities were new. */
  async function follow(): Promise<number> {
    let activities = 0;
    current ??= (await read<{ first?: { id: string } }>(`${address}/activity/`)).first?.id;
    while (current !== undefined) {
      const page: Page = await read<Page>(current);
      for (const activity of page.orderedItems) {
        if (done.has(activity.id)) continue;
        done.add(activity.id);
        activities += 1;
        await apply(activity);
      }
      if (page.next === undefined) break;
      current = page.next.id;
    }
    return activities;
  }

  async function apply({ type, object, target }: Activity): Promise<void> {
    const name = object.id.split('/').at(-1) ?? '';
    if (object.type === 'HumanMadeObject') {
      if (type === 'Delete') mirror.remove(name);
      else await mirror.readAgain(name);
    } else if (object.type === 'Group') {
      const shown = target ?? object;
      mirror.holderChanged(name, {
        slug: shown.id.split('/').at(-1) ?? '',
        name: shown.name ?? '',
        city: shown.addressLocality ?? null,
        country: shown.addressCountry ?? null,
      });
    } else if (object.type === 'Service') {
      mirror.siteMoved(object.id.split('#').at(-1) ?? '', object.siteUrl ?? '');
    }
  }
  return { mirror, follow };
}
