// What people do: owners at their shops, operators at the command line, strangers and harvesters; and all operations.
import { createKey, revokeKey } from '../../registry-server/src/operator/actions/key.ts';
import { pauseWebhook, resumeWebhook } from '../../registry-server/src/operator/actions/webhook.ts';
import { CLOCK_TROUBLES } from './clock-troubles.ts';
import { command, isRefused, make, wordOf } from './commands.ts';
import { writeDump } from './dumps.ts';
import { orderAndWait } from './hand-over.ts';
import { EMIGRANTS } from './emigrants.ts';
import { HOUSES } from './houses.ts';
import { NAMED_OPERATORS } from './named-operators.ts';
import { operate } from './operator.ts';
import { saveWork } from './owner-saves.ts';
import { OWNERS_TROUBLES } from './owners-troubles.ts';
import { approve, doomCell, NEWCOMERS } from './newcomers.ts';
import { moveElsewhere } from './moves.ts';
import { PRINTS } from './prints.ts';
import { artworkBody, PUBLISHERS, untilAnswered } from './publishers.ts';
import { RARE_COMMANDS } from './rare-commands.ts';
import { RESTORES } from './restores.ts';
import { SALES } from './sales.ts';
import { SERVICE_TROUBLES } from './service-troubles.ts';
import { WRONG_TIMES } from './wrong-times.ts';
import { WALLS } from './walls.ts';
import type { Operation } from './operation.ts';
import type { Shop } from './shop.ts';
import { isAnswered, isOfRegistry } from './outcome.ts';
import { createdKey } from './world.ts';
import type { Gallery, World } from './world.ts';

const SCOPES: ['artworks:read', 'artworks:write'] = ['artworks:read', 'artworks:write'];

async function rotateKey(world: World): Promise<string | undefined> {
  const shop = world.random.pick(world.shops);
  const gallery = world.galleryOf(shop);
  const former = { prefix: gallery.prefix, key: gallery.apiKey };
  const given = await giveNewKey(world, shop, gallery);
  if (given !== 'done') return given;
  return wordOf(
    await command(world, { what: 'revoke key', registry: 1, key: former.key }, async (life) => {
      await operate(life, revokeKey, { prefix: former.prefix });
      return 'revoked';
    }),
  );
}

/** The operator makes a key, and the owner hands it over. */
export async function giveNewKey(world: World, shop: Shop, gallery: Gallery): Promise<string | undefined> {
  const made = await make(
    world,
    (life) => operate(life, createKey, { org: gallery.slug, scopes: SCOPES, rateLimit: '999999' }),
    ({ apiKey: key }) => createdKey(world, gallery.slug, key),
  );
  if (made === undefined || isRefused(made)) return wordOf(made);
  const key = { apiKey: made.apiKey, prefix: made.prefix };
  shop.keys.handOver(key);
  if (!(await orderAndWait(world, shop, { kind: 'api_key', api_key: key.apiKey }))) return 'not taken';
  shop.keys.hasTaken(key);
  Object.assign(gallery, shop.keys.taken);
  return 'done';
}

async function pauseOrResume(world: World): Promise<string | undefined> {
  const { webhookId } = world.random.pick(world.galleries);
  if (webhookId === null) return 'none';
  const [what, action] =
    world.random.next() < 0.5
      ? (['pause webhook', pauseWebhook] as const)
      : (['resume webhook', resumeWebhook] as const);
  const deed = { what, registry: 1, webhook: webhookId };
  return wordOf(await command(world, deed, (life) => operate(life, action, { id: webhookId })));
}

const PAIRING_STORED = /^after \S+ UPDATE site SET pairing/;

async function moveSite(world: World): Promise<string | undefined> {
  // A shop that shows nothing at present is the one that is rebuilt elsewhere.
  const closed = world.allShops.filter((shop) => shop.worksOnShow().length === 0);
  const shop = world.random.pick(closed.length > 0 && world.random.next() < 0.5 ? closed : world.allShops);
  const chance = world.random.next();
  if (chance < 0.3) doomCell(world, 1 + world.random.below(60));
  // What a cell keeps is in two databases.
  else if (chance < 0.6) doomCell(world, 1, PAIRING_STORED);
  return moveElsewhere(world, shop);
}

async function claimKey(world: World): Promise<string | undefined> {
  const serial = world.serial();
  const body = {
    name: `Stranger ${serial}`,
    email: `stranger${serial}@mail.art`,
    organization: `House ${serial}`,
    website: `https://house${serial}.art`,
    access_type: 'publishing',
    intended_use: 'Registering the works of our house, all of them, one after another.',
  };
  const asked = await untilAnswered(world, () =>
    world.call(`house${serial}`, 'POST', '/api/v1/integrations/access-requests', { body }),
  );
  if (asked?.status !== 200) return asked && String(asked.status);
  world.knowledge.people.push(body.email);
  const { request_id: id, claim_token: token } = asked.json as { request_id: string; claim_token: string };
  const approved = await approve(world, id);
  if (approved !== 'done') return approved;
  const path = '/api/v1/integrations/access-requests/claim';
  const claimed = await untilAnswered(world, () =>
    world.call(`house${serial}`, 'POST', path, { body: { request_id: id, claim_token: token } }),
  );
  const key = (claimed?.json as { api_key?: string | null } | undefined)?.api_key;
  return claimed && `${claimed.status} ${key ? 'key' : 'no key'}`;
}

/** An owner's work by its number; the shop has at most so many. */
const WORKS_OF_SHOP = 40;

async function ownerSaves(world: World): Promise<string> {
  const shop = world.random.pick(world.allShops);
  const id = shop.serial * 1000 + world.random.below(WORKS_OF_SHOP);
  const price = { amount: 100 + world.random.below(50), currency: 'EUR' };
  const fields = { ...artworkBody(id, { price }), title: `Work ${id}` };
  saveWork(world, shop, String(id), fields);
  return wakeUp(shop, `saves ${id}`);
}

async function ownerTakesAway(world: World): Promise<string> {
  const shop = world.random.pick(world.allShops);
  const shared = shop.sharedWorks();
  if (shared.length === 0) return 'none';
  const [id] = world.random.pick(shared);
  const state = world.random.pick(['not_shared', 'gone'] as const);
  shop.site.leave(id, state);
  world.ownerDid({ what: state === 'gone' ? 'delete' : 'stop updating', shop: shop.serial, work: id });
  return wakeUp(shop, `takes ${id} away`);
}

/** A buyer orders: the work is sold, and its certificate is ordered. */
async function buyerOrders(world: World): Promise<string> {
  const shop = world.random.pick(world.allShops);
  const onShow = shop.worksOnShow();
  if (onShow.length === 0) return 'none';
  const [id, { artwork }] = world.random.pick(onShow);
  shop.site.share(id, { ...artwork, availability: 'sold' });
  world.ownerDid({ what: 'sell', shop: shop.serial, work: id });
  const order = `order-${world.serial()}`;
  shop.site.orderCertificate(order, { external_id: id });
  world.ownerDid({ what: 'order certificate', shop: shop.serial, work: id, order });
  return wakeUp(shop, `sells ${id}`);
}

async function wakeUp(shop: Shop, what: string): Promise<string> {
  const answer = await shop.wake().catch((error: unknown) => ({ status: (error as { code: string }).code }));
  return `${shop.name} ${what} ${answer.status}`;
}

const HARVESTED = [
  '/api/v1/artworks?limit=20',
  '/oai?verb=ListRecords&metadataPrefix=oai_dc',
  '/activity/',
  '/sitemap.xml',
  '/artworks',
  '/dumps/index.json',
  '/.well-known/artwork-registry',
  '/api/v1/openapi.json',
  '/',
];

async function harvest(world: World): Promise<string> {
  const path = world.random.pick(HARVESTED);
  const { apiKey } = world.reader;
  const outcome = await world.call('harvester', 'GET', path, path.startsWith('/api') ? { apiKey } : {});
  if (isAnswered(outcome) && outcome.status >= 500 && isOfRegistry(outcome) && outcome.status !== 503)
    world.fault(`${path} answered ${outcome.status}: ${outcome.text.slice(0, 200)}`);
  return isAnswered(outcome) ? `${path} ${outcome.status}` : `${path} ${outcome.lost}`;
}

async function followFeeds(world: World): Promise<string> {
  return (await world.mirror.follow(world, world.random.pick([3, 50]))) ? 'followed' : 'no answer';
}

async function strangers(world: World): Promise<string> {
  const outcome = await world.random.pick([
    () =>
      world.call('stranger', 'POST', '/api/v1/artworks', {
        body: artworkBody(1),
        apiKey: `areg_${'x'.repeat(40)}`,
      }),
    () => world.call('stranger', 'POST', '/api/v1/integrations/access-requests', { body: { name: 'x' } }),
    () => world.call('stranger', 'GET', '/api/v1/artworks/AREG-0'),
    () => world.call('stranger', 'POST', '/operator/login', { body: 'name=&password=wrong' }),
    () => world.call('stranger', 'POST', '/sites', { origin: 'https://sync.art', body: { protocol: 1 } }),
    () =>
      world.call('stranger', 'POST', `/sites/${world.shops[0]!.site.siteId}/wake`, {
        origin: 'https://sync.art',
        body: {},
      }),
  ])();
  // What somebody on the way puts in the place of an answer is a 200 at best.
  const isTaken =
    isAnswered(outcome) && outcome.status < 300 && (outcome.status > 200 || isOfRegistry(outcome));
  if (isTaken) world.fault(`a stranger was answered ${outcome.status}`);
  return isAnswered(outcome) ? String(outcome.status) : outcome.lost;
}

const MOST_USED: readonly Operation[] = [
  { name: 'rotate key', share: 2, takesAway: true, paired: 'rotate key', run: rotateKey },
  { name: 'pause webhook', share: 3, takesAway: true, paired: 'pause webhook', run: pauseOrResume },
  { name: 'move site', share: 2, takesAway: true, paired: 'move site', run: moveSite },
  { name: 'write dump', share: 3, paired: 'write dump', run: writeDump },
  { name: 'claim key', share: 3, paired: 'claim key', run: claimKey },
  { name: 'owner saves', share: 16, run: ownerSaves },
  { name: 'owner takes away', share: 4, run: ownerTakesAway },
  { name: 'buyer orders', share: 4, run: buyerOrders },
  { name: 'harvest', share: 8, run: harvest },
  { name: 'follow feeds', share: 4, run: followFeeds },
  { name: 'stranger', share: 5, run: strangers },
];

export const OPERATIONS: readonly Operation[] = [
  ...PUBLISHERS,
  ...SALES,
  ...MOST_USED,
  ...HOUSES,
  ...NEWCOMERS,
  ...RARE_COMMANDS,
  ...OWNERS_TROUBLES,
  ...SERVICE_TROUBLES,
  ...NAMED_OPERATORS,
  ...PRINTS,
  ...CLOCK_TROUBLES,
  ...WALLS,
  ...WRONG_TIMES,
  ...RESTORES,
  ...EMIGRANTS,
];
