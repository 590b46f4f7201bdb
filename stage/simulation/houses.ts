// Houses: organisations that are founded, publish and issue for a while, and are erased, so that backups, restores, deaths and dumps lie
// between. What is left of one afterwards is used as if nothing had happened.
import { createKey } from '../../registry-server/src/operator/actions/key.ts';
import {
  createOrganization,
  eraseOrganization,
} from '../../registry-server/src/operator/actions/organization.ts';
import { createProfile } from '../../registry-server/src/operator/actions/profile.ts';
import {
  createWebhook,
  pauseWebhook,
  resumeWebhook,
} from '../../registry-server/src/operator/actions/webhook.ts';
import { command, isRefused, make, wordOf } from './commands.ts';
import type { House } from './knowledge.ts';
import { RECEIVER_URL } from './machines.ts';
import type { Life } from './life.ts';
import { operate, withStorage } from './operator.ts';
import type { Operation } from './operation.ts';
import { isAnswered, isOfRegistry } from './outcome.ts';
import { artworkBody, certify, publishOne } from './publishers.ts';
import { createdKey, createdProfile } from './world.ts';
import type { World } from './world.ts';

const SCOPES: ['artworks:read', 'artworks:write'] = ['artworks:read', 'artworks:write'];
const MOST = 6;

async function found(world: World): Promise<string | undefined> {
  if (world.knowledge.houses.filter(({ state }) => state === 'here').length >= MOST) return 'enough';
  // No name is the beginning of another: pages are searched for the names of those that were erased.
  const slug = `passing-${String(world.serial()).padStart(5, '0')}`;
  const since = world.commits;
  const organization = { what: 'create organisation', registry: 1, organization: slug } as const;
  const founded = await command(world, organization, (life) =>
    operate(life, createOrganization, { slug, name: slug }),
  );
  if (wordOf(founded) !== 'done') return wordOf(founded);
  const profile = { org: slug, slug, type: 'gallery', name: slug, city: 'Basel', country: 'CH' } as const;
  await command(world, createdProfile(slug, slug), (life) => operate(life, createProfile, profile));
  const made = await make(
    world,
    (life) => operate(life, createKey, { org: slug, scopes: SCOPES, rateLimit: '999999' }),
    ({ apiKey: key }) => createdKey(world, slug, key),
  );
  if (made === undefined || isRefused(made)) return wordOf(made);
  const webhookId = await subscribe(world, slug);
  const house: House = {
    slug,
    profile: slug,
    ...made,
    webhookId,
    since,
    state: 'here',
    erasedMs: 0,
    erased: 0,
  };
  world.knowledge.houses.push(house);
  for (let works = 1 + world.random.below(3); works > 0; works -= 1) await publishOne(world, house);
  const work = world.knowledge.pick(world.random, (one) => one.publisher === house);
  if (work !== undefined) await certify(world, work);
  return `done, ${slug}`;
}

async function subscribe(world: World, slug: string): Promise<string | null> {
  const url = `${RECEIVER_URL}/${slug}`;
  const made = await make(
    world,
    (life) => operate(life, createWebhook, { org: slug, url, events: 'all' }),
    ({ id, secret }) => ({
      what: 'create webhook',
      registry: 1,
      organization: slug,
      webhook: id,
      url,
      secret,
    }),
  );
  if (made === undefined || isRefused(made)) return null;
  world.history.webhooks.set(url, made.id);
  world.history.registryOf.set(made.id, 1);
  return made.id;
}

/** One that was interrupted is run again before another begins. */
async function erase(world: World): Promise<string | undefined> {
  const { houses } = world.knowledge;
  const waiting = houses.filter(({ state }) => state === 'in doubt');
  const living = houses.filter(({ state }) => state === 'here');
  if (waiting.length + living.length === 0) return 'none';
  const house = world.random.pick(waiting.length > 0 ? waiting : living);
  const { slug } = house;
  house.state = 'in doubt';
  world.knowledge.leave(house);
  const end = world.pairs.begin('erase');
  const deed = { what: 'erase organisation', registry: 1, organization: slug } as const;
  const result = await command(world, deed, (life) => operate(life, eraseOrganization, { slug, yes: true }));
  // What begins in the same second still meets it.
  world.timeline.in(1000, end);
  // After an erasure that was done and not answered its name is not found any more, which is a refusal.
  if (result !== undefined)
    Object.assign(house, { state: 'erased', erasedMs: world.timeline.elapsedMs, erased: world.commits });
  return wordOf(result);
}

const KEY_STOPS_MS = 10_000;

/** Its program still runs somewhere, and knows of nothing. */
async function useAfterwards(world: World): Promise<string | undefined> {
  const { elapsedMs } = world.timeline;
  const gone = world.knowledge.houses.filter(
    ({ state, erasedMs }) => state === 'erased' && erasedMs + KEY_STOPS_MS < elapsedMs,
  );
  if (gone.length === 0) return 'none';
  const { slug, apiKey } = world.random.pick(gone);
  const body = artworkBody(world.serial());
  const outcome = await world.call(slug, 'POST', '/api/v1/artworks', { body, apiKey });
  if (!isAnswered(outcome)) return outcome.lost;
  if (isOfRegistry(outcome) && outcome.status < 500 && outcome.status !== 401)
    world.fault(`${slug} was erased, and its key is answered with ${outcome.status}`);
  return String(outcome.status);
}

/** With all that waits for it. */
async function unsubscribe(world: World): Promise<string | undefined> {
  const house = world.knowledge.houses.find(({ state, webhookId }) => state === 'here' && webhookId !== null);
  if (house === undefined) return 'none';
  const id = house.webhookId!;
  house.webhookId = null;
  const deed = { what: 'delete webhook', registry: 1, webhook: id } as const;
  const remove = (life: Life) => withStorage(life, (storage) => storage.removeWebhook(id));
  return wordOf(await command(world, deed, remove));
}

export function pickSubscribed({ knowledge, random }: World): House | undefined {
  const houses = knowledge.houses.filter(({ state, webhookId }) => state === 'here' && webhookId !== null);
  return houses.length === 0 ? undefined : random.pick(houses);
}

/** Publishes a work; resolves at the first attempt to deliver that, which is lost, or after a while. */
export async function loseDelivery(world: World, house: House): Promise<void> {
  const { network, timeline } = world;
  const attempt = network.first(
    ({ origin, path }) => origin === RECEIVER_URL && path === `/${house.slug}`,
    'lost',
  );
  await publishOne(world, house);
  await Promise.race([attempt, timeline.sleep(20_000)]);
}

/** At the moment of an attempt that will fail: what comes of it must not end the pause. Or the pause ends. */
async function pauseDuringAttempt(world: World): Promise<string | undefined> {
  const house = pickSubscribed(world);
  if (house === undefined) return 'none';
  const id = house.webhookId!;
  if (world.random.next() < 0.3) {
    const deed = { what: 'resume webhook', registry: 1, webhook: id } as const;
    return wordOf(await command(world, deed, (life) => operate(life, resumeWebhook, { id })));
  }
  await loseDelivery(world, house);
  const deed = { what: 'pause webhook', registry: 1, webhook: id } as const;
  return wordOf(await command(world, deed, (life) => operate(life, pauseWebhook, { id })));
}

export const HOUSES: readonly Operation[] = [
  { name: 'delete webhook', share: 1, takesAway: true, run: unsubscribe },
  { name: 'found house', share: 4, run: found },
  { name: 'erase house', share: 3, takesAway: true, run: erase },
  { name: 'pause during an attempt', share: 3, run: pauseDuringAttempt },
  { name: 'use erased house', share: 2, run: useAfterwards },
];
