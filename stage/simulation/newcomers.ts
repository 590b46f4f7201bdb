// Shops without a key: each asks for one by the sync service, which posts the request, claims the key once the operator has approved it, and
// takes it into use. The moments between are short, so calls are lost, and cells die, just then.
import { approveRequest } from '../../registry-server/src/operator/actions/access-request.ts';
import { setAhead } from './clocks.ts';
import { make, wordOf } from './commands.ts';
import { outcomeOfOrder } from './hand-over.ts';
import type { Newcomer } from './knowledge.ts';
import { REGISTRY_URL } from './machines.ts';
import { moveElsewhere } from './moves.ts';
import type { Sent } from './network.ts';
import type { Operation } from './operation.ts';
import { operate } from './operator.ts';
import { Shop } from './shop.ts';
import type { World } from './world.ts';

const MOST = 6;
const REQUESTS = '/api/v1/integrations/access-requests';
const CLAIMS = `${REQUESTS}/claim`;
const DAY_MS = 24 * 3600_000;
/** The service asks for a key at least so often at first. */
const PATIENCE_MS = 60_000;
/** A key that is not fetched for fourteen days is over. */
const EXPIRED_MS = 13 * 24 * 3600_000;

async function join(world: World): Promise<string | undefined> {
  const { newcomers } = world.knowledge;
  if (newcomers.length >= MOST) return 'enough';
  // Beside the shops that are there from the beginning.
  const serial = 1000 + world.serial();
  const shop = new Shop(serial, 1, world.timeline, world.network);
  for (let tries = 0; shop.connected === 0; tries += 1) {
    if (tries === 6) return 'not connected';
    const status = await shop.connect().catch(() => 0);
    if (status !== 201) await world.timeline.sleep(2000 * (tries + 1));
  }
  const newcomer: Newcomer = { shop, email: `shop${serial}@mail.art`, approved: null };
  newcomers.push(newcomer);
  const isPosted = ({ path, body }: Sent) => path === REQUESTS && String(body).includes(newcomer.email);
  world.network.aim = world.random.next() < 0.4 ? aimed(world, isPosted) : undefined;
  const outcome = await ask(world, newcomer);
  if (outcome?.code !== 'requested' || outcome.message === null) return outcome?.code ?? 'no outcome';
  const chance = world.random.next();
  if (chance < 0.25) await askAhead(world);
  if (chance < 0.75) {
    world.network.aim = aimed(world, isFirstUse(world));
    return approve(world, outcome.message, newcomer);
  }
  const moved = moveAtFirstUse(world, shop);
  const approved = await approve(world, outcome.message, newcomer);
  await moved;
  return approved;
}

/** The service asks for a key while the clock of the registry is a day ahead, and the clock is put right. */
async function askAhead(world: World): Promise<void> {
  const { registry, timeline } = world;
  if (registry.aheadMs !== 0) return;
  setAhead(world, registry, DAY_MS);
  await Promise.race([world.network.first(({ path }) => path === CLAIMS), timeline.sleep(PATIENCE_MS)]);
  await timeline.sleep(1000);
  setAhead(world, registry, 0);
}

/** The shop is moved elsewhere at the very moment at which the service takes its key into use. */
async function moveAtFirstUse(world: World, shop: Shop): Promise<void> {
  const isMeant = isFirstUse(world);
  await Promise.race([world.network.first(isMeant), world.timeline.sleep(PATIENCE_MS)]);
  await moveElsewhere(world, shop);
}

/** A key that was not used so far asks whose it is. */
const isFirstUse = (world: World) => {
  const known = new Set(world.history.organizations.keys());
  return ({ origin, method, path, headers }: Sent): boolean => {
    const key = String(headers?.['authorization'] ?? '').replace(/^Bearer /, '');
    return (
      origin === REGISTRY_URL && method === 'GET' && path === '/api/v1/' && key !== '' && !known.has(key)
    );
  };
};

/** Such a call loses its answer, or the service dies soon after it; or neither. */
export function aimed(world: World, isMeant: (sent: Sent) => boolean): World['network']['aim'] {
  const chance = world.random.next();
  const calls = 1 + world.random.below(6);
  if (chance < 0.3) return undefined;
  return (sent) => {
    if (!isMeant(sent)) return undefined;
    if (chance < 0.65) return 'lost_answer';
    doomCell(world, calls);
    return 'well';
  };
}

/** It will die after so many calls of its capabilities, of those that `at` means. */
export function doomCell({ host, random }: World, calls: number, at?: RegExp): void {
  const cell = host.life?.children.findLast(({ isDead }) => !isDead);
  const kind = random.pick(['kill', 'power'] as const);
  if (cell !== undefined) cell.doom = { kind, calls, ...(at && { at }) };
}

function ask(world: World, { shop, email }: Newcomer) {
  const request = {
    name: `Owner of ${shop.name}`,
    email,
    organization: `House of ${shop.name}`,
    website: shop.site.url,
    intended_use: 'Registering the works of our house, all of them, one after another.',
  };
  return outcomeOfOrder(world, shop, { kind: 'access_request', request }, 60);
}

/** With a new organisation and its profile. */
export async function approve(world: World, id: string, newcomer?: Newcomer): Promise<string | undefined> {
  const place = { city: null, country: null, showsCountry: false };
  const approved = await make(
    world,
    (life) => operate(life, approveRequest, { id, newOrg: true }),
    ({ organization: { slug, name } }) => ({
      what: 'approve access',
      registry: 1,
      requestId: id,
      organization: slug,
      profile: { organization: slug, type: 'gallery', slug, name, ...place },
    }),
  );
  const word = wordOf(approved);
  if (word === 'done' && newcomer !== undefined) newcomer.approved = world.history.said.at(-1)!.number;
  return word;
}

/** A request is posted once, and a key that was approved is in use at the end of the day. */
export function checkNewcomers(world: World): void {
  const { history, knowledge } = world;
  for (const { shop, email, approved } of knowledge.newcomers) {
    const posts = history.said.flatMap(({ deed, asked }) =>
      deed.what === 'call' && deed.ask.path === REQUESTS && String(deed.ask.body).includes(email)
        ? [asked]
        : [],
    );
    // What the network repeats was posted once.
    if (new Set(posts).size > 1)
      world.fault(`the request for access of ${shop.name} was posted ${posts.length} times`);
    const status = shop.site.polls.at(-1)?.['status'] as { account?: { state: string } } | undefined;
    if (approved === null || isInDoubt(world, approved) || status?.account?.state === 'ok') continue;
    world.fault(`the key of ${shop.name} was approved, and its account is ${status?.account?.state}`);
  }
}

/**
 * A restore may have taken the request back, and a clock that is put weeks ahead may have ended it. One that was behind may not: the
 * registry counts from the last time that it gave out.
 */
function isInDoubt({ history }: World, since: number): boolean {
  let countedMs = 0;
  for (const { deed, number } of history.said) {
    if (deed.what === 'restore backup' && number > since) return true;
    if (deed.what !== 'clock set' || deed.program !== 'registry' || deed.number !== 1) continue;
    if (number < since) countedMs = Math.max(0, deed.ahead);
    else if (deed.ahead - countedMs > EXPIRED_MS) return true;
  }
  return false;
}

export const NEWCOMERS: readonly Operation[] = [{ name: 'shop asks for access', share: 2, run: join }];
