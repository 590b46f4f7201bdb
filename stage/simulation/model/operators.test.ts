// Who opens the console of a registry, and what an operator finds there of people who were erased.
import { expect, test } from 'vitest';
import { textOf } from './answers.ts';
import { newMemory, type Context } from './context.ts';
import type { Ask, Call, Deed, Said, World } from './observation.ts';
import { operatorsAtRest } from './p05-operators.ts';
import { ledgerOf } from './works.ts';

const ORIGIN = 'https://registry.example';
const EMAIL = 'zoe@mail.example';
const REGISTRY = { registry: 1, origin: ORIGIN, readKey: 'areg_reader', clockAhead: 0 };

const said = (number: number, deed: Deed): Said => ({
  number,
  who: { role: 'operator', number: 0 },
  asked: number * 1000,
  ended: number * 1000 + 10,
  outcome: { is: 'done' },
  deed,
});

const historyOf = (...deeds: Deed[]): Said[] => deeds.map((deed, number) => said(number, deed));

const add = (password: string): Deed => ({ what: 'add operator', registry: 1, name: 'anna', password });
const change = (password: string): Deed => ({ what: 'change password', registry: 1, name: 'anna', password });
const REMOVED: Deed = { what: 'remove operator', registry: 1, name: 'anna' };
const BACKUP: Deed = { what: 'backup', registry: 1 };
const restore = (backup: number, replaced: 'kept' | 'lost' | { older: number } = 'kept'): Deed => ({
  what: 'restore backup',
  registry: 1,
  backup,
  replaced,
});

/** A console that opens to this password of anna, and shows this page of a request. */
function consoleWith(password: string | null, request = ''): Call {
  const answer = (status: number, text: string, headers = {}) =>
    Promise.resolve({ isLost: false as const, status, headers, body: new TextEncoder().encode(text), at: 0 });
  return ({ method, path, headers, body, isLocal }: Ask) => {
    if (isLocal !== true) return answer(403, 'The console is closed here');
    if (path.startsWith('/operator/access-requests/'))
      return headers?.['cookie'] === 'session=in' && request !== '' ? answer(200, request) : answer(404, '');
    if (method === 'GET')
      return answer(200, '<input name="token" value="t" />', { 'set-cookie': 'session=new; Path=/operator' });
    const form = new URLSearchParams(textOf(body));
    const isIn =
      form.get('name') === 'anna' && form.get('password') === password && form.get('token') === 't';
    return isIn ? answer(303, '', { 'set-cookie': 'session=in; Path=/operator' }) : answer(403, '');
  };
}

async function foundIn(history: readonly Said[], call: Call): Promise<string[]> {
  const world: World = { now: 100_000, registries: [], shops: [], history, deliveries: [], call };
  const context = {
    world,
    quiet: world,
    registry: REGISTRY,
    ledger: ledgerOf(world, world, 1),
    memory: newMemory(),
  } as unknown as Context;
  return (await operatorsAtRest(context)).map(({ promise, sentence }) => `${promise}: ${sentence}`);
}

test.each<[string, Deed[], string | null]>([
  ['with the password that was given last', [add('first'), change('second')], 'second'],
  ['after a removal to no password', [add('first'), REMOVED], null],
  [
    'after a restore to who changed the password since',
    [add('first'), BACKUP, change('second'), restore(1)],
    'second',
  ],
  [
    'after a restore without the replaced database with the former password',
    [add('first'), BACKUP, change('second'), restore(1, 'lost')],
    'first',
  ],
  [
    'after a restore over an older database with the newer password',
    [add('first'), BACKUP, change('second'), BACKUP, restore(3, { older: 1 })],
    'second',
  ],
  [
    'after a restore to no operator who was let in since its backup',
    [BACKUP, add('first'), restore(0)],
    null,
  ],
])('the model lets a console open %s', async (_name, deeds, password) => {
  expect(await foundIn(historyOf(...deeds), consoleWith(password))).toEqual([]);
});

test.each<[string, Deed[], string | null, string]>([
  [
    'opens to who was removed',
    [add('first'), REMOVED],
    'first',
    'P5: the operator anna, who was removed, signs in with the password first',
  ],
  [
    'opens to who was removed before a restore',
    [add('first'), BACKUP, REMOVED, restore(1)],
    'first',
    'P5: the operator anna, who was removed, signs in with the password first',
  ],
  [
    'takes a former password after a restore',
    [add('first'), BACKUP, change('second'), restore(1)],
    'first',
    'P5: the operator anna, whose password is another one, signs in with the password first',
  ],
  [
    'takes the password of an older database',
    [add('first'), BACKUP, change('second'), BACKUP, restore(3, { older: 1 })],
    'first',
    'P5: the operator anna, whose password is another one, signs in with the password first',
  ],
  [
    'does not open to an operator',
    [add('first')],
    null,
    'P2: the operator anna cannot sign in with the password first',
  ],
])('the model finds that a console %s', async (_name, deeds, password, sentence) => {
  expect(await foundIn(historyOf(...deeds), consoleWith(password))).toContain(sentence);
});

const REQUEST: Deed = {
  what: 'call',
  registry: 1,
  organization: null,
  ask: {
    origin: ORIGIN,
    method: 'POST',
    path: '/api/v1/integrations/access-requests',
    body: JSON.stringify({ email: EMAIL }),
  },
  answer: {
    isLost: false,
    status: 200,
    headers: {},
    body: new TextEncoder().encode('{"request_id":"req-1"}'),
    at: 0,
  },
};
const ERASED: Deed = { what: 'erase person', registry: 1, email: EMAIL };

test.each<[string, Deed[], number]>([
  [
    'finds an erased person whose request a restore brought back',
    [add('first'), REQUEST, BACKUP, ERASED, restore(2)],
    1,
  ],
  [
    'lets a person be back where the replaced database is lost',
    [add('first'), REQUEST, BACKUP, ERASED, restore(2, 'lost')],
    0,
  ],
  ['lets a person be there who was not erased', [add('first'), REQUEST], 0],
])('the model %s', async (_name, deeds, count) => {
  expect(await foundIn(historyOf(...deeds), consoleWith('first', `<dd>${EMAIL}</dd>`))).toHaveLength(count);
});
