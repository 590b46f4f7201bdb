// A batch of which one item needs a further call that fails: the other items were carried out all the same.
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';

let stage: Stage | undefined;
afterEach(() => stage?.stop());

test('a price that changed back while its batch was half done ends as the shop says', async () => {
  const price = (amount: number) => ({ price: { amount, currency: 'EUR' } });
  stage = await startStage(({ site }) => {
    site.share('1', sampleArtwork(1, price(100)));
    site.share('2', sampleArtwork(2));
  });
  const { site, registry } = stage;
  await until(() => site.countReported('published') === 2, 'published');
  const second = registry.artworks.findByExternalId('2')!;
  second.source = null;
  registry.refuseNext = { method: 'PATCH', status: 503, code: 'unavailable' };
  site.leave('2', 'not_shared');
  site.share('1', sampleArtwork(1, price(120)));
  await until(() => registry.refuseNext === null, 'the further call was refused');
  site.share('1', sampleArtwork(1, price(100)));
  await until(() => site.reports.get('2')?.state === 'stopped', 'the other one left');
  await until(
    () => site.reports.get('1')?.revision === 3 && site.reports.get('1')?.state === 'published',
    'settled',
  );
  expect(registry.artworks.findByExternalId('1')?.fields['price']).toEqual({ amount: 100, currency: 'EUR' });
});
