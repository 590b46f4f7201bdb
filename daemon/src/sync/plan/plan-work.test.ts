// Each row of the tables is one situation of a work and the one step that follows.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ActionBody, OnLeave, Work, WorkState } from '../../types/work.ts';
import { unknownWork } from '../bookkeeping/unknown-work.ts';
import { planWork } from './plan-work.ts';
import { contentHash, targetOf } from './changed-fields.ts';

const content = (patch: { [field: string]: unknown } = {}) => ({
  external_id: '1',
  title: 'Irises',
  artist_name: 'Paula Example',
  availability: 'for_sale',
  ...patch,
});

function work(patch: Partial<Work> = {}): Work {
  const wanted = 'content' in patch ? patch.content! : content();
  return {
    ...unknownWork('s'),
    externalId: '1',
    revision: 1,
    title: 'Irises',
    content: wanted,
    contentHash: wanted && contentHash(wanted),
    ...patch,
  };
}

const known = (patch: Partial<Work> = {}) =>
  work({
    registryId: 'AREG-1',
    confirmed: content(),
    confirmedSource: 'active',
    confirmedAt: 'then',
    ...patch,
  });
const refused = (subject: Work): Work => ({
  ...subject,
  error: { code: 'invalid_body', message: '', issues: [], hint: null },
  blockedTarget: targetOf(subject, 'not_for_sale'),
});

type Row = [situation: string, work: Work, state: WorkState, step: ActionBody | null, onLeave?: OnLeave];

test('a new work with a possible duplicate is held, one that the registry knows is not', () => {
  expect(planWork(work(), 'not_for_sale', true)).toEqual({ state: 'held', action: null });
  expect(planWork(refused(work()), 'not_for_sale', true).state).toBe('attention');
  expect(planWork(work({ siteState: 'not_shared' }), 'not_for_sale', true).state).toBe('forgotten');
  expect(planWork(known(), 'not_for_sale', true).state).toBe('published');
});

describe('a shared work', () => {
  test.each<Row>([
    ['is new', work(), 'queued', { kind: 'publish', content: content() }],
    ['was refused as it is', refused(work()), 'attention', null],
    [
      'was refused, then changed',
      { ...refused(work()), contentHash: 'other' },
      'queued',
      { kind: 'publish', content: content() },
    ],
    ['could not be built', work({ siteState: 'broken', content: null }), 'attention', null],
    ['is confirmed as it is', known(), 'published', null],
    [
      'is confirmed and sold',
      known({ content: content({ availability: 'sold' }), confirmed: content({ availability: 'sold' }) }),
      'sold',
      null,
    ],
    [
      'is confirmed and hidden by wish',
      known({
        content: content({ availability: 'fully_private' }),
        confirmed: content({ availability: 'fully_private' }),
      }),
      'hidden',
      null,
    ],
    ['matched a known one', known({ matchedOn: 'fingerprint' }), 'matched', null],
    [
      'has one new field',
      known({ content: content({ medium: 'Oil' }) }),
      'queued',
      { kind: 'update', changes: { medium: 'Oil' } },
    ],
    [
      'lost a field',
      known({ confirmed: content({ medium: 'Oil' }) }),
      'queued',
      { kind: 'update', changes: { medium: null } },
    ],
    ['changed and was refused', refused(known({ content: content({ title: 'Bad' }) })), 'attention', null],
    ['has unknown content in the registry', known({ confirmed: null }), 'queued', { kind: 'compare' }],
    [
      'is asked to be looked at again',
      known({ state: 'published', recheckSince: 'now' }),
      'published',
      { kind: 'compare' },
    ],
    [
      'came back, source not active yet',
      known({ confirmedSource: 'removed' }),
      'queued',
      { kind: 'source', status: 'active' },
    ],
    [
      'came back and was hidden: shown first',
      known({ confirmedSource: 'removed', confirmed: content({ availability: 'fully_private' }) }),
      'queued',
      { kind: 'update', changes: { availability: 'for_sale' } },
    ],
    [
      'stands elsewhere',
      work({ registryId: 'AREG-1', ownership: 'elsewhere', blockedTarget: targetOf(work(), 'not_for_sale') }),
      'elsewhere',
      null,
    ],
    [
      'stood elsewhere and changed',
      work({ registryId: 'AREG-1', ownership: 'elsewhere', blockedTarget: 'old' }),
      'queued',
      { kind: 'publish', content: content() },
    ],
    [
      'stands elsewhere and is looked at again',
      work({ registryId: 'AREG-1', ownership: 'elsewhere', recheckSince: 'now' }),
      'elsewhere',
      { kind: 'compare' },
    ],
    [
      'is asked for again before it has an Art ID',
      work({ recheckSince: 'now' }),
      'queued',
      { kind: 'publish', content: content() },
    ],
    ['has no content yet', work({ content: null }), 'attention', null],
    [
      'was blocked, and its error cleared',
      { ...refused(work()), error: null },
      'queued',
      { kind: 'publish', content: content() },
    ],
    [
      'moved away and is looked at again',
      known({ ownership: 'moved', state: 'published', recheckSince: 'now' }),
      'moved',
      { kind: 'compare' },
    ],
    [
      'is looked at again in the middle of a step',
      known({ state: 'sending', recheckSince: 'now' }),
      'queued',
      { kind: 'compare' },
    ],
    ['was withdrawn', known({ ownership: 'private', content: content({ medium: 'Oil' }) }), 'private', null],
    ['moved away', known({ ownership: 'moved', content: content({ medium: 'Oil' }) }), 'moved', null],
    [
      'was withdrawn and is looked at again',
      known({ ownership: 'private', recheckSince: 'now' }),
      'private',
      { kind: 'compare' },
    ],
    [
      'was sold by the registry',
      known({ confirmed: content({ availability: 'sold' }), soldOver: 'for_sale' }),
      'sold',
      null,
    ],
    [
      'was sold by the registry, and the shop changed it since',
      known({
        content: content({ availability: 'on_loan' }),
        confirmed: content({ availability: 'sold' }),
        soldOver: 'for_sale',
      }),
      'queued',
      { kind: 'update', changes: { availability: 'on_loan' } },
    ],
  ])('that %s', (_situation, subject, state, step, onLeave = 'not_for_sale') => {
    const plan = planWork(subject, onLeave);
    expect(plan.state).toBe(state);
    expect(plan.action?.body ?? null).toEqual(step);
  });
});

describe('who the work is', () => {
  const reused = known({ content: content({ title: 'The Sower', artist_name: 'Somebody Else' }) });
  test.each<[string, Work, WorkState, ActionBody | null]>([
    ['its number was given to another work by an import', reused, 'attention', null],
    [
      'the owner said that it is the same work',
      { ...reused, acceptedTarget: targetOf(reused, 'not_for_sale') },
      'queued',
      { kind: 'update', changes: { title: 'The Sower', artist_name: 'Somebody Else' } },
    ],
    ['the owner said so of other content', { ...reused, acceptedTarget: 'shared other' }, 'attention', null],
    [
      'its title was corrected',
      known({ content: content({ title: 'Irises, Saint-Rémy' }) }),
      'queued',
      { kind: 'update', changes: { title: 'Irises, Saint-Rémy' } },
    ],
    [
      'its artist was corrected',
      known({ content: content({ artist_name: 'Paul Example' }) }),
      'queued',
      { kind: 'update', changes: { artist_name: 'Paul Example' } },
    ],
    [
      'title and artist are only spelled otherwise',
      known({ content: content({ title: 'IRISES', artist_name: 'Example, Paula' }) }),
      'queued',
      { kind: 'update', changes: { title: 'IRISES', artist_name: 'Example, Paula' } },
    ],
    [
      'a restored backup says what it said before',
      known({ revision: 9, content: content(), confirmed: content({ medium: 'Oil' }) }),
      'queued',
      { kind: 'update', changes: { medium: null } },
    ],
    [
      'the journal was lost and the registry listed it',
      known({ revision: 0, content: null, confirmed: content() }),
      'published',
      null,
    ],
    [
      'it conflicts with another source',
      {
        ...work(),
        error: { code: 'source_conflict', message: '', issues: [], hint: null },
        blockedTarget: targetOf(work(), 'not_for_sale'),
      },
      'attention',
      null,
    ],
    [
      'it was excluded, never published',
      work({ siteState: 'not_shared', leaveReason: 'excluded' }),
      'forgotten',
      null,
    ],
    [
      'it is hidden in the shop and comes back sold',
      known({
        content: content({ availability: 'sold' }),
        confirmed: content({ availability: 'not_for_sale' }),
        confirmedSource: 'unpublished',
      }),
      'queued',
      { kind: 'update', changes: { availability: 'sold' } },
    ],
  ])('%s', (_situation, subject, state, step) => {
    const plan = planWork(subject, 'not_for_sale');
    expect([plan.state, plan.action?.body ?? null]).toEqual([state, step]);
    if (state === 'attention' && !subject.error)
      expect(plan.error).toMatchObject({
        code: 'another_work',
        issues: [],
        message: expect.stringContaining('AREG-1'),
      });
  });
});

test.each([
  ['not counted yet', 'waiting', 'queued', null],
  ['free to go', 'free', 'queued', 'source'],
  ['one of too many', 'held', 'held', null],
  ['kept by the owner', 'kept', 'published', null],
] as const)('a departure that is %s', (_, departure, state, kind) => {
  const plan = planWork(known({ siteState: 'gone', departure }), 'not_for_sale');
  expect([plan.state, plan.action?.body.kind ?? null]).toEqual([state, kind]);
});

describe('a work that left', () => {
  const left = (patch: Partial<Work> = {}) => known({ siteState: 'not_shared', ...patch });
  const settled = (availability: string) =>
    left({ confirmedSource: 'unpublished', confirmed: content({ availability }) });
  test.each<Row>([
    ['was never published', work({ siteState: 'gone' }), 'forgotten', null],
    [
      'stands elsewhere',
      work({ siteState: 'gone', registryId: 'AREG-1', ownership: 'elsewhere' }),
      'forgotten',
      null,
    ],
    ['first says so of its source', left(), 'queued', { kind: 'source', status: 'unpublished' }],
    ['was deleted', left({ siteState: 'gone' }), 'queued', { kind: 'source', status: 'removed' }],
    [
      'then goes off sale',
      left({ confirmedSource: 'unpublished' }),
      'queued',
      { kind: 'update', changes: { availability: 'not_for_sale' } },
    ],
    [
      'then is hidden by setting',
      left({ confirmedSource: 'unpublished' }),
      'queued',
      { kind: 'update', changes: { availability: 'fully_private' } },
      'fully_private',
    ],
    ['stays as it is by setting', left({ confirmedSource: 'unpublished' }), 'stopped', null, 'nothing'],
    ['is settled', settled('not_for_sale'), 'stopped', null],
    ['stays sold', settled('sold'), 'stopped', null],
    [
      'is hidden even when sold, by setting',
      settled('sold'),
      'queued',
      { kind: 'update', changes: { availability: 'fully_private' } },
      'fully_private',
    ],
    ['was hidden before and is not shown by leaving', settled('fully_private'), 'hidden', null],
    ['is hidden', settled('fully_private'), 'hidden', null, 'fully_private'],
    [
      'was unpublished and is deleted now',
      { ...settled('not_for_sale'), siteState: 'gone' },
      'queued',
      { kind: 'source', status: 'removed' },
    ],
    [
      'was refused with its former content',
      { ...refused(known()), siteState: 'gone' },
      'queued',
      { kind: 'source', status: 'removed' },
    ],
  ])('and %s', (_situation, subject, state, step, onLeave = 'not_for_sale') => {
    const plan = planWork(subject, onLeave);
    expect(plan.state).toBe(state);
    expect(plan.action?.body ?? null).toEqual(step);
  });
});

test('whatever the shop wants, carrying out the steps one by one always ends, and ends with what it wants', () => {
  const fields = fc.record(
    {
      title: fc.constantFrom('A', 'B'),
      medium: fc.constantFrom('Oil', 'Ink'),
      availability: fc.constantFrom('for_sale', 'sold', 'fully_private', 'not_for_sale'),
      year_created: fc.constantFrom('1999', '2000'),
    },
    { requiredKeys: ['title', 'availability'] },
  );
  const before = fc.record({ fields, source: fc.constantFrom('active', 'unpublished', 'removed') });
  const siteState = fc.constantFrom('shared', 'not_shared', 'gone');
  const onLeave = fc.constantFrom<OnLeave>('not_for_sale', 'fully_private', 'nothing');
  fc.assert(
    fc.property(fields, before, siteState, onLeave, (wanted, start, state, setting) => {
      const subject = known({
        content: content(wanted),
        confirmed: content(start.fields),
        confirmedSource: start.source as 'active',
        siteState: state as 'shared',
      });
      for (let steps = 0; steps <= 3; steps += 1) {
        const { action } = planWork(subject, setting);
        if (!action) {
          expect(subject.confirmedSource).toBe(
            { shared: 'active', not_shared: 'unpublished', gone: 'removed' }[state],
          );
          if (state === 'shared') expect(subject.confirmed).toEqual(content(wanted));
          return;
        }
        carryOut(subject, action.body);
      }
      throw new Error('The plan never came to rest.');
    }),
  );
});

function carryOut(subject: Work, body: ActionBody): void {
  if (body.kind === 'source') subject.confirmedSource = body.status;
  if (body.kind !== 'update') return;
  const confirmed = { ...subject.confirmed!, ...body.changes };
  subject.confirmed = Object.fromEntries(
    Object.entries(confirmed).filter(([, value]) => value !== null),
  ) as never;
}
