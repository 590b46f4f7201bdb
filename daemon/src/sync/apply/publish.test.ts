// What each answer to a first publication says about the work.
import { expect, test } from 'vitest';
import { actionOf, applyContext, NOW_ISO, refusal, workOf } from '../../../tests/support/apply-context.ts';
import { FakeArtworks } from '../../../tests/support/fake-artworks.ts';
import { sampleArtwork } from '../../../tests/support/sample-artwork.ts';
import type { RegistryAnswer, RegistryCall } from '../../types/registry.ts';
import type { ArtworkContent, Work } from '../../types/work.ts';
import { publishWorks } from './publish.ts';

const content = { external_id: '1', ...sampleArtwork(1) } as ArtworkContent;
const work = workOf({ content: content, registryId: null });

/** A record of the registry, as `GET` shows it. */
function record(holder: string, fields: object = {}, source: string | null = null) {
  const artworks = new FakeArtworks();
  const artwork = artworks.add(holder, { ...content, ...fields });
  if (source !== null) artwork.source = { installation_id: source, external_id: '1', status: 'unpublished' };
  return artworks.getPublic(artwork.registryId);
}

const item = (result: object | null, more: object = {}) => ({
  index: 0,
  idempotency_key: 'k-1',
  status: 200,
  replayed: false,
  result: result && {
    object: 'artwork_write_result',
    registry_id: 'AREG-1',
    duplicate: false,
    matched_on: null,
    data: null,
    ...result,
  },
  error: null,
  ...more,
});

async function outcomeOf(answered: unknown, profileSlugs = ['ours'], sources: string[] = []) {
  const { context, calls } = applyContext((call: RegistryCall) =>
    call.path.endsWith('/source')
      ? { status: 200, body: { sources: sources.map((installation_id) => ({ installation_id })) } }
      : { status: 200, body: { data: [answered] } },
  );
  const action = actionOf({ kind: 'publish', content: content });
  const [outcome] = await publishWorks({ ...context, profileSlugs }, [action], [work]);
  return { outcome: outcome!, patch: (outcome as { patch?: Partial<Work> }).patch, calls };
}

const duplicate = (data: object | null, matched_on: string) => ({ duplicate: true, matched_on, data });

test.each<[string, unknown, Partial<Work>]>([
  [
    'a new work is confirmed as sent',
    item({ data: record('ours') }),
    {
      ownership: 'ours',
      confirmed: content,
      confirmedSource: 'active',
      confirmedAt: NOW_ISO,
      matchedOn: null,
      publicPage: 'https://registry.example/a/AREG-1',
    },
  ],
  [
    'a repeated answer confirms that the work exists, not what it shows by now',
    item({ data: record('ours') }, { replayed: true }),
    { ownership: 'ours', recheckSince: NOW_ISO },
  ],
  [
    'our own earlier publication is not a possible duplicate',
    item(duplicate(record('ours', {}, 'ins_1'), 'external_id')),
    { ownership: 'ours', matchedOn: null, confirmedSource: 'unpublished' },
  ],
  [
    'a work of ours that was transferred has moved, and is not a possible duplicate',
    item(duplicate(record('museum'), 'external_id')),
    { ownership: 'moved', matchedOn: null, registryId: 'AREG-1', blockedTarget: 't' },
  ],
  [
    'another entry of our profile is matched and compared',
    item(duplicate(record('ours', { title: 'Another title' }), 'fingerprint')),
    {
      ownership: 'ours',
      matchedOn: 'fingerprint',
      confirmed: expect.objectContaining({ title: 'Another title' }),
    },
  ],
  [
    'an entry of another profile is left alone',
    item(duplicate(record('museum'), 'fingerprint')),
    { ownership: 'elsewhere', matchedOn: 'fingerprint', blockedTarget: 't' },
  ],
  [
    'a match that nobody may read is our own hidden one',
    item(duplicate(null, 'external_id')),
    { ownership: 'ours', confirmed: { external_id: '1', availability: 'fully_private' } },
  ],
])('%s', async (_, answered, patch) => {
  expect((await outcomeOf(answered)).patch).toMatchObject(patch);
});

test.each([
  ['stands at our installation', ['ins_1'], 'ours'],
  ['stands at ours and at others', ['ins_2', 'ins_1'], 'ours'],
  ['stands at others only', ['ins_2'], 'elsewhere'],
])('where no profile is known, the sources tell: a match that %s', async (_, sources, ownership) => {
  const { patch, calls } = await outcomeOf(item(duplicate(record('ours'), 'fingerprint')), [], sources);
  expect(patch).toMatchObject({ ownership });
  expect(calls.map(({ path }) => path)).toEqual(['/integrations/sync', '/artworks/AREG-1/source']);
});

test.each([
  ['an item that cannot be read', { index: 'x' }, { result: 'later', isSuspect: true }],
  ['no item at all', undefined, { result: 'later', isSuspect: true }],
  ['neither result nor error', item(null), { result: 'later', isSuspect: false }],
  [
    'an error of the item',
    item(null, { status: 422, error: { code: 'invalid_body', message: 'No.' } }),
    { result: 'refused', error: { code: 'invalid_body' } },
  ],
])('%s ends neither as published nor for ever', async (_, answered, outcome) => {
  expect((await outcomeOf(answered)).outcome).toMatchObject(outcome);
});

test('a refused call with one work is that work’s refusal', async () => {
  const { context } = applyContext(() => refusal(422, 'invalid_body'));
  const action = actionOf({ kind: 'publish', content: content });
  expect(await publishWorks(context, [action], [work])).toMatchObject([
    { result: 'refused', error: { code: 'invalid_body' } },
  ]);
});

test('a call names the installation, and each work with its key', async () => {
  const { context, calls } = applyContext(() => ({ status: 200, body: { data: [] } }));
  await publishWorks(context, [actionOf({ kind: 'publish', content: content })], [work]);
  expect(calls).toEqual([
    {
      method: 'POST',
      path: '/integrations/sync',
      body: { installation_id: 'ins_1', items: [{ idempotency_key: 'k-1', artwork: content }] },
    },
  ]);
  const update = actionOf({ kind: 'update', changes: {} });
  await expect(publishWorks(context, [update], [work])).rejects.toThrow('not a publication');
});

test('a new work that nobody may see keeps its Art ID, and shows nothing', async () => {
  const { patch } = await outcomeOf(item({ data: null }));
  expect(patch).toMatchObject({ registryId: 'AREG-1', ownership: 'ours', confirmed: content });
  expect(patch).not.toHaveProperty('shows');
});

test('a repeated answer keeps what matched at the first try, and confirms no time', async () => {
  const data = record('ours');
  const repeated = { replayed: true };
  const matched = await outcomeOf(item(duplicate(data, 'fingerprint'), repeated));
  expect(matched.patch).toMatchObject({
    matchedOn: 'fingerprint',
    confirmed: content,
    confirmedSource: 'active',
  });
  expect(matched.patch).not.toHaveProperty('confirmedAt');
  const fresh = await outcomeOf(item({ data }, repeated));
  expect(fresh.patch?.matchedOn).toBeNull();
});

test.each([
  ['at our installation is as the registry shows it', 'ins_1', 'unpublished'],
  ['at another one is ours now, and active', 'ins_2', 'active'],
  ['that shows none is ours now, and active', null, 'active'],
])('the source of a matched work %s', async (_, source, confirmedSource) => {
  const { patch } = await outcomeOf(item(duplicate(record('ours', {}, source), 'inventory_ref')));
  expect(patch).toMatchObject({ confirmedSource, matchedOn: 'inventory_ref', confirmedAt: NOW_ISO });
});

test.each([
  ['the source at our installation', record('museum', {}, 'ins_1'), 'fingerprint', 'ours'],
  ['a match by our own number', record('museum'), 'inventory_ref', 'ours'],
])('no further call is made where %s tells that a match is ours', async (_, data, matchedOn, ownership) => {
  const { patch, calls } = await outcomeOf(item(duplicate(data, matchedOn)));
  expect(patch).toMatchObject({ ownership });
  expect(calls).toHaveLength(1);
});

test.each<[string, RegistryAnswer, object]>([
  ['cannot be read say nothing: it is tried again', { status: 200, body: 'none' }, { result: 'later' }],
  [
    'are not public any more are of a match that is hidden, and taken for ours',
    refusal(404, 'artwork_not_found'),
    { patch: { ownership: 'ours' } },
  ],
])('sources that %s', async (_, sources, expected) => {
  const data = record('ours');
  const { context } = applyContext((call: RegistryCall) =>
    call.path.endsWith('/source')
      ? sources
      : { status: 200, body: { data: [item(duplicate(data, 'fingerprint'))] } },
  );
  const action = actionOf({ kind: 'publish', content: content });
  const outcomes = await publishWorks({ ...context, profileSlugs: [] }, [action], [work]);
  expect(outcomes).toMatchObject([expected]);
});
