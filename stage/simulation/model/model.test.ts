// The model is silent about a registry that keeps its promises, and finds each planted lie.
import { expect, test } from 'vitest';
import { Model } from './model.ts';
import type { Finding, PromiseName } from './observation.ts';
import { TinyWorld } from './testing/tiny-world.ts';
import type { Lie } from './testing/tiny-work.ts';

async function findingsOf(lies: readonly Lie[]): Promise<Finding[]> {
  const world = new TinyWorld(lies);
  const model = new Model();
  const ids = world.play();
  world.wait(10);
  const found = await model.atRest(world.look());
  world.playOn(ids);
  found.push(...(await model.atRest(world.look())));
  world.change(ids[0]!, { medium: 'Oil on copper' });
  world.wait(10);
  return [...found, ...(await model.atRest(world.look()))];
}

test('the model is silent about a registry that keeps every promise', async () => {
  expect(await findingsOf([])).toEqual([]);
});

test('the model is silent where a restore lost what it replaced, and mirrors start again', async () => {
  const world = new TinyWorld();
  const model = new Model();
  const ids = world.play();
  world.wait(10);
  expect(await model.atRest(world.look())).toEqual([]);
  world.playOn(ids, 'lost');
  expect(await model.atRest(world.look())).toEqual([]);
});

test.each<[Lie, PromiseName, RegExp]>([
  ['Art ID twice', 'P1', /issued twice/],
  ['lost work', 'P2', /does not list it/],
  ['lost update', 'P2', /shows title/],
  ['revoked key is good', 'P5', /was revoked, and is answered with 200/],
  ['key carried out twice', 'P3', /carried out 2 times|answered with .* and with/],
  ['hidden work in OAI-PMH', 'P6', /still has/],
  ['hidden title on the start page', 'P4', /says its title/],
  ['hidden work in the sitemap', 'P4', /leads to it/],
  ['hidden work in a dump', 'P4', /the dump .* has it/],
  ['hidden work by its address', 'P4', /otherwise than for an Art ID that was never issued/],
  ['replay shows a hidden work', 'P4', /POST \/api\/v1\/artworks showed AREG-100003 to own/],
  ['feed names a work that never was public', 'P4', /\/changes names AREG-100005/],
  ['restore forgets a withdrawal', 'P5', /was withdrawn by the operator, and the registry lists it/],
  ['changes with a gap', 'P6', /mirror of \/changes/],
  ['activity with a gap', 'P6', /mirror of \/activity\//],
  ['updated_since misses an update', 'P6', /reader by updated_since has/],
  ['event out of order', 'P7', /came after event/],
  ['event lost', 'P7', /should have had 1 events artwork.removed/],
  ['event with a wrong signature', 'P7', /does not verify/],
  ['event to another organisation', 'P9', /went to own, which never held it/],
  ['paused webhook sends', 'P5', /is paused, and 1 deliveries/],
  ['withdrawn certificate is valid', 'P5', /is withdrawn, and its address says valid/],
  ['certificate with another title', 'P8', /lacks what its gallery stated: title/],
  ['foreign update', 'P9', /other changed/],
  ['refusal in words of the database', 'P18', /SQLITE_ERROR/],
  ['page of a work does not open', 'P2', /the page \/artworks\/AREG-100001 answers/],
  ['wrong count', 'P17', /lists \d works and counts/],
  ['not found by its title', 'P2', /is not found by its title/],
  ['work missing in the dump', 'P6', /lacks AREG-100001/],
  ['not ready', 'P17', /\/readyz answers 503/],
  ['taken for another work', 'P1', /"Irises in a Vase" was published, and was taken for AREG-100001/],
  ['work of a day to come', 'P17', /AREG-100001 was registered before .*, and says 2026-01-02/],
  ['certificate of a day to come', 'P8', /was issued before .*, and says 2026-01-02/],
  ['times of the feed go back', 'P6', /\/activity\/ has a step of .* behind one of/],
  ['OAI-PMH leaves out the second of its bound', 'P6', /\/oai with until=.* has not what is of that time/],
])('the model finds the lie "%s"', async (lie, promise, sentence) => {
  const found = await findingsOf([lie]);
  expect(found.map((one) => `${one.promise}: ${one.sentence}`)).toContainEqual(
    expect.stringMatching(new RegExp(`^${promise}: .*(${sentence.source})`)),
  );
});

test.each([
  [9, 1],
  [10, 0],
])(
  'after %i deliveries that failed in a row, %i events are missed: ten pause an endpoint',
  async (failed, missed) => {
    const world = new TinyWorld(['event lost']);
    world.play();
    world.wait(10);
    const { deliveries } = world.registry;
    for (let count = 0; count < failed; count += 1) {
      deliveries.push({ ...deliveries.at(-1)!, at: world.registry.now, answered: 401 });
      world.wait(1);
    }
    world.wait(30);
    const found = await new Model().atRest(world.look());
    expect(
      found.filter(({ sentence }) => /should have had 1 events artwork.removed/.test(sentence)),
    ).toHaveLength(missed);
  },
);

test('what goes wrong after its time excuses no event that was lost', async () => {
  const world = new TinyWorld(['event lost']);
  world.play();
  world.wait(10);
  world.note({ role: 'world', number: 0 }, { what: 'clock set', program: 'registry', number: 1, ahead: 0 });
  world.wait(30);
  const found = await new Model().atRest(world.look());
  expect(found.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringMatching(/should have had 1 events artwork.removed of AREG-\d+/),
  );
});

test('two works that name no id of a shop are not one by that', async () => {
  const world = new TinyWorld(['taken for another work']);
  world.makeKeys();
  world.publish('other', { title: 'Winter at the Lake', artist_name: 'Paul Klee' }, 'key-1');
  world.publish('other', { title: 'Summer at the Lake', artist_name: 'Paul Klee' }, 'key-2');
  const found = await new Model().atRest(world.look());
  expect(found.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringMatching(/"Summer at the Lake" was published, and was taken for AREG-100001/),
  );
});

test.each<[string, ('before' | 'after')[], boolean]>([
  ['finds times that go back after a restore without the replaced database', [], true],
  ['finds them where the clock was ahead before the backup', ['before'], true],
  ['lets times go back where the clock was ahead after the backup', ['after'], false],
])('the model %s', async (_name, ahead, isFound) => {
  const world = new TinyWorld();
  const setAhead = () => {
    for (const ms of [86_400_000, 0])
      world.note(
        { role: 'world', number: 0 },
        { what: 'clock set', program: 'registry', number: 1, ahead: ms },
      );
  };
  const [one] = world.play();
  if (ahead.includes('before')) setAhead();
  const operator = { role: 'operator', number: 1 } as const;
  const { number } = world.note(operator, { what: 'backup', registry: 1 });
  const backup = world.registry.backup();
  if (ahead.includes('after')) setAhead();
  world.registry.restore(backup, false);
  world.note(operator, { what: 'restore backup', registry: 1, backup: number, replaced: 'lost' });
  world.setWebhook(true);
  (world.registry.lies as Set<Lie>).add('event out of order');
  world.change(one!, { medium: 'Oil on copper' });
  const found = new Model().afterStep(world.look());
  expect(found.some(({ sentence }) => sentence.includes('came after event'))).toBe(isFound);
});

test.each([
  ['finds an event that came after the time of all attempts', 12, 1],
  ['lets an event wait for as long as attempts take', 9, 0],
])('the model %s', async (_name, hours, count) => {
  const world = new TinyWorld();
  const [one] = world.play();
  world.note({ role: 'world', number: 0 }, { what: 'clock set', program: 'registry', number: 1, ahead: 0 });
  const { registry } = world;
  registry.webhook!.isActive = false;
  world.change(one!, { medium: 'Oil on copper' });
  world.wait(hours * 60);
  registry.webhook!.isActive = true;
  registry.send();
  world.wait(10);
  const found = await new Model().atRest(world.look());
  const late = found.filter(({ sentence }) => sentence.includes('nothing kept it from arriving by then'));
  expect(late).toHaveLength(count);
});
