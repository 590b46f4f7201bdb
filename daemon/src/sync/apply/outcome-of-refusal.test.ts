// What each refusal does to the work it is about, and to the others of its batch.
import { expect, test } from 'vitest';
import { actionOf, applyContext, NOW_ISO, workOf } from '../../../tests/support/apply-context.ts';
import { AccountRefused, InstallationUnknown, RegistryTransient } from '../../types/registry.ts';
import type { Action, Outcome, Work } from '../../types/work.ts';
import { outcomeOfRefusal, outcomesOfRefusedCall, refusalOf } from './outcome-of-refusal.ts';
import { updateWorks } from './update.ts';

const publish: Action['body'] = { kind: 'publish', content: { external_id: '1' } };
const update: Action['body'] = { kind: 'update', changes: {} };
const compare: Action['body'] = { kind: 'compare' };
const later = (delayMs: number): Outcome => ({ result: 'later', delayMs, isSuspect: false });
const settled = (patch: Partial<Work>): Outcome => ({ result: 'settled', patch });
const isPrivate = settled({ ownership: 'private', recheckSince: null });
const blocked = { blockedTarget: 't', recheckSince: null };
const hidden = { confirmed: { external_id: '1', availability: 'fully_private' } };

const isForgotten = settled({
  recheckSince: null,
  ownership: 'ours',
  registryId: null,
  confirmed: null,
  matchedOn: null,
});

test.each<[number, string, Action['body'], Partial<Work>, Outcome]>([
  [409, 'idempotent_request_in_progress', publish, {}, later(1000)],
  [429, 'rate_limited', update, {}, later(2000)],
  [503, 'unavailable', update, {}, later(2000)],
  [404, 'artwork_not_found', update, {}, isPrivate],
  [404, 'artwork_not_found', update, hidden, isPrivate],
  [404, 'artwork_not_found', update, { ownership: 'elsewhere' }, isPrivate],
  [404, 'artwork_not_found', compare, {}, isPrivate],
  [404, 'artwork_not_found', compare, { ownership: 'moved' }, settled({ recheckSince: null })],
  [404, 'artwork_not_found', compare, hidden, settled({ recheckSince: null, confirmedAt: NOW_ISO })],
  [404, 'artwork_not_found', compare, { ownership: 'elsewhere' }, isForgotten],
  [404, 'artwork_not_found', compare, { confirmed: { external_id: '1' } }, isForgotten],
  [404, 'artwork_not_found', compare, { confirmed: { external_id: '1' }, siteState: 'gone' }, isPrivate],
  [403, 'not_permitted', publish, {}, settled({ ownership: 'elsewhere', ...blocked })],
  [403, 'not_permitted', update, { confirmedAt: NOW_ISO }, settled({ ownership: 'moved', ...blocked })],
])('%i %s of %j, on a work with %j, ends in %j', (status, code, body, work, outcome) => {
  const refusal = refusalOf(status, { code, message: 'No.' });
  expect(outcomeOfRefusal({ nowIso: NOW_ISO }, actionOf(body), workOf(work), refusal)).toEqual(outcome);
});

test.each([
  [404, 'artwork_not_found', publish],
  [404, 'source_not_found', update],
  [422, 'invalid_body', publish],
  [409, 'source_conflict', publish],
])('%i %s of %j is shown to the owner', (status, code, body) => {
  const issues = [{ path: 'title', message: 'is too long' }];
  const refusal = refusalOf(status, { code, message: 'No.', issues, fields: ['slug'] });
  const outcome = outcomeOfRefusal({ nowIso: NOW_ISO }, actionOf(body), workOf(), refusal);
  const named = { path: 'slug', message: 'is managed by the registry' };
  expect(outcome).toMatchObject({ result: 'refused', error: { code, issues: [...issues, named] } });
});

test('a key that belongs to another content is replaced, and the wait grows with each try but not for ever', () => {
  const outcome = (status: number, code: string, attempts: number) =>
    outcomeOfRefusal(
      { nowIso: NOW_ISO },
      actionOf(update, '1', { attempts }),
      workOf(),
      refusalOf(status, { code, message: 'No.' }),
    );
  expect(outcome(409, 'idempotency_key_reused', 1)).toMatchObject({
    ...later(0),
    newKey: expect.stringMatching(/^update-/),
  });
  expect([1, 2, 8, 60].map((attempts) => outcome(500, 'internal_error', attempts))).toMatchObject(
    [2000, 4000, 256_000, 256_000].map((delayMs) => ({ delayMs })),
  );
});

test('a refusal of a whole batch makes each of its works suspect, unless it is about the installation', () => {
  const { context } = applyContext(() => ({ status: 200, body: {} }));
  const actions = [actionOf(update), actionOf(update, '2')];
  const works = [workOf(), workOf({}, '2')];
  const refused = (code: string) =>
    outcomesOfRefusedCall(context, actions, works, refusalOf(400, { code, message: 'No.' }));
  const suspect = { result: 'later', delayMs: 0, isSuspect: true };
  expect(refused('invalid_json')).toEqual([suspect, suspect]);
  expect(refused('artwork_not_found')).toEqual([suspect, suspect]);
  expect(() => refused('unknown_installation')).toThrow(InstallationUnknown);
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
  const result = {
    object: 'artwork_update_result',
    registry_id: 'AREG-1',
    public: true,
    changed_fields: [],
    data: null,
  };
  const missing = { status: 404, error: { code: 'source_not_found', message: '' } };
  const { context, forgotten: forgets } = applyContext((call) => {
    if (call.method !== 'POST') throw fail();
    return { status: 200, body: { data: [item(0, { result }), item(1, missing)] } };
  });
  const actions = [
    actionOf({ kind: 'update', changes: { medium: 'Oil' } }),
    actionOf({ kind: 'source', status: 'removed' }, '2'),
  ];
  const works = actions.map(({ externalId }) => workOf({}, externalId));
  const outcomes = await updateWorks(context, actions, works);
  expect(outcomes.map((outcome) => outcome.result)).toEqual(['settled', 'later']);
  expect(forgets).toHaveLength(forgotten);
});

test('a refusal without issues has none, and a hint only where the code is known', () => {
  const errorOf = (code: string) =>
    outcomeOfRefusal(
      { nowIso: NOW_ISO },
      actionOf(publish),
      workOf(),
      refusalOf(422, { code, message: 'No.' }),
    );
  expect(errorOf('invalid_body')).toEqual({
    result: 'refused',
    error: { code: 'invalid_body', message: 'No.', issues: [], hint: expect.stringMatching(/\w/) },
  });
  expect(errorOf('of_next_year')).toMatchObject({ error: { issues: [], hint: null } });
});

test('an error of our own in a further call is not taken for the registry’s', async () => {
  const missing = { status: 404, error: { code: 'source_not_found', message: '' } };
  const { context } = applyContext((call) => {
    if (call.method !== 'POST') throw new TypeError('a mistake of ours');
    return { status: 200, body: { data: [item(0, missing)] } };
  });
  const action = actionOf({ kind: 'source', status: 'removed' });
  await expect(updateWorks(context, [action], [workOf()])).rejects.toThrow('a mistake of ours');
});

test('an answer that is not one to a batch makes all its works suspect', async () => {
  const { context } = applyContext(() => ({ status: 200, body: 'no list' }));
  const suspect = { result: 'later', delayMs: 5000, isSuspect: true };
  const actions = [actionOf(update), actionOf(update, '2')];
  expect(await updateWorks(context, actions, [workOf(), workOf()])).toEqual([suspect, suspect]);
});
