// A batch that was carried out, and a further call for one of its items that was not.
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../../tests/support/start-stage.ts';
import { AccountRefused, InstallationUnknown, RegistryTransient } from '../../types/registry.ts';
import type { ApplyContext, RegistryCall } from '../../types/registry.ts';
import type { Action } from '../../types/work.ts';
import { unknownWork } from '../bookkeeping/unknown-work.ts';
import { updateWorks } from './update.ts';

let stage: Stage | undefined;
afterEach(() => stage?.stop());

const action = (externalId: string, body: Action['body']): Action => ({
  id: Number(externalId),
  siteId: 's',
  externalId,
  kind: body.kind,
  registryId: `AREG-${externalId}`,
  idempotencyKey: `k-${externalId}`,
  body,
  target: 't',
  priority: 20,
  attempts: 1,
  suspicion: 0,
  notBefore: 0,
});
const item = (index: number, more: object) => ({
  index,
  registry_id: `AREG-${index + 1}`,
  idempotency_key: `k-${index + 1}`,
  status: 200,
  replayed: false,
  result: null,
  error: null,
  ...more,
});

test.each([
  ['a 429', () => new RegistryTransient('wait', { wasSent: false, isSuspect: false }), 0],
  ['a refused key', () => new AccountRefused('no'), 0],
  ['an unknown installation', () => new InstallationUnknown('no'), 1],
])('a further call that ends in %s delays its own item only', async (_, fail, forgotten) => {
  let forgets = 0;
  const result = {
    object: 'artwork_update_result',
    registry_id: 'AREG-1',
    public: true,
    changed_fields: [],
    data: null,
  };
  const context: ApplyContext = {
    installationId: 'ins_1',
    formerInstallations: [],
    profileSlugs: [],
    nowIso: '2026-01-01T00:00:00Z',
    forgetInstallation: () => (forgets += 1),
    send: (call: RegistryCall) =>
      call.method === 'POST'
        ? Promise.resolve({
            status: 200,
            body: {
              data: [
                item(0, { result }),
                item(1, { status: 404, error: { code: 'source_not_found', message: '' } }),
              ],
            },
          })
        : Promise.reject(fail()),
  };
  const actions = [
    action('1', { kind: 'update', changes: { medium: 'Oil' } }),
    action('2', { kind: 'source', status: 'removed' }),
  ];
  const works = actions.map(({ externalId, registryId }) => ({
    ...unknownWork('s'),
    externalId,
    registryId,
  }));
  const outcomes = await updateWorks(context, actions, works);
  expect(outcomes.map((outcome) => outcome.result)).toEqual(['settled', 'later']);
  expect(forgets).toBe(forgotten);
});

test('a price that was carried out in such a batch, and changed back meanwhile, ends as the shop says', async () => {
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
