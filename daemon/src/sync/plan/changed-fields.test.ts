// What the registry should show of a work, field by field, and when a work counts as another one or as one of several alike.
import { describe, expect, test } from 'vitest';
import type { OnLeave, SiteState, Work } from '../../types/work.ts';
import { unknownWork } from '../bookkeeping/unknown-work.ts';
import {
  changedFields,
  contentHash,
  fingerprintOf,
  isAnotherWork,
  targetOf,
  wantedSource,
} from './changed-fields.ts';

type Fields = { [field: string]: unknown };
const content = (patch: Fields = {}) => ({
  external_id: '1',
  title: 'Irises',
  artist_name: 'Paula Example',
  year_created: '1889',
  height_cm: 71,
  width_cm: 93,
  availability: 'for_sale',
  ...patch,
});
const workOf = (patch: Partial<Work> = {}): Work => ({
  ...unknownWork('s'),
  externalId: '1',
  content: content(),
  contentHash: 'hash',
  ...patch,
});

describe('the fingerprint of a work', () => {
  test('is that of its body, while it is shared or known to the registry', () => {
    const own = fingerprintOf(workOf());
    expect(own).toMatch(/\w/);
    expect(fingerprintOf(workOf({ siteState: 'gone', registryId: 'AREG-1' }))).toBe(own);
    expect(fingerprintOf(workOf({ siteState: 'gone' }))).toBeNull();
    expect(fingerprintOf(workOf({ content: content({ title: 'Roses' }) }))).not.toBe(own);
  });
  test.each<[string, Work['content']]>([
    ['no body', null],
    ['no title', content({ title: undefined })],
    ['a title that is not text', content({ title: 5 })],
    ['no artist', content({ artist_name: undefined })],
    ['an artist that is not text', content({ artist_name: ['Paula'] })],
    ['a year that is not text', content({ year_created: 1889 })],
  ])('is none with %s', (_, wanted) => {
    expect(fingerprintOf(workOf({ content: wanted }))).toBeNull();
  });
  test.each([undefined, null])('needs no year: %s', (year_created) => {
    expect(fingerprintOf(workOf({ content: content({ year_created }) }))).toMatch(/\w/);
  });
});

test.each<[SiteState, string]>([
  ['shared', 'active'],
  ['not_shared', 'unpublished'],
  ['broken', 'unpublished'],
  ['gone', 'removed'],
])('the source of a work that is %s should be %s', (siteState, status) => {
  expect(wantedSource(workOf({ siteState }))).toBe(status);
});

describe('the changes of a shared work', () => {
  const changes = (wanted: Fields, confirmed: Fields | null, more: Partial<Work> = {}) =>
    changedFields(
      workOf({ content: content(wanted), confirmed: confirmed && content(confirmed), ...more }),
      'not_for_sale',
    );
  test.each<[string, Fields, Fields, Fields]>([
    ['nothing that is equal', {}, {}, {}],
    ['a field that differs', { medium: 'Oil' }, { medium: 'Ink' }, { medium: 'Oil' }],
    ['a field that is new', { medium: 'Oil' }, {}, { medium: 'Oil' }],
    ['a field that went', {}, { medium: 'Ink' }, { medium: null }],
    ['a field that is null now', { medium: null }, { medium: 'Ink' }, { medium: null }],
    ['nothing where null stands for nothing', { medium: null }, {}, {}],
    ['nothing where nothing stands for null', {}, { medium: null }, {}],
    [
      'nothing where only the order differs',
      { price: { amount: 1, currency: 'EUR' } },
      { price: { currency: 'EUR', amount: 1 } },
      {},
    ],
    [
      'a nested value that differs',
      { price: { amount: 2, currency: 'EUR' } },
      { price: { amount: 1, currency: 'EUR' } },
      { price: { amount: 2, currency: 'EUR' } },
    ],
    ['a nested value that is gone', { price: null }, { price: { amount: 1 } }, { price: null }],
    ['a text that looks like a number', { height_cm: '71' }, { height_cm: 71 }, { height_cm: '71' }],
  ])('hold %s', (_, wanted, confirmed, expected) => {
    expect(changes(wanted, confirmed)).toEqual(expected);
  });
  test('hold everything where nothing is confirmed', () => {
    const { external_id: _known, ...all } = content();
    expect(changes({}, null)).toEqual(all);
  });
  test('hold nothing where the shop has not said what it wants', () => {
    expect(changedFields(workOf({ content: null, confirmed: content() }), 'not_for_sale')).toEqual({});
  });
  test('leave a sale of the registry alone until the shop changes its mind', () => {
    const sold = { availability: 'sold' };
    expect(changes({}, sold, { soldOver: 'for_sale' })).toEqual({});
    expect(changes({ medium: 'Oil' }, sold, { soldOver: 'for_sale' })).toEqual({ medium: 'Oil' });
    expect(changes({ availability: 'on_loan' }, sold, { soldOver: 'for_sale' })).toEqual({
      availability: 'on_loan',
    });
    expect(changes({}, sold)).toEqual({ availability: 'for_sale' });
    expect(changes({ medium: 'Oil' }, sold, { soldOver: 'unknown' })).toEqual({ medium: 'Oil' });
  });
});

test.each<[string | undefined, OnLeave, object]>([
  ['for_sale', 'not_for_sale', { availability: 'not_for_sale' }],
  ['for_sale', 'fully_private', { availability: 'fully_private' }],
  ['for_sale', 'nothing', {}],
  ['not_for_sale', 'not_for_sale', {}],
  ['sold', 'not_for_sale', {}],
  ['sold', 'fully_private', { availability: 'fully_private' }],
  ['fully_private', 'not_for_sale', {}],
  ['fully_private', 'fully_private', {}],
  [undefined, 'not_for_sale', { availability: 'not_for_sale' }],
])('a work that is %s and leaves by the setting %s changes %j', (availability, onLeave, changes) => {
  const confirmed = content({ availability });
  expect(changedFields(workOf({ siteState: 'gone', confirmed }), onLeave)).toEqual(changes);
});

test.each<[string, Fields | null, Fields | null, boolean]>([
  ['title and artist differ', { title: 'Roses', artist_name: 'Eva' }, {}, true],
  ['only the title differs', { title: 'Roses' }, {}, false],
  ['only the artist differs', { artist_name: 'Eva' }, {}, false],
  ['both are only spelled otherwise', { title: 'IRISES', artist_name: 'Example, Paula' }, {}, false],
  ['the registry’s title is unknown', { title: 'Roses', artist_name: 'Eva' }, { title: undefined }, false],
  ['the shop’s artist is unknown', { title: 'Roses', artist_name: undefined }, {}, false],
  ['nothing is confirmed', { title: 'Roses', artist_name: 'Eva' }, null, false],
  ['the site sent no content', null, {}, false],
])('a work is another one where %s', (_, wanted, confirmed, expected) => {
  const subject = workOf({
    content: wanted && content(wanted),
    confirmed: confirmed && content(confirmed),
  });
  expect(isAnotherWork(subject)).toBe(expected);
});

test('a target names the content of a shared work, and how another one leaves', () => {
  expect(targetOf(workOf(), 'nothing')).toBe('shared hash');
  expect(targetOf(workOf({ siteState: 'gone' }), 'nothing')).toBe('gone nothing');
  expect(targetOf(workOf({ siteState: 'not_shared' }), 'fully_private')).toBe('not_shared fully_private');
});

test('equal content has equal hashes, whatever its order', () => {
  expect(contentHash({ title: 'a', external_id: '1' })).toBe(contentHash({ external_id: '1', title: 'a' }));
  expect(contentHash({ title: 'a', external_id: '1' })).not.toBe(
    contentHash({ external_id: '2', title: 'a' }),
  );
});
