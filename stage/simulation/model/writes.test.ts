// Which attempts with one idempotency key are one write.
import { expect, test } from 'vitest';
import type { Said } from './observation.ts';
import type { Restore } from './timeline.ts';
import { writesOf } from './writes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function publication(number: number, asked: number, registryId: string, replayed: boolean): Said {
  const result = { object: 'artwork_write_result', duplicate: false, registry_id: registryId };
  const answered = { data: [{ index: 0, status: 201, replayed, result, error: null }] };
  const body = {
    installation_id: 'ins_1',
    items: [{ idempotency_key: 'key-1', artwork: { title: 'Irises' } }],
  };
  const path = '/api/v1/integrations/sync';
  const ask = { origin: 'https://registry.example', method: 'POST', path, body: JSON.stringify(body) };
  const told = new TextEncoder().encode(JSON.stringify(answered));
  const answer = { isLost: false, status: 200, headers: {}, body: told, at: asked + 1 } as const;
  return {
    number,
    who: { role: 'host', number: 0 },
    asked,
    ended: asked + 1,
    outcome: { is: 'done' },
    deed: { what: 'call', registry: 1, organization: 'own', ask, answer },
  };
}

/** The key is used twice, more than a day apart, and replays its first result at last. */
const HISTORY = [
  publication(0, 0, 'AREG-1', false),
  publication(1, 2 * DAY_MS, 'AREG-2', false),
  publication(2, 2 * DAY_MS + 100, 'AREG-1', true),
];

test.each([
  ['after a restore of a backup that had it, is that of the earlier write', 10, [[0, 2], [1]]],
  ['after a restore of an older backup, is one of the later write', -10, [[0], [1, 2]]],
  ['without a restore, is one of the later write', null, [[0], [1, 2]]],
])('a replay of an earlier result, %s', (_name, madeAt, entries) => {
  const asked = 2 * DAY_MS + 50;
  const restore = (made: number): Restore => ({
    entry: 9,
    asked,
    ended: asked + 1,
    madeFrom: made,
    madeTo: made + 1,
    isKept: true,
    older: null,
    isSure: true,
  });
  const writes = writesOf(HISTORY, 1, madeAt === null ? [] : [restore(madeAt)]);
  expect(writes.map(({ attempts }) => attempts.map(({ entry }) => entry))).toEqual(entries);
});

const setClock = (number: number, asked: number, ahead: number): Said => ({
  number,
  who: { role: 'world', number: 0 },
  asked,
  ended: asked,
  outcome: { is: 'done' },
  deed: { what: 'clock set', program: 'registry', number: 1, ahead },
});

test.each([
  ['a clock that was days ahead for ten minutes ends no key', HOUR_MS / 6, 2 * HOUR_MS, [[0, 3]]],
  [
    'a clock that was days ahead for half a day may have ended a key',
    DAY_MS / 2,
    DAY_MS / 2 + HOUR_MS,
    [[0], [3]],
  ],
  ['a key may have ended after a day', HOUR_MS / 6, DAY_MS, [[0], [3]]],
])('%s', (_name, wrongMs, asked, entries) => {
  const history = [
    publication(0, 0, 'AREG-1', false),
    setClock(1, 1000, 40 * DAY_MS),
    setClock(2, 1000 + wrongMs, 0),
    publication(3, asked + 2000, 'AREG-1', false),
  ];
  const writes = writesOf(history, 1, []);
  expect(writes.map(({ attempts }) => attempts.map(({ entry }) => entry))).toEqual(entries);
});
