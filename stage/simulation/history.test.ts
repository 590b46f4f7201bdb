// What the model is told: all that clients read, and of a shop what its owner has to explain.
import { expect, test } from 'vitest';
import { FakeSite } from '../fakes/fake-site.ts';
import { History } from './history.ts';
import type { Answer, Sent } from './network.ts';

const ORIGIN = 'https://registry.art';
const answer: Answer = { status: 200, headers: {}, body: Buffer.from('{}') };

function made(site = new FakeSite()) {
  const network = {
    carry(sent: Sent) {
      history.noteCall(sent, 0, answer, false);
      return Promise.resolve(answer);
    },
  };
  const registry = { origin: ORIGIN, aheadMs: 0 };
  const shop = { site, serial: 1, registry: 1, organization: 'gallery-1', isInDoubt: false, isMoving: false };
  const history: History = new History(
    { nowMs: () => 0 } as never,
    [registry] as never,
    [shop] as never,
    network as never,
  );
  return { history, network };
}

test('each read of a client is told, and none of the observers', async () => {
  const { history, network } = made();
  const ask = { origin: ORIGIN, method: 'GET', path: '/api/v1/artworks?limit=20' };
  await history.observed().call(ask);
  expect(history.said).toEqual([]);
  await network.carry(ask);
  expect(history.said.map(({ deed }) => deed)).toMatchObject([{ what: 'call', ask: { path: ask.path } }]);
});

test.each([
  ['that the registry sold', 'for_sale', 'sold'],
  ['that it sold itself', 'sold', null],
  ['that it hides since', 'fully_private', null],
])('a sale explains a work of a shop %s', (_name, availability, problem) => {
  const site = new FakeSite();
  site.share('1', { title: 'Study', availability });
  const { reports } = site;
  reports.set('1', {
    external_id: '1',
    state: 'sold',
    registry_id: 'AREG-1',
    error: null,
    held: null,
  } as never);
  expect(made(site).history.observed().shops[0]!.works).toMatchObject([{ work: '1', problem }]);
});

test('an order for a certificate is told until its outcome was heard', () => {
  const site = new FakeSite();
  site.orderCertificate('order-1', { external_id: '1' });
  expect(made(site).history.observed().shops[0]!.orders).toEqual([{ order: 'order-1', work: '1' }]);
});
