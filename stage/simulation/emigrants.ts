// Shops whose owners leave one registry for another: the pairing is continued there, and the service has neither a key nor a work of it until
// the owner hands one over. Meanwhile the clock of the service may be weeks ahead for a while.
import { createKey } from '../../registry-server/src/operator/actions/key.ts';
import { createOrganization } from '../../registry-server/src/operator/actions/organization.ts';
import { createProfile } from '../../registry-server/src/operator/actions/profile.ts';
import { setAhead } from './clocks.ts';
import { command, isRefused, make, wordOf } from './commands.ts';
import { orderAndWait } from './hand-over.ts';
import type { Emigrant } from './knowledge.ts';
import type { Machine } from './machines.ts';
import { OTHER_REGISTRY_URL } from './machines.ts';
import { connectAgain } from './moves.ts';
import type { Operation } from './operation.ts';
import { operate } from './operator.ts';
import { isAnswered } from './outcome.ts';
import { artworkBody } from './publishers.ts';
import { Shop } from './shop.ts';
import { createdKey, createdProfile } from './world.ts';
import type { World } from './world.ts';

const SCOPES: ['artworks:read', 'artworks:write'] = ['artworks:read', 'artworks:write'];
const MOST = 3;
const WORKS = 2;
const LOOKS = 30;
/** Longer than between two looks of the host at who has fallen silent or never got a key. */
const HOUSEKEEPING_MS = 11 * 60_000;
/** Longer than the 14 days for which a site may be without a key. */
const WEEKS_MS = 40 * 24 * 3600_000;

async function emigrate(world: World): Promise<string | undefined> {
  const { random, timeline, knowledge } = world;
  if (knowledge.emigrants.length >= MOST) return 'enough';
  const serial = 2000 + world.serial();
  const shop = new Shop(serial, 1, timeline, world.network);
  const first = await settle(world, shop, world.registry);
  if (first !== 'done') return first;
  for (let looks = 0; looks < LOOKS && !isPublished(shop); looks += 1) await timeline.sleep(2000);
  if (!isPublished(shop)) return 'not published';
  const emigrant: Emigrant = { shop, hasOrdered: false };
  shop.registry = 2;
  shop.isMoving = true;
  if ((await connectAgain(world, shop)) !== '201') return 'not connected';
  knowledge.emigrants.push(emigrant);
  if (random.next() < 0.5) await weeksAhead(world);
  return handKeyOver(world, emigrant, world.other);
}

/** A new shop with works, connected and with a key of a registry. */
async function settle(world: World, shop: Shop, registry: Machine): Promise<string | undefined> {
  for (let tries = 0; shop.connected === 0; tries += 1) {
    if (tries === 6) return 'not connected';
    const status = await shop.connect().catch(() => 0);
    if (status !== 201) await world.timeline.sleep(2000 * (tries + 1));
  }
  for (let work = 0; work < WORKS; work += 1) {
    const id = world.serial();
    shop.site.share(String(id), { ...artworkBody(id), title: `Work ${id} of ${shop.name}` });
  }
  const key = await newKey(world, shop, registry);
  if (typeof key !== 'object') return key;
  return (await orderAndWait(world, shop, { kind: 'api_key', api_key: key.apiKey })) ? 'done' : 'not taken';
}

async function handKeyOver(world: World, emigrant: Emigrant, registry: Machine): Promise<string | undefined> {
  const { shop } = emigrant;
  const key = await newKey(world, shop, registry);
  if (typeof key !== 'object') return key;
  emigrant.hasOrdered = true;
  const isTaken = await orderAndWait(world, shop, { kind: 'api_key', api_key: key.apiKey });
  return isTaken ? 'done' : 'not taken yet';
}

/** Of an organisation of its own, which is made. */
async function newKey(world: World, shop: Shop, registry: Machine) {
  const slug = `emigrant-${shop.serial}`;
  const { number } = registry.program;
  const organization = { what: 'create organisation', registry: number, organization: slug } as const;
  const founded = await command(
    world,
    organization,
    (life) => operate(life, createOrganization, { slug, name: slug }),
    registry,
  );
  if (wordOf(founded) !== 'done') return wordOf(founded);
  const profile = { org: slug, slug, type: 'gallery', name: slug, city: 'Basel', country: 'CH' } as const;
  await command(
    world,
    createdProfile(slug, slug, number),
    (life) => operate(life, createProfile, profile),
    registry,
  );
  const made = await make(
    world,
    (life) => operate(life, createKey, { org: slug, scopes: SCOPES, rateLimit: '999999' }),
    ({ apiKey }) => createdKey(world, slug, apiKey, number),
    null,
    registry,
  );
  return made === undefined || isRefused(made) ? wordOf(made) : made;
}

const isPublished = ({ site }: Shop): boolean => site.countReported('published') === WORKS;

/** For as long as the host takes to look who is gone, which has seen the site before; then somebody puts it right. */
async function weeksAhead(world: World): Promise<void> {
  const { host } = world;
  if (host.aheadMs !== 0) return;
  await untilHostLooked(world);
  setAhead(world, host, WEEKS_MS);
  await untilHostLooked(world);
  if (host.aheadMs === WEEKS_MS) setAhead(world, host, 0);
}

async function untilHostLooked({ network, timeline }: World): Promise<void> {
  for (let tries = 0; tries < 20 && network.open > 0; tries += 1) await timeline.sleep(50);
  if (network.open === 0) timeline.skip(HOUSEKEEPING_MS);
  await timeline.sleep(1000);
}

type Shown = { data?: { title: string } };

/** At rest: the service has taken the key that was handed over, and the works are those of the other registry. */
export async function checkEmigrants(world: World): Promise<void> {
  for (const { shop, hasOrdered } of world.knowledge.emigrants) {
    const { site } = shop;
    if (!hasOrdered || shop.isMoving) continue;
    if (site.sealed.length > 0)
      world.fault(`P5: ${shop.name} handed over the key of its other registry, which the service never took`);
    for (const [id, { artwork }] of site.works) {
      const artId = site.reports.get(id)?.registry_id ?? null;
      const title = String(artwork?.['title']);
      const path = `/api/v1/artworks/${artId}`;
      const { apiKey } = world.otherReader;
      const answer = await world.call('observer', 'GET', path, { apiKey, origin: OTHER_REGISTRY_URL });
      const shown = isAnswered(answer) ? (answer.json as Shown).data?.title : answer.lost;
      if (shown !== title)
        world.fault(
          `P14: ${shop.name} shows ${artId} beside "${title}", which at its other registry is ${shown}`,
        );
    }
  }
}

export const EMIGRANTS: readonly Operation[] = [
  { name: 'shop goes to another registry', share: 1, run: emigrate },
];
