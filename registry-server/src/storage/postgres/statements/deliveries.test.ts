// What a claim asks of the database. Ten endpoints have one event each most of the time; a statement for each of them was most of the
// price of a delivery.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshRegistry, PUBLIC_URL } from '../../../../tests/support/engines.ts';
import { addOrganization, PLAIN_WORK } from '../../../../tests/support/publishers.ts';
import { Connection } from '../engine/connection.ts';
import { makeContext } from '../engine/context.ts';
import { openPostgresStorage } from '../open.ts';
import type { PostgresStorage } from '../open.ts';
import { claimDeliveries, hasDueDeliveries } from './deliveries.ts';

const FEW = 2;
const MANY = 12;

let database: { url: string; drop(): Promise<void> };
let storage: PostgresStorage;
let connection: Connection;
beforeEach(async () => {
  database = await freshRegistry('postgres-15');
  storage = await openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL });
  connection = new Connection({ url: database.url, purpose: 'test' });
});
afterEach(async () => {
  await connection.close();
  await storage.close();
  await database.drop();
});

/** Statements of a look and of a claim, with one event for each of so many endpoints. */
async function statementsFor(slug: string, endpoints: number): Promise<{ look: number; claim: number }> {
  const { organizationId } = await addOrganization(storage, slug);
  for (let index = 0; index < endpoints; index += 1) {
    const url = `https://${slug}-${index}.example`;
    await storage.insertWebhook({ organizationId, url, events: ['*'], secret: 's' });
  }
  await storage.publishArtworks([
    {
      organizationId,
      fields: { ...PLAIN_WORK, title: slug },
      artistName: 'Ana',
      source: null,
      idempotency: null,
    },
  ]);
  let sent = 0;
  const counted = Object.assign(Object.create(connection) as Connection, {
    query: (...asked: Parameters<Connection['query']>) => ((sent += 1), connection.query(...asked)),
    run: (...asked: Parameters<Connection['run']>) => ((sent += 1), connection.run(...asked)),
  });
  const moment = {
    nowMs: storage.clock.now(),
    publicUrl: PUBLIC_URL,
    idPrefix: 'AREG',
    unit: 0,
    issued: undefined,
    hasNewDeliveries: false,
    trace: undefined,
    instanceId: 'one',
  };
  const context = makeContext(counted, moment);
  const width = { perEndpoint: 8, capacity: new Map<string, number>() };
  expect(await hasDueDeliveries(context, width)).toBe(true);
  const look = sent;
  const lanes = await claimDeliveries(context, { ...width, leaseMs: 60_000, isDueLikely: true });
  expect(lanes.map(({ deliveries }) => deliveries.length)).toEqual(Array(endpoints).fill(1));
  return { look, claim: sent - look };
}

it('takes as many statements for many lanes as for few', async () => {
  const few = await statementsFor('few', FEW);
  // Theirs are leased, so only the new ones are claimed.
  expect(await statementsFor('many', MANY)).toEqual(few);
});
