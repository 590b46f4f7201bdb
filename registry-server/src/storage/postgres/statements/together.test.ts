// Units that are done in one group leave and answer what the same units do one after the other. What they are about is drawn
// from few names, numbers, addresses and keys, so that most of them meet others of their group.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countIds } from '../../../../tests/faults/counted-ids.ts';
import { openTables } from '../../../../tests/faults/postgres-tables.ts';
import type { KeptTables } from '../../../../tests/faults/postgres-tables.ts';
import { contentOf, differenceOf, rename } from '../../../../tests/faults/whole-database.ts';
import { freshRegistry, PUBLIC_URL } from '../../../../tests/support/engines.ts';
import { addInstallation, addOrganization, PLAIN_WORK } from '../../../../tests/support/publishers.ts';
import { START_MS, testClock } from '../../../../tests/support/test-clock.ts';
import type { Job, Settled } from '../../shared/job.ts';
import { Connection } from '../engine/connection.ts';
import { makeContext } from '../engine/context.ts';
import { PromotionGuard } from '../engine/promotion-guard.ts';
import { WriteGroups } from '../engine/write-groups.ts';
import { openPostgresStorage } from '../open.ts';
import { ASKS_FIRST, ISSUING_WRITES, perform } from '../operations.ts';
import { GroupWork } from './together.ts';

const SEEDS = Array.from({ length: 16 }, (_, index) => index + 1);
const UNITS = 45;
const OWNERS = ['own', 'other'];
/** Drawn before a unit has its turn. */
const SLUG_END = /\b(artist|bo)-[0-9a-f]{6,8}\b/g;

let database: { url: string; drop(): Promise<void> };
let tables: Awaited<ReturnType<typeof openTables>>;
let base: KeptTables;
let connection: Connection;
let sent: string[] = [];
let uncount: () => void;
const told: string[] = [];
let owners: { organizationId: string; installations: string[] }[];

beforeAll(async () => {
  uncount = countIds();
  database = await freshRegistry('postgres-15');
  const clock = testClock();
  const storage = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
  owners = [];
  for (const [at, slug] of OWNERS.entries()) {
    const { organizationId } = await addOrganization(storage, slug);
    const installations = [await addInstallation(storage, organizationId)];
    installations.push(await addInstallation(storage, organizationId, 'shopify'));
    owners.push({ organizationId, installations });
    await storage.insertWebhook({ organizationId, url: 'https://r.example', events: ['*'], secret: 's' });
    const inputs = Array.from({ length: 4 }, (_, index) => ({
      organizationId,
      fields: { ...PLAIN_WORK, title: `Work ${at * 4 + index}` },
      artistName: 'Ana Weiß',
      source: { installationId: installations[0]!, externalId: `e${index}` },
      idempotency: { key: `k${index}`, requestHash: `k${index} false` },
    }));
    await storage.publishArtworks(inputs);
  }
  await storage.close();
  tables = await openTables(database.url);
  base = await tables.keep();
  connection = new Connection({ url: database.url, purpose: 'writes' });
  for (const name of ['query', 'run'] as const) {
    const send = connection[name].bind(connection) as (text: string, values?: unknown[]) => Promise<never>;
    connection[name] = (text: string, values?: unknown[]) => {
      sent.push(text);
      return send(text, values);
    };
  }
});

afterAll(async () => {
  uncount();
  await connection.close();
  await tables.close();
  await database.drop();
});

/** Numbers from 0 up to `below`, the same for the same seed. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function jobsOf(seed: number): Job[] {
  const draw = drawer(seed);
  const oneOf = <Value>(values: readonly Value[]): Value => values[draw(values.length)]!;
  const maybe = <Value>(value: Value): Value | null => (draw(3) === 0 ? value : null);
  const fields = () => ({
    ...PLAIN_WORK,
    title: `Work ${draw(40)}`,
    year_created: oneOf([null, '1900', '1901']),
    medium: oneOf([null, 'Oil', 'oil', 'Ink']),
    availability: oneOf(['not_for_sale', 'for_sale', 'sold', 'fully_private'] as const),
    cover_image_url: maybe(`https://shop.example/${draw(9)}.jpg`),
    external_id: maybe(`e${draw(6)}`),
    source_url: maybe(`https://shop.example/page/${draw(9)}`),
    inventory_ref: maybe(`i${draw(9)}`),
  });
  const artist = () => oneOf(['Ana Weiß', 'Weiß, Ana', 'Ana Weiss', 'Нина', 'Bo', 'Bo Li', 'Li, Bo']);
  const artworkId = () => `AREG-${100_001 + draw(12)}`;
  const jobs: Job[] = [];
  while (jobs.length < UNITS) jobs.push(draw(8) === 0 && jobs.length > 0 ? oneOf(jobs) : jobOf(jobs.length));
  return jobs;

  function jobOf(index: number): Job {
    const { organizationId, installations } = oneOf(owners);
    const change = { installationId: oneOf(installations), externalId: maybe(`e${draw(6)}`) };
    const source = draw(2) === 0 ? change : null;
    const key = `k${draw(16)}`;
    const of = { organizationId, idempotency: maybe({ key, requestHash: `${key} ${draw(20) === 0}` }) };
    const trace = index.toString(16).padStart(32, '0');
    const kind = draw(40);
    if (kind === 0) return { name: 'withdrawArtwork', args: [artworkId()] };
    if (kind === 1) return { name: 'restoreArtwork', args: [artworkId()] };
    if (kind === 2) {
      const status = oneOf(['active', 'active', 'inactive']);
      return { name: 'updateOrganizationStatus', args: [oneOf(OWNERS), status] };
    }
    if (kind < 10) return { name: 'patchSource', args: [{ ...of, artworkId: artworkId(), change }], trace };
    if (kind < 24) {
      const { title, availability, inventory_ref } = fields();
      const changed = oneOf([{ title }, { availability }, { title, inventory_ref }, {}]);
      const artistName = draw(3) === 0 ? artist() : undefined;
      const input = { ...of, artworkId: artworkId(), fields: changed, artistName, source };
      return { name: 'updateArtwork', args: [input], trace };
    }
    return { name: 'publish', args: [{ ...of, fields: fields(), artistName: artist(), source }], trace };
  }
}

const groups = () =>
  new WriteGroups({
    connection,
    guard: new PromotionGuard(),
    perform: (context, job) => perform(ISSUING_WRITES, context, job),
    makeTogether: (context) => new GroupWork(context),
    asksFirst: ASKS_FIRST,
    isTooNew: () => false,
    nowMs: () => START_MS + 1000,
    makeContext: (nowMs, issued) =>
      makeContext(connection, {
        nowMs,
        issued,
        publicUrl: PUBLIC_URL,
        idPrefix: 'AREG',
        unit: 0,
        hasNewDeliveries: false,
        trace: undefined,
        instanceId: 'test',
      }),
  });

/** What all of them answer and leave where so many at a time are handed over. */
async function outcomeOf(jobs: Job[], atOnce: number) {
  await tables.restore(base);
  sent = [];
  const line = groups();
  const answers: Settled[] = [];
  let calls = 0;
  while (answers.length < jobs.length) {
    const { settled } = await line.commit(jobs.slice(answers.length, answers.length + atOnce));
    answers.push(...settled);
    calls += 1;
  }
  const now = await tables.read();
  const content = contentOf(now);
  const left = Object.fromEntries(
    Object.entries(content).map(([name, text]) => [name, text.replace(SLUG_END, '$1-#')]),
  );
  const answered = answers.map((answer) => rename(JSON.stringify(answer)).replace(SLUG_END, '$1-#'));
  return { told: answered, left, issued: now['issued'], statements: sent.length, again: line.groups - calls };
}

async function compare(jobs: Job[]) {
  const alone = await outcomeOf(jobs, 1);
  const together = await outcomeOf(jobs, jobs.length);
  expect(together.told).toEqual(alone.told);
  expect(differenceOf(alone.left, together.left)?.slice(0, 2000)).toBeUndefined();
  expect(together.issued).toEqual(alone.issued);
  // None was run again because a write of the group had failed.
  expect(together.again).toBe(0);
  return { alone, together };
}

it.each(SEEDS)('leaves and answers what its units one after the other do, seed %i', async (seed) => {
  const { alone, together } = await compare(jobsOf(seed));
  // How many units meet in a group depends on the machine; a group that falls back to running alone needs more than they do.
  expect(together.statements).toBeLessThan(alone.statements * 0.9);
  told.push(...alone.told);
});

it('met works of their own group, refusals, and answers that were given before', () => {
  expect(told.filter((answer) => answer.startsWith('{"ok":false'))).toEqual([]);
  for (const met of ['"duplicate":true', '"ok":false', '"replayed":true', '"changed_fields":["title"'])
    expect(told.filter((answer) => answer.includes(met)).length, met).toBeGreaterThan(SEEDS.length / 2);
});

const publishOf = (title: string, more: object = {}): Job => ({
  name: 'publish',
  args: [
    {
      organizationId: owners[0]!.organizationId,
      fields: { ...PLAIN_WORK, title },
      artistName: 'Ana Weiß',
      source: null,
      idempotency: null,
      ...more,
    },
  ],
});
const updateOf = (artworkId: string, fields: object, externalId?: string): Job => {
  const { organizationId, installations } = owners[0]!;
  const source = externalId === undefined ? null : { installationId: installations[0]!, externalId };
  return { name: 'updateArtwork', args: [{ organizationId, artworkId, fields, source, idempotency: null }] };
};
const sourceOf = (externalId: string) => ({
  source: { installationId: owners[0]!.installations[0]!, externalId },
});

it.each<[what: string, jobs: () => Job[], last: string]>([
  [
    'a work that was hidden since it was answered',
    () => [
      updateOf('AREG-100001', { availability: 'fully_private' }),
      publishOf('Work 0', { ...sourceOf('e0'), idempotency: { key: 'k0', requestHash: 'k0 false' } }),
    ],
    '"replayed":true,"status":201,"body":{"object":"artwork_write_result","duplicate":false,"matched_on":null,"registry_id":"#0","data":null}',
  ],
  [
    'an external_id that was just given to another work',
    () => [publishOf('New', sourceOf('e9')), updateOf('AREG-100001', {}, 'e9')],
    '"code":"source_conflict"',
  ],
  [
    'an external_id that another work has just given up',
    () => [updateOf('AREG-100001', {}, 'e8'), updateOf('AREG-100002', {}, 'e0')],
    '"external_id":"e0"',
  ],
  [
    'a slug that another new artist has just got',
    () => [publishOf('New', { artistName: 'Bo 李' }), publishOf('Newer', { artistName: 'Bo 王' })],
    '"slug":"bo-',
  ],
  [
    'the name that a hidden artist has just got',
    () => [
      publishOf('Hidden', { artistName: 'cy dee', fields: { ...PLAIN_WORK, availability: 'fully_private' } }),
      publishOf('Shown', { artistName: 'Cy Dee' }),
      updateOf('AREG-100009', { availability: 'sold' }),
    ],
    '"name":"Cy Dee"',
  ],
  [
    'an organisation that was deactivated',
    () => [
      publishOf('New'),
      { name: 'updateOrganizationStatus', args: ['own', 'inactive'] },
      publishOf('Newer'),
    ],
    '"code":"organisation_inactive"',
  ],
])('finds %s', async (_, jobs, last) => {
  const { together } = await compare(jobs());
  expect(together.told.at(-1)).toContain(last);
});

it('tells of the deliveries of one unit although the next one is refused', async () => {
  const { organizationId } = owners[0]!;
  const unknown = { organizationId, artworkId: 'AREG-999999', idempotency: null };
  const jobs = [publishOf('New'), { name: 'issueCertificate', args: [unknown] }];
  for (;;) {
    await tables.restore(base);
    const { settled, hasNewDeliveries } = await groups().commit(jobs);
    // A group ends early on a slow machine.
    if (settled.length < jobs.length) continue;
    expect(settled).toMatchObject([{ value: { ok: true } }, { value: { code: 'artwork_not_found' } }]);
    return expect(hasNewDeliveries).toBe(true);
  }
});
