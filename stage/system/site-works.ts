// What WordPress says of each work: the same truth as the owner's table.
import { setTimeout as delay } from 'node:timers/promises';
import { readApi } from './registry.ts';
import type { System } from './system.ts';

export interface SiteWork {
  external_id: string;
  title: string;
  state: string;
  registry_id: string | null;
  public_page: string | null;
  confirmed_at: string | null;
  /** Why it is not shared, as the shop's own rules say; null: it may be. */
  reason: string | null;
  /** `text` is the sentence that the owner reads. */
  error: { code: string; message: string; text: string } | null;
}

export async function listWorks(system: Pick<System, 'wordpress'>): Promise<SiteWork[]> {
  return JSON.parse(await system.wordpress.worksJson()) as SiteWork[];
}

/** Asks every 200 ms until `look` returns something; its error says what was awaited and what was seen last. */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const until = Date.now() + timeoutMs;
  let problem = '';
  while (Date.now() < until) {
    try {
      const seen = await look();
      if (seen !== undefined && seen !== false) return seen;
      problem = '';
    } catch (error) {
      problem = `: ${(error as Error).message}`;
    }
    await delay(200);
  }
  throw new Error(`Not seen within ${timeoutMs / 1000} s: ${what}${problem}`);
}

/** The work with this title as WordPress sees it. */
export async function workNamed(system: Pick<System, 'wordpress'>, title: string): Promise<SiteWork> {
  const work = (await listWorks(system)).find((one) => one.title === title);
  if (!work) throw new Error(`WordPress has no work "${title}".`);
  return work;
}

/** Waits until WordPress shows this state for the work. */
export function stateIs(system: Pick<System, 'wordpress'>, title: string, state: string): Promise<SiteWork> {
  return waitFor(`state "${state}" of "${title}"`, async () => {
    const work = await workNamed(system, title);
    return work.state === state && work;
  });
}

/** Waits until the sync service has polled the site this often: what it was going to do by then, it has done. */
export async function pollsPass(system: Pick<System, 'wordpress'>, count = 4): Promise<void> {
  const before = await system.wordpress.polls();
  await waitFor(`${count} polls of the sync service`, async () => {
    return (await system.wordpress.polls()) >= before + count;
  });
}

/** The artwork as the registry's API answers it. */
export async function inRegistry(
  system: Pick<System, 'registry'> & { readonly account: { apiKey: string } },
  id: string,
): Promise<{ status: number; artwork: Record<string, unknown> }> {
  const { status, body } = await readApi(system.registry, system.account.apiKey, `/artworks/${id}`);
  return { status, artwork: (body['data'] ?? {}) as Record<string, unknown> };
}
