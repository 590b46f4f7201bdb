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
