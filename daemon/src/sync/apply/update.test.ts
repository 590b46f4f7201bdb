// What each answer to a change of a registered work says about the work, and which calls a step makes.
import { expect, test } from 'vitest';
import { actionOf, applyContext, NOW_ISO, refusal, workOf } from '../../../tests/support/apply-context.ts';
import { FakeArtworks } from '../../../tests/support/fake-artworks.ts';
import { sampleArtwork } from '../../../tests/support/sample-artwork.ts';
import { AccountRefused, RegistryTransient } from '../../types/registry.ts';
import type { RegistryAnswer, RegistryCall } from '../../types/registry.ts';
import { SOLD_OVER_UNKNOWN } from '../../types/work.ts';
import type { Action, ArtworkContent, SourceStatus, Work } from '../../types/work.ts';
import { updateWork, updateWorks } from './update.ts';

const confirmed = { external_id: '1', ...sampleArtwork(1) } as ArtworkContent;
const change = (changes: { [field: string]: unknown }) => actionOf({ kind: 'update', changes });
const sourceStep = (status: SourceStatus, externalId = '1') =>
  actionOf({ kind: 'source', status }, externalId);
const known = (more: Partial<Work> = {}) =>
  workOf({ content: confirmed, confirmed, confirmedSource: 'active', ...more });

/** The public record after the change. */
function record(fields: object = {}) {
  const artworks = new FakeArtworks();
  return artworks.getPublic(artworks.add('ours', { ...confirmed, ...fields }).registryId);
}
const resultOf = (data: object | null) => ({
  object: 'artwork_update_result',
  registry_id: 'AREG-1',
  public: data !== null,
  changed_fields: [],
  data,
});
const item = (more: object = {}) => ({
  index: 0,
  registry_id: 'AREG-1',
  idempotency_key: 'k-1',
  status: 200,
  replayed: false,
  result: null,
  error: null,
  ...more,
});
const batch = (...data: object[]): RegistryAnswer => ({ status: 200, body: { data } });

async function patchOf(action: Action, work: Work, more: object): Promise<Partial<Work>> {
  const { context } = applyContext(() => batch(item(more)));
  const [outcome] = await updateWorks(context, [action], [work]);
  expect(outcome).toMatchObject({ result: 'settled' });
  return (outcome as { patch: Partial<Work> }).patch;
}

test('a change that was carried out is confirmed as sent, a field sent as null is gone', async () => {
  const action = change({ medium: 'Oil', year_created: null });
  const patch = await patchOf(action, known(), { result: resultOf(record({ medium: 'oil on canvas' })) });
  const { year_created: _cleared, ...rest } = confirmed;
  expect(patch.confirmed).toEqual({ ...rest, medium: 'Oil' });
  expect(patch).toMatchObject({ confirmedAt: NOW_ISO, publicPage: expect.any(String) });
  expect(patch).not.toHaveProperty('recheckSince');
  expect(patch?.soldOver).toBeNull();
});

test('fields that others changed meanwhile are taken from the record', async () => {
  const work = known({ content: { ...confirmed, medium: 'Oil' } });
  const data = record({ medium: 'Oil', title: 'Corrected title' });
  const patch = await patchOf(change({ medium: 'Oil' }), work, { result: resultOf(data) });
  expect(patch.confirmed).toMatchObject({ medium: 'Oil', title: 'Corrected title' });
});

test('a replayed answer is checked by a fresh look', async () => {
  const patch = await patchOf(change({ medium: 'Oil' }), known(), {
    replayed: true,
    result: resultOf(record({ medium: 'Oil' })),
  });
  expect(patch).toMatchObject({ recheckSince: NOW_ISO, confirmed: { medium: 'Oil' } });
});

test('a work that its change has hidden shows no availability', async () => {
  const shows = { availability: 'for_sale' } as Work['shows'];
  const patch = await patchOf(change({ availability: 'fully_private' }), known({ shows }), {
    result: resultOf(null),
  });
  expect(patch).toMatchObject({ shows: { availability: null }, soldOver: null });
  expect(patch.confirmed).toMatchObject({ availability: 'fully_private' });
  const neverShown = await patchOf(change({ availability: 'fully_private' }), known({ shows: null }), {
    result: resultOf(null),
  });
  expect(neverShown.shows).toBeNull();
});

test.each<[string, Action, Partial<Work>, string | null | undefined]>([
  ['that we do not know of is remembered', change({ medium: 'Oil' }), {}, SOLD_OVER_UNKNOWN],
  ['before the shop said anything is too', change({ medium: 'Oil' }), { content: null }, SOLD_OVER_UNKNOWN],
  [
    'of a work whose content names no availability is too',
    change({ medium: 'Oil' }),
    { content: { external_id: '1' } },
    SOLD_OVER_UNKNOWN,
  ],
  ['of a work that left the shop is not', change({ medium: 'Oil' }), { siteState: 'gone' }, undefined],
  ['that we have just reported is not', change({ availability: 'sold' }), {}, null],
  [
    'that was confirmed before is not',
    change({ medium: 'Oil' }),
    { confirmed: { ...confirmed, availability: 'sold' } },
    undefined,
  ],
])('a sale %s', async (_, action, work, soldOver) => {
  const data = record({ availability: 'sold' });
  const patch = await patchOf(action, known(work), { result: resultOf(data) });
  expect(patch.soldOver).toBe(soldOver);
});

test('a source that was changed is confirmed, and the record with it where one was known', async () => {
  const patch = await patchOf(sourceStep('unpublished'), known(), { result: resultOf(record()) });
  expect(patch).toMatchObject({ confirmedSource: 'unpublished', confirmed });
  const unknown = await patchOf(sourceStep('unpublished'), known({ confirmed: null }), {
    result: resultOf(record()),
  });
  expect(unknown).not.toHaveProperty('confirmed');
  expect(unknown).toMatchObject({ confirmedSource: 'unpublished', registryId: 'AREG-1' });
});

test.each([
  ['neither result nor error', item(), { result: 'later', delayMs: 5000, isSuspect: false }],
  ['an item that cannot be read', { index: 'x' }, { result: 'later', isSuspect: true }],
  [
    'an error',
    item({ status: 422, error: { code: 'invalid_body', message: 'No.' } }),
    { result: 'refused', error: { code: 'invalid_body' } },
  ],
  [
    'a missing source of a change',
    item({ status: 404, error: { code: 'source_not_found', message: 'No.' } }),
    { result: 'refused', error: { code: 'source_not_found' } },
  ],
])('%s in a batch says so of the one work', async (_, answered, outcome) => {
  const { context } = applyContext(() => batch(answered));
  expect(await updateWorks(context, [change({ medium: 'Oil' })], [known()])).toMatchObject([outcome]);
});

test('a batch names each work, its key, and what it changes', async () => {
  const { context, calls } = applyContext(() => batch());
  const actions = [change({ medium: 'Oil' }), sourceStep('removed', '2'), sourceStep('active', '3')];
  const wanted = { ...confirmed, source_url: 'https://shop.example/3' };
  const works = [
    known(),
    known({ externalId: '2' }),
    known({ externalId: '3', content: wanted, confirmedSource: null }),
  ];
  await updateWorks(context, actions, works);
  expect(calls).toEqual([
    {
      method: 'POST',
      path: '/integrations/updates',
      body: {
        installation_id: 'ins_1',
        items: [
          { registry_id: 'AREG-1', idempotency_key: 'k-1', changes: { medium: 'Oil' } },
          {
            registry_id: 'AREG-2',
            idempotency_key: 'k-2',
            source: { installation_id: 'ins_1', status: 'removed' },
          },
          {
            registry_id: 'AREG-3',
            idempotency_key: 'k-3',
            changes: {
              integration: {
                installation_id: 'ins_1',
                external_id: '3',
                status: 'active',
                source_url: 'https://shop.example/3',
              },
            },
          },
        ],
      },
    },
  ]);
});

test('a step that is not a change is a mistake of ours', async () => {
  const { context } = applyContext(() => batch());
  await expect(updateWorks(context, [actionOf({ kind: 'compare' })], [known()])).rejects.toThrow(
    'not an update',
  );
});

test.each<[string, Action, Partial<Work>, RegistryCall]>([
  [
    'a change goes to the work',
    change({ medium: 'Oil' }),
    {},
    { method: 'PATCH', path: '/artworks/AREG-1', body: { medium: 'Oil' } },
  ],
  [
    'a known source to its source',
    sourceStep('removed'),
    {},
    {
      method: 'PATCH',
      path: '/artworks/AREG-1/source',
      body: { installation_id: 'ins_1', status: 'removed' },
    },
  ],
  [
    'an unknown one is attached by an update',
    sourceStep('active'),
    { confirmedSource: null, content: null },
    {
      method: 'PATCH',
      path: '/artworks/AREG-1',
      body: { integration: { installation_id: 'ins_1', external_id: '1', status: 'active' } },
    },
  ],
])('without batches, %s', async (_, action, work, call) => {
  const { context, calls } = applyContext(() => ({ status: 200, body: resultOf(record()) }));
  const outcome = await updateWork(context, action, known(work));
  expect(calls).toEqual([call]);
  expect(outcome).toMatchObject({ result: 'settled', patch: { confirmedAt: NOW_ISO } });
});

test('without batches, a refusal and an unreadable answer say so of the work', async () => {
  const outcomeOf = (answer: RegistryAnswer) =>
    updateWork(applyContext(() => answer).context, change({ medium: 'Oil' }), known());
  expect(await outcomeOf(refusal(422, 'invalid_body'))).toMatchObject({ result: 'refused' });
  expect(await outcomeOf({ status: 200, body: 'no result' })).toEqual({
    result: 'later',
    delayMs: 5000,
    isSuspect: false,
  });
});

test('a source that is not there is attached', async () => {
  const answers = [refusal(404, 'source_not_found'), { status: 200, body: resultOf(record()) }];
  const { context, calls } = applyContext(() => answers.shift()!);
  const outcome = await updateWork(context, sourceStep('active'), known());
  expect(outcome).toEqual({
    result: 'settled',
    patch: { confirmedSource: 'active', confirmedAt: NOW_ISO },
  });
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PATCH /artworks/AREG-1/source',
    'PATCH /artworks/AREG-1',
  ]);
  expect(calls[1]?.body).toEqual({
    integration: { installation_id: 'ins_1', external_id: '1', status: 'active' },
  });
});

test('a source that cannot be attached is the work’s refusal', async () => {
  const answers = [refusal(404, 'source_not_found'), refusal(409, 'source_conflict')];
  const { context } = applyContext(() => answers.shift()!);
  expect(await updateWork(context, sourceStep('active'), known())).toMatchObject({
    result: 'refused',
    error: { code: 'source_conflict' },
  });
});

const moved = (externalId: string, more: Partial<Work> = {}) =>
  known({ externalId, registryId: `AREG-${externalId}`, confirmedSource: null, ...more });

test('after a move, a work that stands at the new installation leaves the former ones', async () => {
  const { context, calls } = applyContext((call) =>
    call.path === '/integrations/updates'
      ? batch(item({ result: resultOf(record()) }))
      : { status: 200, body: {} },
  );
  context.formerInstallations = ['ins_old', 'ins_older'];
  await updateWorks(context, [sourceStep('active')], [moved('1')]);
  expect(calls.slice(1)).toEqual(
    ['ins_old', 'ins_older'].map((installation_id) => ({
      method: 'PATCH',
      path: '/artworks/AREG-1/source',
      body: { installation_id, status: 'removed' },
    })),
  );
});

test('several leave a former installation in one call; works that stayed or were refused are not in it', async () => {
  const done = { result: resultOf(record()) };
  const refused = { status: 422, error: { code: 'invalid_body', message: 'No.' } };
  const { context, calls } = applyContext(() =>
    batch(item(done), item(done), item(done), item(refused), item(done)),
  );
  context.formerInstallations = ['ins_old'];
  const actions = [
    sourceStep('active', '1'),
    sourceStep('active', '2'),
    sourceStep('active', '3'),
    sourceStep('active', '4'),
    actionOf({ kind: 'update', changes: { medium: 'Oil' } }, '5'),
  ];
  const works = [moved('1'), moved('2'), moved('3', { confirmedSource: 'active' }), moved('4'), moved('5')];
  const outcomes = await updateWorks(context, actions, works);
  expect(outcomes.map(({ result }) => result)).toEqual([
    'settled',
    'settled',
    'settled',
    'refused',
    'settled',
  ]);
  const source = { installation_id: 'ins_old', status: 'removed' };
  expect(calls[1]).toEqual({
    method: 'POST',
    path: '/integrations/updates',
    body: {
      installation_id: 'ins_1',
      items: ['1', '2'].map((id) => ({
        registry_id: `AREG-${id}`,
        idempotency_key: `k-${id}-ins_old`,
        source,
      })),
    },
  });
  expect(calls).toHaveLength(2);
});

test('where leaving a former installation fails, only the steps that moved are tried again', async () => {
  const done = { result: resultOf(record()) };
  let calls = 0;
  const { context } = applyContext(() => {
    calls += 1;
    if (calls === 1) return batch(item(done), item(done));
    throw new RegistryTransient('The registry does not answer.', { wasSent: true, isSuspect: false });
  });
  context.formerInstallations = ['ins_old'];
  const works = [moved('1'), moved('2', { confirmedSource: 'active' })];
  const outcomes = await updateWorks(context, [sourceStep('active', '1'), sourceStep('active', '2')], works);
  expect(outcomes).toMatchObject([
    { result: 'later', delayMs: 1000, isSuspect: false },
    { result: 'settled' },
  ]);
});

test.each([
  [503, 'unavailable', 'later'],
  [500, 'internal_error', 'later'],
  [404, 'source_not_found', 'settled'],
])('one work whose former installation answers %i %s is %s', async (status, code, result) => {
  const done = { result: resultOf(record()) };
  let calls = 0;
  const { context } = applyContext(() => {
    calls += 1;
    if (calls === 1) return batch(item(done), item(done));
    return batch(item(done), item({ status, error: { code, message: 'No.' } }));
  });
  context.formerInstallations = ['ins_old'];
  const works = [moved('1'), moved('2')];
  const outcomes = await updateWorks(context, [sourceStep('active', '1'), sourceStep('active', '2')], works);
  expect(outcomes.map((outcome) => outcome.result)).toEqual(['settled', result]);
});

test('a refused key while a source is attached leaves the step to be tried again', async () => {
  let calls = 0;
  const { context } = applyContext(() => {
    calls += 1;
    if (calls === 1) return refusal(404, 'source_not_found');
    throw new AccountRefused('The key was revoked.');
  });
  expect(await updateWork(context, sourceStep('active'), known())).toMatchObject({ result: 'later' });
});

test('without batches, a work that moved leaves its former installations too', async () => {
  const { context, calls } = applyContext(() => ({ status: 200, body: resultOf(record()) }));
  context.formerInstallations = ['ins_old'];
  expect(await updateWork(context, sourceStep('active'), moved('1'))).toMatchObject({ result: 'settled' });
  expect(calls.slice(1)).toEqual([
    {
      method: 'PATCH',
      path: '/artworks/AREG-1/source',
      body: { installation_id: 'ins_old', status: 'removed' },
    },
  ]);
});

test('a source that was attached because it was missing leaves the former installations too', async () => {
  const { context, calls } = applyContext(() =>
    calls.length === 1 ? refusal(404, 'source_not_found') : { status: 200, body: resultOf(record()) },
  );
  context.formerInstallations = ['ins_old'];
  await updateWork(context, sourceStep('active'), known());
  expect(calls.map(({ path }) => path)).toEqual([
    '/artworks/AREG-1/source',
    '/artworks/AREG-1',
    '/artworks/AREG-1/source',
  ]);
  expect(calls[2]?.body).toEqual({ installation_id: 'ins_old', status: 'removed' });
});

test('a long key stays within what the registry takes', async () => {
  const done = item({ result: resultOf(record()) });
  const { context, calls } = applyContext(() => batch(done, done));
  context.formerInstallations = ['ins_old'];
  const actions = ['1', '2'].map((id) => ({
    ...sourceStep('active', id),
    idempotencyKey: `${id}${'x'.repeat(199)}`,
  }));
  await updateWorks(context, actions, [moved('1'), moved('2')]);
  const { items } = calls[1]?.body as { items: { idempotency_key: string }[] };
  expect(items.map(({ idempotency_key: key }) => key.length)).toEqual([200, 200]);
});

test('a field that was sent as null stays gone, whatever the record still shows', async () => {
  const data = record({ year_created: '2019' });
  const patch = await patchOf(change({ year_created: null }), known(), { result: resultOf(data) });
  expect(patch.confirmed).not.toHaveProperty('year_created');
});

test('where no work moved, no further call is made, whatever installations there were before', async () => {
  const { context, calls } = applyContext(() => batch(item({ result: resultOf(record()) })));
  context.formerInstallations = ['ins_old'];
  await updateWorks(context, [sourceStep('active')], [known()]);
  expect(calls).toHaveLength(1);
});
