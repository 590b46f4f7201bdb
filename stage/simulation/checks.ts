// The smallest checks, by public addresses only: what was answered is there, no Art ID has two meanings, and who follows the feed has
// what the list has.
import { checkEmigrants } from './emigrants.ts';
import { ask } from './mirror.ts';
import type { Listed } from './mirror.ts';
import { checkNewcomers } from './newcomers.ts';
import { isAnswered } from './outcome.ts';
import type { Answered } from './outcome.ts';
import type { World } from './world.ts';

async function read(world: World, path: string, apiKey?: string): Promise<Answered> {
  const answered = await ask(world, path, apiKey);
  if (answered === undefined) throw new Error(`${path} does not answer in calm weather`);
  return answered;
}

export async function checkWorld(world: World): Promise<void> {
  checkNewcomers(world);
  await checkEmigrants(world);
  const { mirror } = world;
  if (!(await mirror.follow(world, world.random.pick([3, 50, 100])))) world.fault('a mirror cannot follow');
  const records = await listAll(world);
  const listed = records.map(({ registry_id: id }) => id);
  const missing = listed.filter((id) => !mirror.ids.has(id));
  const stale = [...mirror.ids].filter((id) => !listed.includes(id));
  if (missing.length > 0)
    world.fault(`the feed did not tell of ${missing.slice(0, 5).join(', ')} (${missing.length})`);
  if (stale.length > 0)
    world.fault(`the feed did not take away ${stale.slice(0, 5).join(', ')} (${stale.length})`);
  for (const record of records) {
    const held = mirror.records.get(record.registry_id);
    const names = ['updated_at', 'title', 'medium', 'availability'] as const;
    const wrong = names.filter((name) => held?.[name] !== record[name]);
    if (wrong.length > 0)
      world.fault(
        `who reads by updated_since has ${record.registry_id} with another ${wrong.join(', ')}: ${held?.updated_at}, ${record.updated_at}`,
      );
  }
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

async function listAll(world: World): Promise<Listed['data']> {
  const records: Listed['data'] = [];
  for (let offset = 0; ; offset += 100) {
    const outcome = await read(world, `/api/v1/artworks?limit=100&offset=${offset}`);
    if (!isAnswered(outcome) || outcome.status !== 200) {
      world.fault(`the list answered ${outcome.status}`);
      return records;
    }
    const { data } = outcome.json as Listed;
    records.push(...data);
    if (data.length < 100) return records;
  }
}
