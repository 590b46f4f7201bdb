// A site that is paired again after a restore: the new pairing has no identity that would show it, and it may lack works that are registered.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startHost, type HostStage } from '../../tests/support/start-host.ts';
import { until } from '../../tests/support/start-stage.ts';

let stage: HostStage;
beforeEach(async () => {
  stage = await startHost();
});
afterEach(() => stage.stop());

test('a restored site that continues its pairing is asked for what came after its backup', async () => {
  const one = await stage.site();
  for (const id of [1, 2]) one.fake.share(String(id), sampleArtwork(id));
  await one.connect();
  await one.handOverKey(stage.registry.key);
  await until(() => one.fake.countReported('published') === 2, 'published');
  one.fake.works.delete('2');
  one.fake.reports.delete('2');
  const former = { siteId: one.siteId, secret: one.fake.secret };
  const secret = randomBytes(32).toString('base64');
  expect(await one.connect({ secret }, former)).toMatchObject({ status: 201 });
  await until(() => one.fake.reports.get('2')?.state === 'stopped', 'the work that the site lost is told');
  expect(stage.registry.artworks.findByExternalId('2')?.source?.status).toBe('removed');
  expect(one.fake.reports.get('1')?.state).toBe('published');
});
