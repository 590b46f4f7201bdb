// Only what changed is written, and what was written comes back.
import type Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unknownWork } from '../sync/bookkeeping/unknown-work.ts';
import type { Work } from '../types/work.ts';
import { createJournal, type Journal } from './journal.ts';
import { openDatabase } from './open-journal.ts';

const CONTENT = { external_id: '1', title: 'Irises', availability: 'for_sale' };
let db: Database.Database;
let journal: Journal;

beforeEach(() => {
  db = openDatabase(':memory:');
  journal = createJournal(db);
});
afterEach(() => journal.close());

const find = () => journal.works.find('s', '1')!;
const published = (patch: Partial<Work> = {}): Work => ({
  ...unknownWork('s'),
  externalId: '1',
  registryId: 'AREG-1',
  confirmedAt: '2026-01-01T00:00:00.000Z',
  state: 'published',
  content: { ...CONTENT },
  confirmed: { ...CONTENT },
  ...patch,
});
const save = (patch: Partial<Work>) => {
  const before = find();
  journal.works.save({ ...before, ...patch }, before, false);
};

describe('content that is confirmed as the shop sent it', () => {
  test('is kept once', () => {
    journal.works.save(published(), undefined, true);
    expect(db.prepare('SELECT confirmed FROM work').pluck().get()).toBe('true');
    expect(find()).toMatchObject({ content: CONTENT, confirmed: CONTENT });
  });

  test('stays confirmed when the content changes, is removed or comes back', () => {
    journal.works.save(published(), undefined, true);
    save({ content: { ...CONTENT, title: 'Iris' } });
    expect(find()).toMatchObject({ content: { title: 'Iris' }, confirmed: CONTENT });
    save({ content: null });
    expect(find()).toMatchObject({ content: null, confirmed: CONTENT });
    save({ content: { ...CONTENT } });
    save({ title: 'Another title', revision: 8 });
    expect(find()).toMatchObject({
      content: CONTENT,
      confirmed: CONTENT,
      title: 'Another title',
      revision: 8,
    });
    save({ confirmed: { ...CONTENT, title: 'Iris' } });
    expect(find()).toMatchObject({ content: CONTENT, confirmed: { title: 'Iris' } });
    save({ confirmed: null });
    expect(find()).toMatchObject({ content: CONTENT, confirmed: null });
  });

  test('by a clock that was ahead, it is looked for by the audit all the same', () => {
    journal.works.save(published({ confirmedAt: '2027-03-01T00:00:00.000Z' }), undefined, true);
    const listed = (now: string) => journal.works.listMissing('s', '2027-01-01T00:00:00.000Z', now, 9);
    expect(listed('2027-01-01T00:01:00.000Z')).toHaveLength(1);
    // Confirmed while the audit was under way.
    expect(listed('2027-04-01T00:00:00.000Z')).toHaveLength(0);
  });

  test('and given away, it does not count as missing, and the audit looks for those after the last one that it looked for first', () => {
    const at = '2027-01-01T00:00:00.000Z';
    for (const externalId of ['1', '2', '3'])
      journal.works.save(published({ externalId, ownership: 'moved' }), undefined, true);
    expect(journal.works.countMissing('s', at, at)).toBe(0);
    expect(journal.works.listMissing('s', at, at, 9)).toEqual([]);
    const looks = ['', '2', '1'].map((after) => journal.works.listGivenAway('s', after, 2));
    expect(looks).toEqual([
      ['1', '2'],
      ['3', '1'],
      ['2', '3'],
    ]);
  });

  test.each([
    ['for_sale', 1],
    ['fully_private', 0],
  ])('and is %s is looked for by the audit: %i', (availability, count) => {
    const content = { ...CONTENT, availability };
    journal.works.save(published({ content, confirmed: { ...content } }), undefined, true);
    expect(
      journal.works.listMissing('s', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', 9),
    ).toHaveLength(count);
    save({ content: { ...content, title: 'Iris' } });
    expect(
      journal.works.listMissing('s', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', 9),
    ).toHaveLength(count);
  });
});

test('a work that is saved as it is is no news, and is news where that is said', () => {
  journal.works.save(published(), undefined, true);
  const [first] = journal.works.listUnreported('s', 9);
  journal.works.markReported('s', [{ externalId: '1', reportSeq: first!.reportSeq, isForgotten: false }]);
  save({});
  save({ lastEventAt: '2026-01-02T00:00:00Z' });
  expect(journal.works.listUnreported('s', 9)).toEqual([]);
  const before = find();
  journal.works.save({ ...before }, before, true);
  expect(journal.works.listUnreported('s', 9)).toHaveLength(1);
});
