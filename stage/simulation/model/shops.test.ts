// What shops show is held against the registry: lies of a shop, of the service between them, and of a request for access.
import { expect, test } from 'vitest';
import { Model } from './model.ts';
import type { Answer, Finding, ShopWork, World } from './observation.ts';
import { TinyWorld } from './testing/tiny-world.ts';
import { ORIGIN } from './testing/tiny-work.ts';

const HOUR_MINUTES = 60;
const MINUTE_MS = 60_000;

/** A rest at which all is well, then one after the shops' view was changed. */
async function findingsAfter(
  change: (works: ShopWork[], world: TinyWorld) => ShopWork[],
): Promise<Finding[]> {
  const world = new TinyWorld();
  const model = new Model();
  world.play();
  world.wait(HOUR_MINUTES);
  expect(await model.atRest(world.look())).toEqual([]);
  world.shopWorks = change(world.shopWorks, world);
  return model.atRest(world.look());
}

const sentences = (found: readonly Finding[]) => found.map((one) => `${one.promise}: ${one.sentence}`);

test.each<[string, RegExp, (works: ShopWork[], world: TinyWorld) => ShopWork[]]>([
  [
    'two works of a shop have one Art ID',
    /P11: work 1 of shop 1 and work 2 of shop 1 both have AREG-100001/,
    ([one, two, ...others]) => [one!, { ...two!, artId: one!.artId }, ...others],
  ],
  [
    'a new price never arrives',
    /P11: .*price is .*950.* in the shop and .*900.* in the registry/,
    ([one, ...others]) => [
      { ...one!, fields: { ...one!.fields, price: { amount: 950, currency: 'CHF' } } },
      ...others,
    ],
  ],
  [
    'a work is neither registered nor explained',
    /P11: work 4 of shop 1 is to be registered, and has neither an Art ID nor a reason/,
    (works) => [
      ...works,
      {
        work: '4',
        fields: { title: 'New' },
        wish: 'shared',
        isBroken: false,
        isWaiting: false,
        artId: null,
        problem: null,
      },
    ],
  ],
  [
    'a work changes its Art ID',
    /P1: work 2 of shop 1 had AREG-100002 and has AREG-100004 now/,
    ([one, two, three]) => [one!, { ...two!, artId: 'AREG-100004' }, three!],
  ],
  [
    'the shop cannot build a work, which left the registry',
    /P15: shop 1 cannot build work 1, and the registry shows AREG-100001 as unpublished there/,
    ([one, ...others], world) => {
      world.registry.endedSources.add('AREG-100001');
      world.note({ role: 'owner', number: 1 }, { what: 'break', shop: 1, work: '1' });
      return [{ ...one!, isBroken: true }, ...others];
    },
  ],
  [
    'the registry shows a work that its shop does not know',
    /P11: the registry shows AREG-100002 as work 2 of shop 1, which shows no Art ID there/,
    ([one, , three]) => [one!, three!],
  ],
  [
    'a hidden work stays in the registry',
    /P11: work 2 of shop 1 is hidden in its shop, and the registry shows AREG-100002/,
    ([one, two, three]) => [one!, { ...two!, wish: 'hidden' }, three!],
  ],
  [
    'a stopped work stays for sale',
    /P11: work 1 of shop 1 is stopped, and the registry shows AREG-100001 as for_sale/,
    ([one, ...others]) => [{ ...one!, wish: 'stopped' }, ...others],
  ],
])('the model finds that %s', async (_name, sentence, change) => {
  expect(sentences(await findingsAfter(change))).toContainEqual(expect.stringMatching(sentence));
});

test('the model finds that a work left without a reason, and accepts one that its owner sees', async () => {
  const leave = (works: ShopWork[], world: TinyWorld) => {
    world.change('AREG-100002', { availability: 'fully_private' });
    return works;
  };
  const gone = /P15: work 2 of shop 1 is to be shown, and the registry does not show AREG-100002/;
  expect(sentences(await findingsAfter(leave))).toContainEqual(expect.stringMatching(gone));
  const explained = await findingsAfter(([one, two, three], world) =>
    leave([one!, { ...two!, problem: 'Removal on hold' }, three!], world),
  );
  expect(explained).toEqual([]);
});

test.each([
  ['lets a lost journal forget the Art ID of a stopped work that is not public', true, 'fully_private', 0],
  ['finds that a lost journal forgot the Art ID of a public work', true, 'not_for_sale', 1],
  ['finds that a stopped work has no Art ID any more', false, 'fully_private', 1],
])('the model %s', async (_name, isLost, availability, count) => {
  const found = await findingsAfter(([one, two, ...others], world) => {
    world.change('AREG-100002', { availability });
    const lost = { what: 'journals lost', program: 'host', number: 1 } as const;
    if (isLost) world.note({ role: 'world', number: 0 }, lost);
    return [one!, { ...two!, wish: 'none', artId: null }, ...others];
  });
  expect(sentences(found).filter((sentence) => sentence.includes('has no Art ID now'))).toHaveLength(count);
});

test.each([
  ['lets a shop forget a work', 'that a restore took away', false, 0],
  ['finds that a shop forgot a work', 'that its owner made again after a restore', true, 1],
])('the model %s %s', async (_name, _which, isMadeAgain, count) => {
  const world = new TinyWorld();
  const model = new Model();
  const owner = { role: 'owner', number: 1 } as const;
  world.play();
  const [one, two, ...others] = world.shopWorks;
  const save = { what: 'edit', shop: 1, work: '2', fields: two!.fields } as const;
  const to = world.look().now;
  world.note(owner, save);
  world.note(owner, { what: 'restore shop', shop: 1, to });
  if (isMadeAgain) world.note(owner, save);
  world.wait(27 * HOUR_MINUTES);
  await model.atRest(world.look());
  world.shopWorks = [one!, { ...two!, wish: 'none', artId: null }, ...others];
  const found = sentences(await model.atRest(world.look()));
  expect(found.filter((sentence) => sentence.includes('has no Art ID now'))).toHaveLength(count);
});

test.each<[string, string, RegExp | null]>([
  ['a public work is private', 'private', /P17: shop 1 shows "private" beside work 1, and AREG-100001 is/],
  [
    'a work that was never transferred belongs to somebody else',
    'moved',
    /P17: shop 1 shows "moved" beside work 1, and AREG-100001 is/,
  ],
  ['a work that is for sale was sold', 'sold', /P17: shop 1 shows "sold" beside work 1, and AREG-100001 is/],
  ['a work waits for its owner', 'Removal on hold', null],
])('a shop that shows that %s', async (_name, problem, sentence) => {
  const found = await findingsAfter(([one, ...others], world) => {
    world.wait(27 * HOUR_MINUTES);
    return [{ ...one!, problem }, ...others];
  });
  expect(sentences(found)).toEqual(sentence === null ? [] : [expect.stringMatching(sentence)]);
});

test.each([
  ['finds that a shop is told that a work changed ten minutes before it did', 10, [], 1],
  ['lets a shop be told of a change when it happened', 0, [], 0],
  ['lets a service that is ten minutes behind tell by its own clock', 10, [['host', -10 * MINUTE_MS]], 0],
  [
    'judges no time that the wrong clock of a registry may have given',
    10,
    [['registry', -10 * MINUTE_MS]],
    0,
  ],
  [
    'judges no time that two wrong clocks may have given together',
    38 * 60,
    [
      ['registry', -48 * 60 * MINUTE_MS],
      ['host', 10 * 60 * MINUTE_MS],
    ],
    0,
  ],
  ['judges a time that the wrong clock of a registry has not given', 10, [['registry', 10 * MINUTE_MS]], 1],
] as const)('the model %s', async (_name, minutes, clocks, count) => {
  const found = await findingsAfter((works, world) => {
    for (const [program, ahead] of clocks)
      world.note({ role: 'world', number: 0 }, { what: 'clock set', program, number: 1, ahead });
    const at = world.look().now - minutes * MINUTE_MS;
    world.change('AREG-100001', { medium: 'Oil' });
    world.told = [{ type: 'artwork.updated', artId: 'AREG-100001', at }];
    return works.map((one) => ({ ...one, fields: {} }));
  });
  expect(sentences(found).filter((sentence) => sentence.includes('when no change was made'))).toHaveLength(
    count,
  );
});

test('the model finds that a work still waits in a shop that is served', async () => {
  const found = await findingsAfter(([one, ...others]) => [{ ...one!, isWaiting: true }, ...others]);
  expect(sentences(found)).toEqual(['P11: work 1 of shop 1 still waits, and nothing hinders it']);
});

test.each([
  ['finds that a shop shows nothing of a withdrawal of an hour ago', HOUR_MINUTES, 1],
  ['waits half an hour for what a shop shows of a withdrawal', 10, 0],
])('the model %s', async (_name, minutes, count) => {
  const found = await findingsAfter((works, world) => {
    world.withdraw('AREG-100001');
    world.wait(minutes);
    return works;
  });
  const told = sentences(found).filter((sentence) => sentence.includes('shows nothing of it'));
  expect(told).toHaveLength(count);
});

test('the model finds a shop that is not served although its key is good', async () => {
  const found = await findingsAfter((works, world) => {
    world.problem = 'no_key';
    return works;
  });
  expect(sentences(found)).toEqual(['P17: shop 1 has a good key, and is not served: no_key']);
});

test('the model finds an order for a certificate that is never carried out, and waits for its work', async () => {
  const order = (work: string) => (works: ShopWork[], world: TinyWorld) => {
    world.orders = [{ order: 'order-1', work }];
    return [...works, { ...works[0]!, work: '4', artId: null, problem: 'The title is missing.' }];
  };
  expect(sentences(await findingsAfter(order('1')))).toEqual([
    'P11: order-1 of shop 1 for AREG-100001 is neither carried out nor refused',
  ]);
  expect(await findingsAfter(order('4'))).toEqual([]);
});

test.each([
  ['lets a work be broken', 'and that a restored shop has again', 'restore shop', 0],
  ['finds that a broken work left', 'and which it shared again', 'edit', 1],
] as const)('the model %s that its owner had taken away, %s', async (_name, _which, last, count) => {
  const found = await findingsAfter(([one, ...others], world) => {
    const owner = { role: 'owner', number: 1 } as const;
    const work = { shop: 1, work: '1' };
    const to = world.look().now;
    world.registry.endedSources.add('AREG-100001');
    world.note(owner, { what: 'delete', ...work });
    if (last === 'edit') world.note(owner, { what: 'edit', ...work, fields: one!.fields });
    else world.note(owner, { what: 'restore shop', shop: 1, to });
    world.note(owner, { what: 'break', ...work });
    return [{ ...one!, isBroken: true }, ...others];
  });
  expect(found.filter(({ promise }) => promise === 'P15')).toHaveLength(count);
});

test('the model lets the operator take a work away from a shop', async () => {
  const found = await findingsAfter((works, world) => {
    world.withdraw('AREG-100002');
    return works;
  });
  expect(found).toEqual([]);
});

const claimed = (key: string | null): Answer => ({
  isLost: false,
  status: 200,
  headers: {},
  body: new TextEncoder().encode(
    JSON.stringify({ object: 'access_claim', status: 'approved', api_key: key }),
  ),
  at: 0,
});

test.each<[string, readonly Answer[], number]>([
  ['not given although no answer brought it', [{ isLost: true, at: 0 }, claimed(null)], 1],
  ['given until it is used', [{ isLost: true, at: 0 }, claimed('areg_key'), claimed(null)], 0],
])('a key that was approved is %s', (_name, answers, count) => {
  const world = new TinyWorld();
  const path = '/api/v1/integrations/access-requests/claim';
  const ask = { origin: ORIGIN, method: 'POST', path, body: JSON.stringify({ request_id: 'r-1' }) };
  for (const answer of answers)
    world.note({ role: 'host', number: 0 }, { what: 'call', registry: 1, organization: null, ask, answer });
  const look: World = world.look();
  expect(new Model().afterStep(look).filter(({ promise }) => promise === 'P13')).toHaveLength(count);
});

test.each<[string, 'ordered twice' | 'ordered once', number]>([
  ['by two idempotency keys', 'ordered once', 1],
  ['by two idempotency keys, as it was ordered twice', 'ordered twice', 0],
])('a certificate that the service asks for %s', async (_name, what, count) => {
  const found = await findingsAfter((works, world) => {
    const owner = { role: 'owner', number: 1 } as const;
    for (const order of what === 'ordered once' ? ['order-1'] : ['order-1', 'order-2'])
      world.note(owner, { what: 'order certificate', shop: 1, work: '1', order });
    for (const key of ['certificate-1', 'certificate-2']) {
      const headers = { 'user-agent': 'artwork-registry-daemon/1', 'idempotency-key': key };
      const path = '/api/v1/artworks/AREG-100001/certificates';
      const ask = { origin: ORIGIN, method: 'POST', path, headers, body: '{}' };
      const answer = { isLost: true, at: 0 } as const;
      world.note(
        { role: 'host', number: 0 },
        { what: 'call', registry: 1, organization: 'own', ask, answer },
        { is: 'unknown' },
      );
    }
    return works;
  });
  const told = sentences(found).filter((sentence) => sentence.includes('by 2 idempotency keys'));
  expect(told).toHaveLength(count);
});

test.each<[string, string, RegExp | null, boolean]>([
  ['the address to which it moved', 'https://new.example', null, false],
  [
    'its former address',
    'https://shop.example',
    /P6: .* moved to https:\/\/shop\.example, where it never/,
    false,
  ],
  [
    'where it moved while no work was public',
    'https://new.example',
    /P4: .* of which no work was public/,
    true,
  ],
])('the feed tells of a site %s', async (_name, siteUrl, sentence, isClosed) => {
  const world = new TinyWorld();
  const model = new Model();
  world.play();
  const move = {
    what: 'move site',
    shop: 1,
    from: 'https://shop.example',
    to: 'https://new.example',
  } as const;
  const ids = isClosed ? ['AREG-100001', 'AREG-100002'] : [];
  for (const id of ids) world.change(id, { availability: 'fully_private' });
  world.shopWorks = world.shopWorks.map((work) => (isClosed ? { ...work, wish: 'hidden' } : work));
  world.wait(HOUR_MINUTES);
  expect(await model.atRest(world.look())).toEqual([]);
  world.note({ role: 'owner', number: 1 }, move);
  const path = '/api/v1/integrations/installations/ins_1/move';
  const ask = { origin: ORIGIN, method: 'POST', path, body: JSON.stringify({ site_url: siteUrl }) };
  const answer = { isLost: true, at: 0 } as const;
  world.note(
    { role: 'host', number: 0 },
    { what: 'call', registry: 1, organization: 'own', ask, answer },
    { is: 'unknown' },
  );
  world.registry.tellOfSite('ins_1', siteUrl);
  world.wait(HOUR_MINUTES);
  const found = sentences(await model.atRest(world.look())).filter((one) => /step \d+ of/.test(one));
  expect(found).toEqual(sentence === null ? [] : [expect.stringMatching(sentence)]);
});

test('the model finds that a shop was told of a work of another registry', async () => {
  const world = new TinyWorld();
  const model = new Model();
  const [shown, , hidden] = world.play();
  const at = world.look().now;
  for (const id of [hidden!, shown!]) world.change(id, { medium: 'Oil' });
  world.told = [{ type: 'artwork.removed', artId: hidden!, at }];
  world.wait(10);
  expect(await model.atRest(world.look())).toEqual([]);
  world.told = [...world.told, { type: 'artwork.removed', artId: shown!, at: at + MINUTE_MS }];
  expect((await model.atRest(world.look())).map(({ sentence }) => sentence)).toEqual([
    `shop 1 was told that ${shown} was removed, and its registry never removed it`,
  ]);
});
