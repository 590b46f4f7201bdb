// What a fresh look at a work in the registry says about it.
import { expect, test } from 'vitest';
import { actionOf, applyContext, NOW_ISO, refusal, workOf } from '../../../tests/support/apply-context.ts';
import { FakeArtworks } from '../../../tests/support/fake-artworks.ts';
import { sampleArtwork } from '../../../tests/support/sample-artwork.ts';
import { RegistryTransient } from '../../types/registry.ts';
import type { RegistryAnswer } from '../../types/registry.ts';
import { SOLD_OVER_UNKNOWN } from '../../types/work.ts';
import type { ArtworkContent, Work } from '../../types/work.ts';
import { compareWork } from './compare.ts';

const confirmed = { external_id: '1', ...sampleArtwork(1) } as ArtworkContent;
const known = (more: Partial<Work> = {}) =>
  workOf({ content: confirmed, confirmed, confirmedAt: 'before', recheckSince: 'event', ...more });

type Source = { installation_id: string; status: string } | null;

function shown(fields: object = {}, holder = 'ours', source: Source = null): RegistryAnswer {
  const artworks = new FakeArtworks();
  const artwork = artworks.add(holder, { ...confirmed, ...fields });
  artwork.source = source && { ...source, external_id: '1' };
  return { status: 200, body: { object: 'artwork_response', data: artworks.getPublic(artwork.registryId) } };
}

const sourcesAt = (...ids: string[]): RegistryAnswer => ({
  status: 200,
  body: { sources: ids.map((installation_id) => ({ installation_id })) },
});

async function look(
  answer: RegistryAnswer,
  work: Work = known(),
  formerInstallations: string[] = [],
  sources = sourcesAt('ins_other'),
) {
  const { context, calls } = applyContext(({ path }) => (path.endsWith('/source') ? sources : answer));
  const action = actionOf({ kind: 'compare' });
  const outcome = await compareWork({ ...context, formerInstallations }, action, work);
  return { outcome, patch: (outcome as { patch?: Partial<Work> }).patch, calls };
}

test('the work is read by its Art ID, and its record is confirmed', async () => {
  const { patch, calls } = await look(shown({ title: 'Corrected title', medium: 'Oil' }));
  expect(calls).toEqual([{ method: 'GET', path: '/artworks/AREG-1' }]);
  expect(patch).toMatchObject({
    recheckSince: null,
    ownership: 'ours',
    registryId: 'AREG-1',
    confirmedAt: NOW_ISO,
    confirmed: { title: 'Corrected title' },
    shows: { title: 'Corrected title' },
  });
  expect(patch?.soldOver).toBeNull();
  // Neither sent nor wanted: not ours to clear.
  expect(patch?.confirmed).not.toHaveProperty('medium');
});

test.each<[string, object, Partial<Work>, Partial<ArtworkContent>, string[]]>([
  [
    'a field that the shop wants is read',
    { medium: 'Oil' },
    { content: { ...confirmed, medium: 'Ink' } },
    { medium: 'Oil' },
    [],
  ],
  ['a field that the record has lost is gone', { year_created: null }, {}, {}, ['year_created']],
  [
    'a price that is not shown is as it was sent',
    { availability: 'not_for_sale' },
    {},
    { price: confirmed['price'] },
    [],
  ],
  [
    'another spelling of the same artist is not a difference',
    { artist_name: 'Example, Paula' },
    {},
    { artist_name: 'Paula Example' },
    [],
  ],
  ['another artist is', { artist_name: 'Somebody Else' }, {}, { artist_name: 'Somebody Else' }, []],
])('%s', async (_, fields, work, expected, absent) => {
  const { patch } = await look(shown(fields), known(work));
  expect(patch?.confirmed).toMatchObject(expected);
  for (const field of absent) expect(patch?.confirmed).not.toHaveProperty(field);
});

test.each<[string, Partial<Work>, Partial<Work>]>([
  ['that we had confirmed has moved', {}, { ownership: 'moved' }],
  ['that was moved before has moved', { confirmedAt: null, ownership: 'moved' }, { ownership: 'moved' }],
  ['that a replayed answer called ours has moved', { confirmedAt: null }, { ownership: 'moved' }],
  [
    'that was never ours stands elsewhere',
    { confirmedAt: null, ownership: 'elsewhere', blockedTarget: 't' },
    { ownership: 'elsewhere', blockedTarget: 't' },
  ],
])('a work of another profile %s', async (_, work, expected) => {
  const { patch } = await look(shown({}, 'museum'), known(work));
  expect(patch).toMatchObject(expected);
  expect(patch).not.toHaveProperty('confirmed');
});

test.each(['ins_1', 'ins_old'])(
  'a work of a profile that was renamed is ours by its source %s',
  async (id) => {
    const source = { installation_id: id, status: 'active' };
    const { patch } = await look(shown({}, 'renamed', source), known({ ownership: 'moved' }), ['ins_old']);
    expect(patch?.ownership).toBe('ours');
  },
);

test.each(['ins_1', 'ins_old'])(
  'a work of a profile that was renamed is ours by the source %s, which its record does not show',
  async (id) => {
    const source = { installation_id: 'ins_forgotten', status: 'removed' };
    const sources = sourcesAt('ins_forgotten', id);
    const { patch, calls } = await look(shown({}, 'renamed', source), known(), ['ins_old'], sources);
    expect(patch?.ownership).toBe('ours');
    expect(calls.map(({ path }) => path)).toEqual(['/artworks/AREG-1', '/artworks/AREG-1/source']);
  },
);

test('a work that is hidden before its sources are read is looked at again', async () => {
  const { outcome } = await look(shown({}, 'renamed'), known(), [], refusal(404, 'artwork_not_found'));
  expect(outcome).toMatchObject({ result: 'later' });
});

test.each<[string, RegistryAnswer, Partial<Work>]>([
  [
    'is ours, as its source can be spoken of',
    refusal(404, 'source_not_found'),
    {
      ownership: 'ours',
      confirmed: { external_id: '1', availability: 'fully_private' },
      confirmedSource: null,
    },
  ],
  ['stays where it is', refusal(404, 'artwork_not_found'), { recheckSince: null }],
  [
    'stays where it is for an installation that is not known',
    refusal(403, 'source_ownership_mismatch'),
    { recheckSince: null },
  ],
])('a work that was given away, and is hidden, %s', async (_, sources, expected) => {
  const { patch, calls } = await look(
    refusal(404, 'artwork_not_found'),
    known({ ownership: 'moved', registryId: 'AREG-1' }),
    [],
    sources,
  );
  expect(patch).toMatchObject(expected);
  expect(patch?.ownership).toBe(expected.ownership);
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
});

test.each(['shared', 'gone', 'not_shared'] as const)(
  'asking whose a hidden work is says of its source what the shop says: %s',
  async (siteState) => {
    const { calls } = await look(
      refusal(404, 'artwork_not_found'),
      known({ ownership: 'moved', registryId: 'AREG-1', siteState }),
      [],
      { status: 200, body: {} },
    );
    const status = { shared: 'active', gone: 'removed', not_shared: 'unpublished' }[siteState];
    expect(calls.at(-1)).toMatchObject({ method: 'PATCH', body: { installation_id: 'ins_1', status } });
  },
);

test('a work whose sources cannot be read is not taken for somebody else’s', async () => {
  await expect(look(shown({}, 'renamed'), known(), [], { status: 200, body: {} })).rejects.toThrow(
    RegistryTransient,
  );
});

test.each<[string, Source, string | null | undefined]>([
  ['at this installation is confirmed', { installation_id: 'ins_1', status: 'unpublished' }, 'unpublished'],
  ['at a former address is to be moved', { installation_id: 'ins_old', status: 'active' }, null],
  [
    'that has left the former address says nothing',
    { installation_id: 'ins_old', status: 'removed' },
    undefined,
  ],
  ['of another system says nothing', { installation_id: 'ins_other', status: 'active' }, undefined],
  ['that is not there says nothing', null, undefined],
])('a source %s', async (_, source, expected) => {
  const { patch } = await look(shown({}, 'ours', source), known(), ['ins_old']);
  expect(patch?.confirmedSource).toBe(expected);
});

test.each<[string, Partial<Work>, string | null | undefined]>([
  ['that we had not heard of is not undone by the shop', {}, SOLD_OVER_UNKNOWN],
  ['that the shop wants is none', { content: { ...confirmed, availability: 'sold' } }, undefined],
  ['that we sent is none', { confirmed: { ...confirmed, availability: 'sold' } }, undefined],
  ['of a work that was never ours is none', { confirmed: null, confirmedAt: null }, undefined],
  [
    'behind a publication that was repeated is not undone by the shop',
    { confirmedAt: null },
    SOLD_OVER_UNKNOWN,
  ],
  [
    'of a work that only the site says is ours is not undone by the shop',
    { confirmed: { external_id: '1' }, confirmedAt: null },
    SOLD_OVER_UNKNOWN,
  ],
  [
    'of a work that was withdrawn, and that only the site says is ours, is not undone either',
    { ownership: 'private', confirmed: { external_id: '1' }, confirmedAt: null },
    SOLD_OVER_UNKNOWN,
  ],
  ['of a work that left the shop is none', { siteState: 'not_shared' }, undefined],
  ['before the shop said anything is not undone by its first word', { content: null }, SOLD_OVER_UNKNOWN],
  [
    'of a work that was found in the registry, before the shop said anything, is not either',
    { content: null, confirmed: null, confirmedAt: null },
    SOLD_OVER_UNKNOWN,
  ],
])('a sale in the registry %s', async (_, work, soldOver) => {
  const { patch } = await look(shown({ availability: 'sold' }), known(work));
  expect(patch?.soldOver).toBe(soldOver);
});

test.each(['fully_private', 'for_sale', 'unknown'])(
  'a work that is sold no longer has no sale to keep over %s',
  async (soldOver) => {
    const { patch } = await look(shown({ availability: 'not_for_sale' }), known({ soldOver }));
    expect(patch?.soldOver).toBeNull();
  },
);

test('a work of which nothing was confirmed is confirmed by its record', async () => {
  const { patch } = await look(shown(), known({ confirmed: null }));
  expect(patch?.confirmed).toEqual(confirmed);
});

test('a refusal and an unreadable record do not confirm anything', async () => {
  expect((await look(refusal(404, 'artwork_not_found'))).patch).toEqual({
    ownership: 'private',
    recheckSince: null,
  });
  for (const body of [null, {}, { data: { object: 'artwork' } }]) {
    expect((await look({ status: 200, body })).outcome).toEqual({
      result: 'later',
      delayMs: 5000,
      isSuspect: false,
    });
  }
});

test('a record without artist, size and holder is read as it is', async () => {
  const { body } = shown();
  const data = {
    ...(body as { data: object }).data,
    artist: null,
    dimensions_cm: null,
    current_collection: null,
  };
  const { patch } = await look({ status: 200, body: { data } });
  expect(patch).toMatchObject({
    ownership: 'ours',
    shows: { artist_name: null, height_cm: null, width_cm: null, depth_cm: null },
  });
  for (const field of ['artist_name', 'height_cm', 'width_cm'])
    expect(patch?.confirmed).not.toHaveProperty(field);
});

test('the depth of a record is read like its height and width', async () => {
  const { patch } = await look(shown({ depth_cm: 7 }), known({ content: { ...confirmed, depth_cm: 8 } }));
  expect(patch).toMatchObject({ shows: { depth_cm: 7 }, confirmed: { depth_cm: 7 } });
});

test('a work of which the shop has said nothing is compared with its record alone', async () => {
  const { patch } = await look(shown(), known({ content: null }));
  expect(patch?.confirmed).toEqual(confirmed);
  const sold = await look(shown({ availability: 'sold' }), known({ content: null }));
  expect(sold.patch).toMatchObject({ ownership: 'ours', confirmed: { availability: 'sold' } });
});
