// A wall before a shop: its host refuses every call from outside for a while, so that the shop dials out and carries the calls of the sync
// service itself. Each answer of the service brings the token of the next turn, and at any moment after one the power of the service goes, or
// the disk with its journals is lost.
import { inject } from 'light-my-request';
import { DiallingSite } from '../fakes/dialling-site.ts';
import type { Send } from '../fakes/dialling-site.ts';
import { HOST_URL } from './machines.ts';
import { addressOf } from './network.ts';
import type { Operation } from './operation.ts';
import { saveNewWork } from './owner-saves.ts';
import { loseJournals } from './service-troubles.ts';
import type { Shop } from './shop.ts';
import type { World } from './world.ts';

const TURNS = 12;
/** After a start the service is ready within so many turns. */
const TURNS_AFTERWARDS = 6;

async function wallUp(world: World): Promise<string> {
  const { random, timeline } = world;
  const shop = random.pick(world.allShops);
  const { site } = shop;
  if (site.isHidden || shop.isMoving || shop.isInDoubt) return 'none';
  site.isHidden = true;
  saveNewWork(world, shop);
  const dialling = new DiallingSite(site, HOST_URL, site.turn, shop.nowMs, sender(world, shop));
  const troubleAt = 2 + random.below(TURNS - 2);
  const chance = random.next();
  for (let turns = 0; turns < TURNS + TURNS_AFTERWARDS && site.isHidden; turns += 1) {
    const isAnswered = await takeTurn(world, dialling, shop);
    if (isAnswered && turns >= troubleAt && chance < 0.9) {
      if (chance < 0.6) cutPower(world);
      else loseJournals(world);
      // Once.
      turns = TURNS;
    }
    await timeline.sleep(dialling.answer === null ? 1000 : 10);
  }
  site.isHidden = false;
  return `${shop.name} took ${dialling.results.length} turns`;
}

/** False where no answer came, or one that is not the service's. */
async function takeTurn(world: World, dialling: DiallingSite, shop: Shop): Promise<boolean> {
  const { site, connected } = shop;
  const { generation } = site;
  // The shop may have been restored meanwhile, or have moved.
  Object.assign(dialling, { token: site.turn, siteUrl: site.url, doubt: site.doubt });
  const { code, status } = await dialling.turn().catch(() => ({ code: null, status: 0 }));
  const isSame =
    shop.connected === connected && site.generation === generation && !shop.isMoving && !shop.isInDoubt;
  if (status === 200 && isSame) site.turn = dialling.token;
  if (code === 'forked' && isSame) noteFork(world, shop);
  return status === 200;
}

/** As the plugin: its owner is asked. A shop that was never restored or copied must not be told so. */
function noteFork(world: World, shop: Shop): void {
  if (!shop.wasRestored)
    world.fault(`P17: ${shop.name} is told that it was copied or restored, and it was not`);
  shop.site.doubt = 'database';
  shop.isInDoubt = true;
}

/** At one of the next moments, while the shop knows what the service may not have on its disk yet. */
function cutPower({ host, random }: World): void {
  if (host.life !== undefined) host.life.doom = { kind: 'power', calls: 1 + random.below(4) };
}

/** To the service as all calls of the shop, and to itself past the wall. */
function sender(world: World, shop: Shop): Send {
  return async (url, { method, body, headers }) => {
    const { origin, pathname: path } = new URL(url);
    if (origin === HOST_URL) {
      const from = addressOf(shop.name);
      const answer = await world.network.carry({ origin, method, path, headers, body }, { from });
      return answered(answer.status, answer.headers, String(answer.body));
    }
    const handle = (...[request, response]: Parameters<typeof shop.site.handle>) =>
      void shop.site.handle(request, response);
    const answer = await inject(handle as never, { method, url: path, headers, payload: body });
    return answered(answer.statusCode, answer.headers, answer.payload);
  };
}

const answered = (status: number, headers: { [name: string]: unknown }, text: string) => ({
  status,
  headers: { get: (name: string) => (headers[name] === undefined ? null : String(headers[name])) },
  text: () => Promise.resolve(text),
});

export const WALLS: readonly Operation[] = [{ name: 'wall before a shop', share: 3, run: wallUp }];
