// Who goes first when requests are few: what was sold before what is new, and nobody never. Another client on the same key.
import { request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { every, startStage, until, type Stage } from '../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

const syncs = () => stage.registry.count('/integrations/sync');
const inRegistry = (id: number) => stage.registry.artworks.findByExternalId(String(id));

test('a work that was sold overtakes a thousand first publications', async () => {
  stage = await startStage(({ site, registry }) => {
    registry.limit = 4;
    registry.windowSeconds = 1;
    site.share('1', sampleArtwork(1));
  });
  await until(() => stage.site.countReported('published') === 1, 'the first is published');
  for (let id = 2; id <= 1001; id += 1) stage.site.share(String(id), sampleArtwork(id));
  await until(() => stage.site.waiting().length === 0 && syncs() > 1, 'the others are on their way');
  stage.site.share('1', sampleArtwork(1, { availability: 'sold' }));
  await until(() => stage.site.waiting().length === 0, 'the sale is known');
  const atSale = syncs();
  await until(() => inRegistry(1)?.fields['availability'] === 'sold', 'the sale is in the registry', 10_000);
  // Those under way at that moment, and one that it was the turn of.
  expect(syncs() - atSale).toBeLessThanOrEqual(5);
  expect(stage.registry.artworks.list().length).toBeLessThan(1001);
});

test('a shop whose prices never rest does not keep its new works out', async () => {
  const price = (amount: number) => ({ price: { amount, currency: 'EUR' } });
  stage = await startStage(({ site, registry }) => {
    registry.features = [];
    registry.limit = 10;
    registry.windowSeconds = 1;
    for (let id = 1; id <= 20; id += 1) site.share(String(id), sampleArtwork(id, price(100)));
  });
  await until(() => stage.site.countReported('published') === 20, 'twenty are published');
  let amount = 100;
  const change = () => {
    amount += 1;
    for (let id = 1; id <= 20; id += 1) stage.site.share(String(id), sampleArtwork(id, price(amount)));
  };
  change();
  const rest = every(stage.clock, 100, change);
  try {
    await until(() => stage.registry.count('/artworks/', 'PATCH') > 0, 'prices are being changed');
    for (let id = 21; id <= 120; id += 1) stage.site.share(String(id), sampleArtwork(id));
    await until(() => stage.registry.artworks.list().length === 120, 'the new works are there', 20_000);
  } finally {
    rest();
  }
});

test('beside another client on the key at most one request a window is refused, and nothing is lost', async () => {
  stage = await startStage(({ site, registry }) => {
    registry.features = [];
    registry.limit = 20;
    registry.windowSeconds = 2;
    for (let id = 1; id <= 40; id += 1) site.share(String(id), sampleArtwork(id));
  });
  await until(() => stage.site.countReported('published') === 40, 'all are published');
  const { url, key } = stage.registry;
  const stopOther = every(stage.clock, 150, () => {
    void request(`${url}/artworks/other`, { headers: { authorization: `Bearer ${key}` } }).then(({ body }) =>
      body.dump(),
    );
  });
  const begun = stage.clock.elapsed();
  try {
    for (let id = 1; id <= 40; id += 1) stage.site.share(String(id), sampleArtwork(id, { medium: 'Oil' }));
    const isDone = () => stage.registry.artworks.list().every((work) => work.fields['medium'] === 'Oil');
    await until(isDone, 'all are changed', 25_000);
  } finally {
    stopOther();
  }
  const windows = Math.ceil((stage.clock.elapsed() - begun) / 2000) + 1;
  const refused = stage.registry.requests.filter(
    ({ status, path }) => status === 429 && path !== '/artworks/other',
  );
  expect(refused.length).toBeLessThanOrEqual(windows);
  expect(stage.site.countReported('attention')).toBe(0);
});
