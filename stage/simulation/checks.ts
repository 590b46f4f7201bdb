// The smallest checks, by public addresses only: what was answered is there, no Art ID has two meanings, and who follows the feed has
// what the list has.
import { isAnswered } from './outcome.ts';
import type { Answered } from './outcome.ts';
import type { World } from './world.ts';

type Listed = { data: { registry_id: string }[]; pagination?: { has_more?: boolean }; has_more?: boolean };
type Changes = { data: { op: string; registry_id?: string }[]; next_after: number; has_more: boolean };

async function read(world: World, path: string, apiKey = world.reader.apiKey): Promise<Answered> {
  for (let tries = 0; tries < 20; tries += 1) {
    const outcome = await world.call('observer', 'GET', path, { apiKey });
    if (isAnswered(outcome) && outcome.status < 500 && outcome.status !== 429) return outcome;
    await world.timeline.sleep(1000);
  }
  throw new Error(`${path} does not answer in calm weather`);
}

/** Follows `/changes` from where it was. */
export class Mirror {
  readonly ids = new Set<string>();
  #after = 0;

  #restart(): void {
    this.ids.clear();
    this.#after = 0;
  }

  async follow(world: World, limit: number): Promise<void> {
    if (world.mustMirrorsRestart) this.#restart();
    world.mustMirrorsRestart = false;
    for (let hasMore = true; hasMore;) {
      const outcome = await read(world, `/api/v1/changes?after=${this.#after}&limit=${limit}`);
      if (!isAnswered(outcome) || outcome.status !== 200)
        return world.fault(`/changes answered ${outcome.status}`);
      const page = outcome.json as Changes;
      for (const { op, registry_id: id } of page.data)
        if (op === 'upsert') this.ids.add(id!);
        else if (op === 'remove') this.ids.delete(id!);
      if (page.has_more && page.next_after <= this.#after) return world.fault('/changes does not continue');
      this.#after = page.next_after;
      hasMore = page.has_more;
    }
  }
}

export async function checkWorld(world: World, mirror: Mirror): Promise<void> {
  await mirror.follow(world, world.random.pick([3, 50, 100]));
  const listed = await listAll(world);
  const missing = listed.filter((id) => !mirror.ids.has(id));
  const stale = [...mirror.ids].filter((id) => !listed.includes(id));
  if (missing.length > 0)
    world.fault(`the feed did not tell of ${missing.slice(0, 5).join(', ')} (${missing.length})`);
  if (stale.length > 0)
    world.fault(`the feed did not take away ${stale.slice(0, 5).join(', ')} (${stale.length})`);
  if (new Set(listed).size !== listed.length) world.fault('the list names a work twice');
  const { works } = world.knowledge;
  for (const work of works.values()) {
    const { expected, id } = work;
    const outcome = await read(world, `/api/v1/artworks/${id}`, work.publisher.apiKey);
    if (!isAnswered(outcome)) continue;
    const shown = outcome.json as { medium?: string; availability?: string; data?: { medium?: string } };
    const isHidden = expected.isWithdrawn === true || expected.availability === 'fully_private';
    if (isHidden !== (outcome.status !== 200))
      world.fault(`${id} answers ${outcome.status}, expected ${JSON.stringify(expected)}`);
    else if (!isHidden && (shown.data ?? shown).medium !== expected.medium)
      world.fault(`${id} shows ${(shown.data ?? shown).medium}, expected ${expected.medium}`);
  }
  world.log.add(
    `checked ${works.size} works, ${listed.length} public, ${world.knowledge.issued.size} issued`,
  );
}

async function listAll(world: World): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const outcome = await read(world, `/api/v1/artworks?limit=100&offset=${offset}`);
    if (!isAnswered(outcome) || outcome.status !== 200) {
      world.fault(`the list answered ${outcome.status}`);
      return ids;
    }
    const { data } = outcome.json as Listed;
    ids.push(...data.map(({ registry_id }) => registry_id));
    if (data.length < 100) return ids;
  }
}
