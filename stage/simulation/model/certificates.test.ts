// The statuses that certificates may have, after restores.
import { expect, test } from 'vitest';
import { certificateStories, possibleStatuses } from './certificates.ts';
import type { Deed, Said, World } from './observation.ts';
import { ledgerOf } from './works.ts';

const ORIGIN = 'https://registry.example';

const said = (number: number, deed: Deed): Said => ({
  number,
  who: { role: 'client', number: 0 },
  asked: number * 1000,
  ended: number * 1000 + 10,
  outcome: { is: 'done' },
  deed,
});

function issue(number: number, key: string, id: string): Said {
  const path = '/api/v1/artworks/AREG-1/certificates';
  const ask = { origin: ORIGIN, method: 'POST', path, headers: { 'idempotency-key': key }, body: '{}' };
  const body = new TextEncoder().encode(JSON.stringify({ object: 'certificate', id }));
  const answer = { isLost: false, status: 201, headers: {}, body, at: number * 1000 + 10 } as const;
  return said(number, { what: 'call', registry: 1, organization: 'own', ask, answer });
}

function statuses(history: readonly Said[]): [string, readonly string[]][] {
  const call = () => Promise.resolve({ isLost: true as const, at: 0 });
  const world: World = { now: 100_000, registries: [], shops: [], history, deliveries: [], call };
  const ledger = ledgerOf(world, world, 1);
  const all = certificateStories(world, ledger);
  return all.map((one) => [one.id, possibleStatuses(world, ledger, all, one)]);
}

test('a certificate that is answered again after a restore that kept it does not supersede itself', () => {
  const restored = said(3, { what: 'restore backup', registry: 1, backup: 1, replaced: 'kept' });
  const history = [
    said(0, { what: 'create organisation', registry: 1, organization: 'own' }),
    said(1, { what: 'backup', registry: 1 }),
    issue(2, 'order-1', 'one'),
    restored,
    issue(4, 'order-1', 'one'),
  ];
  expect(statuses(history).map(([id]) => id)).toEqual(['one']);
  expect(statuses(history)[0]![1]).not.toContain('superseded');
  const later = statuses([...history, issue(5, 'order-2', 'two')]);
  expect(later.map(([id, possible]) => [id, possible.includes('superseded')])).toEqual([
    ['one', true],
    ['two', false],
  ]);
});
