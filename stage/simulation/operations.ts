// What people do: owners at their shops, publishers by the API, operators at the command line, strangers and harvesters.
import {
  restoreArtwork,
  transferArtwork,
  withdrawArtwork,
} from '../../registry-server/src/operator/actions/artwork.ts';
import { approveRequest } from '../../registry-server/src/operator/actions/access-request.ts';
import { createKey, revokeKey } from '../../registry-server/src/operator/actions/key.ts';
import {
  createOrganization,
  eraseOrganization,
} from '../../registry-server/src/operator/actions/organization.ts';
import { createProfile } from '../../registry-server/src/operator/actions/profile.ts';
import { pauseWebhook, resumeWebhook } from '../../registry-server/src/operator/actions/webhook.ts';
import { DumpsBusy, DumpsOnHold, keepDumps } from '../../registry-server/src/dumps/dump-keeper.ts';
import { command, isRefused, make, wordOf } from './commands.ts';
import { orderAndWait } from './hand-over.ts';
import { operate, withStorage } from './operator.ts';
import { OWNERS_TROUBLES } from './owners-troubles.ts';
import { RARE_COMMANDS } from './rare-commands.ts';
import type { Operation } from './operation.ts';
import type { Shop } from './shop.ts';
import { isAnswered, isOfRegistry } from './outcome.ts';
import type { Answered, Outcome } from './outcome.ts';
import { createdKey, createdProfile } from './world.ts';
import type { Gallery, World } from './world.ts';

const TRIES = 6;
const SCOPES: ['artworks:read', 'artworks:write'] = ['artworks:read', 'artworks:write'];

const isFinal = (outcome: Outcome): outcome is Answered =>
  isAnswered(outcome) &&
  outcome.status < 500 &&
  outcome.status !== 429 &&
  isOfRegistry(outcome) &&
  // The same request is being carried out: its answer comes with the next try.
  !outcome.text.includes('"idempotent_request_in_progress"');

/** Asks until the registry has answered, as a client does that sends an idempotency key. */
async function untilAnswered(world: World, ask: () => Promise<Outcome>): Promise<Answered | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const outcome = await ask();
    if (isFinal(outcome)) return outcome;
    if ('lost' in outcome) world.pairs.at('lost answer');
    await world.timeline.sleep(500 * 2 ** tries);
  }
  return undefined;
}

const artworkBody = (serial: number, patch: object = {}) => ({
  title: `Study no. ${serial}`,
  artist_name: `Artist ${serial % 7}`,
  year_created: String(1900 + (serial % 120)),
  medium: 'Oil',
  height_cm: 20 + serial / 10,
  width_cm: 30,
  availability: 'for_sale',
  price: { amount: 100 + serial, currency: 'EUR' },
  ...patch,
});

async function publish(world: World): Promise<string | undefined> {
  const serial = world.serial();
  const headers = { 'idempotency-key': `key-${serial}` };
  const { apiKey } = world.publisher;
  const body = artworkBody(serial);
  const began = world.commits;
  const answer = await untilAnswered(world, () =>
    world.call('publisher', 'POST', '/api/v1/artworks', { body, apiKey, headers }),
  );
  if (answer === undefined) return undefined;
  if (answer.status !== 201) return String(answer.status);
  const { registry_id: id } = answer.json as { registry_id: string };
  world.knowledge.published(id, { serial, medium: 'Oil', since: began });
  return `201 ${id}`;
}

async function change(world: World, patch: { [field: string]: unknown }): Promise<string | undefined> {
  const work = world.knowledge.pick(world.random);
  if (work === undefined) return 'none';
  const { apiKey } = world.publisher;
  const headers = { 'idempotency-key': `key-${world.serial()}` };
  work.isBusy = true;
  const answer = await untilAnswered(world, () =>
    world.call('publisher', 'PATCH', `/api/v1/artworks/${work.id}`, { body: patch, apiKey, headers }),
  );
  work.isBusy = false;
  if (answer?.status === 200) Object.assign(work.expected, patch);
  // It may have been done, and the answer was lost.
  else if (answer === undefined) world.knowledge.doubt(work);
  work.touched = world.commits;
  return answer && `${answer.status} ${work.id}`;
}

async function issueCertificate(world: World): Promise<string | undefined> {
  const work = world.knowledge.pick(world.random);
  if (work === undefined) return 'none';
  const headers = { 'idempotency-key': `key-${world.serial()}` };
  const { apiKey } = world.publisher;
  const path = `/api/v1/artworks/${work.id}/certificates`;
  const answer = await untilAnswered(world, () =>
    world.call('publisher', 'POST', path, { body: {}, apiKey, headers }),
  );
  if (answer?.status === 201) world.knowledge.certificates.push((answer.json as { id: string }).id);
  return answer && String(answer.status);
}

async function withdraw(world: World): Promise<string | undefined> {
  const work = world.knowledge.pick(world.random);
  if (work === undefined) return 'none';
  work.isBusy = true;
  const isBack = work.expected.isWithdrawn === true;
  const deed = { what: isBack ? 'put back' : 'withdraw', registry: 1, registryId: work.id } as const;
  const result = await command(world, deed, (life) =>
    operate(life, isBack ? restoreArtwork : withdrawArtwork, { id: work.id }),
  );
  work.isBusy = false;
  work.touched = world.commits;
  if (result === undefined) world.knowledge.doubt(work);
  else if (wordOf(result) === 'done') work.expected.isWithdrawn = !isBack;
  return wordOf(result);
}

async function transfer(world: World): Promise<string | undefined> {
  const work = world.knowledge.pick(world.random);
  if (work === undefined) return 'none';
  work.isBusy = true;
  const profile = world.random.pick(world.galleries).slug;
  const to = { toProfile: profile, toOrganization: profile };
  const deed = { what: 'transfer', registry: 1, registryId: work.id, ...to } as const;
  const result = await command(world, deed, (life) =>
    operate(life, transferArtwork, { id: work.id, profile }),
  );
  // It is somebody else's from now on.
  if (result === undefined || wordOf(result) === 'done') world.knowledge.forget(work);
  work.isBusy = false;
  return wordOf(result);
}

async function rotateKey(world: World): Promise<string | undefined> {
  const shop = world.random.pick(world.shops);
  const gallery = world.galleries[shop.serial - 1]!;
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
  if (!(await orderAndWait(world, shop, { kind: 'api_key', api_key: made.apiKey }))) return 'not taken';
  Object.assign(gallery, { apiKey: made.apiKey, prefix: made.prefix });
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

async function moveSite(world: World): Promise<string | undefined> {
  const shop = world.random.pick(world.allShops);
  const from = shop.site.url;
  shop.open(`https://shop${shop.serial}-${world.serial()}.art`);
  world.ownerDid({ what: 'move site', shop: shop.serial, from, to: shop.site.url });
  shop.isMoving = true;
  return connectAgain(world, shop);
}

/** The pairing is continued under the new address. Where it is not known whether that was heard, the owner tries again later. */
export async function connectAgain(world: World, shop: Shop): Promise<string | undefined> {
  const { siteId, secret } = shop.site;
  for (let tries = 0; tries < TRIES && shop.isMoving; tries += 1) {
    const status = await shop.connect({ siteId, secret }).catch(() => 0);
    world.log.add(`${shop.name} connects again: ${status}`);
    if (status === 201) shop.isMoving = false;
    else await world.timeline.sleep(2000 * (tries + 1));
  }
  return shop.isMoving ? undefined : '201';
}

async function writeDump(world: World): Promise<string | undefined> {
  const result = await command(world, { what: 'write dump', registry: 1 }, (life) =>
    withStorage(life, async (storage, config) => {
      try {
        return await keepDumps(
          config.dumps!,
          { storage, clock: life.clock, onDamaged: () => undefined },
          true,
        );
      } catch (error) {
        if (error instanceof DumpsBusy || error instanceof DumpsOnHold) return { refused: error.name };
        throw error;
      }
    }),
  );
  return wordOf(result);
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
  const approved = await make(
    world,
    (life) => operate(life, approveRequest, { id, newOrg: true }),
    ({ organization: { slug, name } }) => ({
      what: 'approve access',
      registry: 1,
      requestId: id,
      organization: slug,
      profile: {
        organization: slug,
        type: 'gallery',
        slug,
        name,
        city: null,
        country: null,
        showsCountry: false,
      },
    }),
  );
  if (wordOf(approved) !== 'done') return wordOf(approved);
  const path = '/api/v1/integrations/access-requests/claim';
  const claimed = await untilAnswered(world, () =>
    world.call(`house${serial}`, 'POST', path, { body: { request_id: id, claim_token: token } }),
  );
  const key = (claimed?.json as { api_key?: string | null } | undefined)?.api_key;
  return claimed && `${claimed.status} ${key ? 'key' : 'no key'}`;
}

async function erase(world: World): Promise<string | undefined> {
  const slug = `passing-${world.serial()}`;
  const end = world.pairs.begin('erase');
  try {
    const organization = { what: 'create organisation', registry: 1, organization: slug } as const;
    const founded = await command(world, organization, (life) =>
      operate(life, createOrganization, { slug, name: slug }),
    );
    if (wordOf(founded) !== 'done') return wordOf(founded);
    const profile = { org: slug, slug, type: 'gallery', name: slug, city: 'Basel', country: 'CH' } as const;
    await command(world, createdProfile(slug, slug), (life) => operate(life, createProfile, profile));
    const made = await make(
      world,
      (life) => operate(life, createKey, { org: slug, scopes: SCOPES }),
      ({ apiKey: key }) => createdKey(world, slug, key),
    );
    if (made === undefined || isRefused(made)) return wordOf(made);
    const body = artworkBody(world.serial());
    await world.call(slug, 'POST', '/api/v1/artworks', { body, apiKey: made.apiKey });
    const erased = { what: 'erase organisation', registry: 1, organization: slug } as const;
    return wordOf(
      await command(world, erased, (life) => operate(life, eraseOrganization, { slug, yes: true })),
    );
  } finally {
    end();
  }
}

/** An owner's work by its number; the shop has at most so many. */
const WORKS_OF_SHOP = 40;

async function ownerSaves(world: World): Promise<string> {
  const shop = world.random.pick(world.allShops);
  const id = shop.serial * 1000 + world.random.below(WORKS_OF_SHOP);
  const price = { amount: 100 + world.random.below(50), currency: 'EUR' };
  const fields = { ...artworkBody(id, { price }), title: `Work ${id}` };
  shop.site.share(String(id), fields);
  world.ownerDid({ what: 'edit', shop: shop.serial, work: String(id), fields });
  return wakeUp(shop, `saves ${id}`);
}

async function ownerTakesAway(world: World): Promise<string> {
  const shop = world.random.pick(world.allShops);
  const shared = [...shop.site.works].filter(([, { state }]) => state === 'shared');
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
  const shared = [...shop.site.works].filter(([, { state }]) => state === 'shared');
  if (shared.length === 0) return 'none';
  const [id, { artwork }] = world.random.pick(shared);
  shop.site.share(id, { ...artwork, availability: 'sold' });
  world.ownerDid({ what: 'sell', shop: shop.serial, work: id });
  shop.site.orderCertificate(`order-${world.serial()}`, { external_id: id });
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
  if (
    isAnswered(outcome) &&
    outcome.status < 300 &&
    outcome.headers['x-areg-signature'] === undefined &&
    isOfRegistry(outcome)
  )
    world.fault(`a stranger was answered ${outcome.status}`);
  return isAnswered(outcome) ? String(outcome.status) : outcome.lost;
}

const MOST_USED: readonly Operation[] = [
  { name: 'publish', share: 14, paired: 'publish', run: publish },
  {
    name: 'update',
    share: 12,
    paired: 'update',
    run: (world) => change(world, { medium: world.random.pick(['Oil', 'Ink', 'Chalk']) }),
  },
  {
    name: 'hide',
    share: 5,
    takesAway: true,
    paired: 'hide',
    run: (world) => change(world, { availability: world.random.pick(['fully_private', 'for_sale']) }),
  },
  { name: 'withdraw', share: 5, takesAway: true, paired: 'withdraw', run: withdraw },
  { name: 'transfer', share: 3, takesAway: true, paired: 'transfer', run: transfer },
  { name: 'issue certificate', share: 6, paired: 'issue certificate', run: issueCertificate },
  { name: 'rotate key', share: 2, takesAway: true, paired: 'rotate key', run: rotateKey },
  { name: 'pause webhook', share: 3, takesAway: true, paired: 'pause webhook', run: pauseOrResume },
  { name: 'move site', share: 2, paired: 'move site', run: moveSite },
  { name: 'write dump', share: 3, paired: 'write dump', run: writeDump },
  { name: 'claim key', share: 3, paired: 'claim key', run: claimKey },
  { name: 'erase', share: 3, takesAway: true, run: erase },
  { name: 'owner saves', share: 16, run: ownerSaves },
  { name: 'owner takes away', share: 4, run: ownerTakesAway },
  { name: 'buyer orders', share: 4, run: buyerOrders },
  { name: 'harvest', share: 8, run: harvest },
  { name: 'stranger', share: 5, run: strangers },
];

export const OPERATIONS: readonly Operation[] = [...MOST_USED, ...RARE_COMMANDS, ...OWNERS_TROUBLES];
