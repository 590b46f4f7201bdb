// A batch that was carried out, and of which the service heard a part or nothing.
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

test('a price that changed back after the registry did not know whether it had taken it ends as the shop says', async () => {
  const price = (amount: number) => ({ price: { amount, currency: 'EUR' } });
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1, price(100))));
  const { site, registry } = stage;
  await until(() => site.countReported('published') === 1, 'published');
  registry.unknownOutcomes = 1;
  site.share('1', sampleArtwork(1, price(120)));
  await until(() => registry.unknownOutcomes === 0, 'taken, and not known');
  site.share('1', sampleArtwork(1, price(100)));
  await until(
    () => site.reports.get('1')?.revision === 3 && site.reports.get('1')?.state === 'published',
    'settled',
  );
  expect(registry.artworks.findByExternalId('1')?.fields['price']).toEqual({ amount: 100, currency: 'EUR' });
});

test('a work that is sold between its publication and the repeat of it stays sold', async () => {
  stage = await startStage(({ site, registry }) => {
    registry.lostAnswers = 1;
    site.share('1', sampleArtwork(1, { availability: 'for_sale' }));
  });
  const { site, registry } = stage;
  await until(() => registry.lostAnswers === 0, 'published, and not heard of');
  const artwork = registry.artworks.findByExternalId('1')!;
  artwork.fields['availability'] = 'sold';
  await until(() => site.reports.get('1')?.state === 'sold', 'sold');
  expect(artwork.fields['availability']).toBe('sold');
});
