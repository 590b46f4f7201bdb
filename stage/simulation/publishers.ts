// What publishers do by the API, and what an operator does with their works: by a publisher without a shop, by the houses that live for a
// while, and with works of shops under the Art ID that the shop shows.
import {
  restoreArtwork,
  transferArtwork,
  withdrawArtwork,
} from '../../registry-server/src/operator/actions/artwork.ts';
import { command, wordOf } from './commands.ts';
import type { Keyed, KnownWork, Publisher } from './knowledge.ts';
import { operate } from './operator.ts';
import type { Operation } from './operation.ts';
import { isAnswered, isOfRegistry } from './outcome.ts';
import type { Answered, Outcome } from './outcome.ts';
import type { World } from './world.ts';

const TRIES = 6;

export const isFinal = (outcome: Outcome): outcome is Answered =>
  isAnswered(outcome) &&
  outcome.status < 500 &&
  outcome.status !== 429 &&
  isOfRegistry(outcome) &&
  // The same request is being carried out: its answer comes with the next try.
  !outcome.text.includes('"idempotent_request_in_progress"');

/** Asks until the registry has answered, as a client does that sends an idempotency key. */
export async function untilAnswered(
  world: World,
  ask: () => Promise<Outcome>,
): Promise<Answered | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const outcome = await ask();
    if (isFinal(outcome)) return outcome;
    if ('lost' in outcome) world.pairs.at('lost answer');
    await world.timeline.sleep(500 * 2 ** tries);
  }
  return undefined;
}

/** What galleries type where a work has no inventory number. */
const NO_NUMBER = ['n/a', '-', '0'];

export const artworkBody = (serial: number, patch: object = {}) => ({
  ...(serial % 4 === 0 ? { inventory_ref: NO_NUMBER[serial % 3] } : {}),
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

const isReplay = ({ headers }: Answered): boolean => headers['idempotent-replay'] === 'true';

async function send(world: World, request: Keyed): Promise<Answered | undefined> {
  const { publisher, serial, key, path, body } = request;
  const began = world.commits;
  const headers = { 'idempotency-key': key };
  const answer = await untilAnswered(world, () =>
    world.call(publisher.slug, 'POST', path, { body, apiKey: publisher.apiKey, headers }),
  );
  if (answer?.status !== 201 || isReplay(answer)) return answer;
  const { registry_id: id, object, id: made } = answer.json as { [field: string]: string };
  if (object === 'certificate') world.knowledge.certificates.push(made!);
  // Its organisation may have been erased since it was asked for.
  else if (!('state' in publisher) || publisher.state === 'here')
    world.knowledge.published(id!, { publisher, serial, medium: 'Oil', since: began });
  return answer;
}

export async function publishOne(world: World, publisher: Publisher): Promise<Answered | undefined> {
  const serial = world.serial();
  const body = artworkBody(serial);
  const request = { publisher, serial, key: `key-${serial}`, path: '/api/v1/artworks', body };
  world.knowledge.requests.push(request);
  return send(world, request);
}

export async function certify(world: World, work: KnownWork): Promise<Answered | undefined> {
  const serial = world.serial();
  const path = `/api/v1/artworks/${work.id}/certificates`;
  const request = { publisher: work.publisher, serial, key: `key-${serial}`, path, body: {} };
  world.knowledge.requests.push(request);
  return send(world, request);
}

async function publish(world: World): Promise<string | undefined> {
  const houses = world.knowledge.houses.filter(({ state }) => state === 'here');
  const answer = await publishOne(
    world,
    world.random.pick([world.publisher, world.publisher, world.publisher, ...houses]),
  );
  if (answer?.status !== 201) return answer && String(answer.status);
  return `201 ${(answer.json as { registry_id: string }).registry_id}`;
}

/** The very same request once more, long after its answer: after a restore, a transfer, a withdrawal, or the end of its sender. */
async function sendAgain(world: World): Promise<string | undefined> {
  // Old ones as often as new ones.
  return sendOneAgain(world, world.random.next() < 0.5 ? Infinity : 8);
}

/** Of so many that were sent last. */
export async function sendOneAgain(world: World, last: number): Promise<string | undefined> {
  const requests = world.knowledge.requests.slice(-last);
  if (requests.length === 0) return 'none';
  const answer = await send(world, world.random.pick(requests));
  return answer && `${answer.status} ${isReplay(answer) ? 'replayed' : 'not replayed'}`;
}

/** Programs that do not know of a restore ask once more for certificates since its backup. */
export async function askAgainForCertificates(world: World, since: number): Promise<void> {
  const asked = world.knowledge.requests.filter(
    ({ path, serial }) => path.endsWith('/certificates') && serial > since,
  );
  for (const request of asked) await send(world, request);
}

/** A work that somebody may change: now and then one of a shop, by the Art ID that the shop shows. */
function pickWork(world: World): KnownWork | undefined {
  const { random, knowledge } = world;
  if (random.next() < 0.35) {
    const shop = random.pick(world.shops);
    const ids = [...shop.site.reports.values()].flatMap(({ registry_id: id }) => id ?? []);
    const work = ids.length > 0 && knowledge.ofShop(random.pick(ids), world.galleryOf(shop));
    if (work && !work.isBusy) return work;
  }
  return knowledge.pick(random);
}

export async function change(
  world: World,
  work: KnownWork | undefined,
  patch: { [field: string]: unknown },
): Promise<string | undefined> {
  if (work === undefined) return 'none';
  const { slug, apiKey } = work.publisher;
  const headers = { 'idempotency-key': `key-${world.serial()}` };
  work.isBusy = true;
  const answer = await untilAnswered(world, () =>
    world.call(slug, 'PATCH', `/api/v1/artworks/${work.id}`, { body: patch, apiKey, headers }),
  );
  work.isBusy = false;
  if (answer?.status === 200) Object.assign(work.expected, patch);
  // It may have been done, and the answer was lost.
  else if (answer === undefined) world.knowledge.doubt(work);
  work.touched = world.commits;
  return answer && `${answer.status} ${work.id}`;
}

async function issueCertificate(world: World): Promise<string | undefined> {
  const work = pickWork(world);
  if (work === undefined) return 'none';
  const answer = await certify(world, work);
  return answer && String(answer.status);
}

async function withdraw(world: World): Promise<string | undefined> {
  const work = pickWork(world);
  return work === undefined ? 'none' : withdrawWork(world, work);
}

/** Or puts it back, where it is withdrawn. */
export async function withdrawWork(world: World, work: KnownWork): Promise<string | undefined> {
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

/** At the other registry, whose Art IDs are those of other works here. */
async function withdrawElsewhere(world: World): Promise<string | undefined> {
  const { random, knowledge } = world;
  const ids = world.allShops
    .filter(({ registry }) => registry === 2)
    .flatMap(({ site }) => [...site.reports.values()].flatMap(({ registry_id: id }) => id ?? []));
  if (ids.length === 0) return 'none';
  const id = random.pick(ids);
  const isBack = knowledge.withdrawnElsewhere.has(id);
  const deed = { what: isBack ? 'put back' : 'withdraw', registry: 2, registryId: id } as const;
  const act = (life: Parameters<typeof operate>[0]) =>
    operate(life, isBack ? restoreArtwork : withdrawArtwork, { id });
  const result = await command(world, deed, act, world.other);
  if (wordOf(result) === 'done') knowledge.withdrawnElsewhere[isBack ? 'delete' : 'add'](id);
  return wordOf(result);
}

async function transfer(world: World): Promise<string | undefined> {
  const work = pickWork(world);
  if (work === undefined) return 'none';
  work.isBusy = true;
  const houses = world.knowledge.houses.filter(({ state }) => state === 'here');
  const holder = world.random.pick([...world.galleries, ...houses]);
  const { slug: toOrganization, profile } = holder;
  const to = { toProfile: profile, toOrganization };
  const deed = { what: 'transfer', registry: 1, registryId: work.id, ...to } as const;
  const result = await command(world, deed, (life) =>
    operate(life, transferArtwork, { id: work.id, profile }),
  );
  // It is somebody else's from now on.
  if (result === undefined || wordOf(result) === 'done') world.knowledge.doubt(work);
  work.isBusy = false;
  if (wordOf(result) === 'done' && world.random.next() < 0.5) await correctAsHolder(world, holder, work.id);
  return wordOf(result);
}

/** Who has it now says what it is made of, as they see it. */
async function correctAsHolder(world: World, { slug, apiKey }: Publisher, id: string): Promise<void> {
  const medium = world.random.pick(['Tempera', 'Egg tempera on panel']);
  const headers = { 'idempotency-key': `key-${world.serial()}` };
  await untilAnswered(world, () =>
    world.call(slug, 'PATCH', `/api/v1/artworks/${id}`, { body: { medium }, apiKey, headers }),
  );
}

const changeOf = (world: World, name: string, values: readonly string[], work: KnownWork | undefined) =>
  change(world, work, { [name]: world.random.pick(values) });

export const PUBLISHERS: readonly Operation[] = [
  { name: 'publish', share: 14, paired: 'publish', run: publish },
  {
    name: 'update',
    share: 12,
    paired: 'update',
    run: (world) => changeOf(world, 'medium', ['Oil', 'Ink', 'Chalk'], world.knowledge.pick(world.random)),
  },
  {
    name: 'hide',
    share: 5,
    takesAway: true,
    paired: 'hide',
    run: (world) => changeOf(world, 'availability', ['fully_private', 'for_sale'], pickWork(world)),
  },
  { name: 'withdraw', share: 5, takesAway: true, paired: 'withdraw', run: withdraw },
  { name: 'withdraw elsewhere', share: 2, run: withdrawElsewhere },
  { name: 'transfer', share: 3, takesAway: true, paired: 'transfer', run: transfer },
  {
    name: 'issue certificate',
    share: 6,
    takesAway: true,
    paired: 'issue certificate',
    run: issueCertificate,
  },
  { name: 'send again', share: 6, run: sendAgain },
];
