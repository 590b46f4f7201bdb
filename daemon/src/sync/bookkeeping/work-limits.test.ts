// What one site may take up in the journal, counted in a real file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../../tests/support/sample-artwork.ts';
import { openJournal, type Journal } from '../../journal/journal.ts';
import { pulledChange } from '../../site/read-change.ts';
import { createBookkeeping } from './bookkeeping.ts';
import { workLimits, type WorkLimits } from './work-limits.ts';

const SITE = '00000000-0000-4000-8000-000000000001';
let folder: string;
let journal: Journal;
let limits: WorkLimits;
let asked: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'work-limits-'));
  journal = openJournal(join(folder, 'journal.sqlite'));
  limits = { registered: 2, kept: 4, bytes: 100_000 };
  asked = 0;
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const bookkeeping = () =>
  createBookkeeping({
    journal,
    siteId: SITE,
    now: () => 0,
    onLeave: () => 'not_for_sale',
    limits: () => {
      asked += 1;
      return limits;
    },
  });
let revision = 0;
function pulled(
  id: number | string,
  patch: { [field: string]: unknown } = {},
  state: 'shared' | 'gone' = 'shared',
) {
  revision += 1;
  const artwork = { ...sampleArtwork(Number(id)), ...patch };
  return pulledChange({
    external_id: String(id),
    revision,
    state,
    title: `Work ${id}`,
    reason: null,
    artwork: state === 'shared' ? artwork : null,
    recheck_at: null,
    error: null,
    said: null,
  });
}
const take = (...work: Parameters<typeof pulled>) => void bookkeeping().recordPage([pulled(...work)]);
const find = (id: number | string) => journal.works.find(SITE, String(id));
function report(): void {
  const saved = journal.works
    .listUnreported(SITE, 10_000)
    .map(({ work, reportSeq }) => ({ externalId: work.externalId, reportSeq, isForgotten: true }));
  journal.works.markReported(SITE, saved);
}
/** What the triggers keep must be what is there. */
function counted() {
  const works = [...Array(60).keys()].flatMap((id) => find(id) ?? []);
  const size = (content: object | null) => (content ? Buffer.byteLength(JSON.stringify(content)) : 0);
  return {
    works: works.length,
    kept: works.filter((work) => work.content !== null || work.registryId !== null).length,
    registered: works.filter((work) => work.registryId !== null).length,
    bytes: works.reduce((sum, work) => {
      const isSame = JSON.stringify(work.content) === JSON.stringify(work.confirmed);
      return sum + size(work.content) + (isSame && work.confirmed ? 4 : size(work.confirmed));
    }, 0),
  };
}

test('content beyond the number of works is not stored, and its owner is told why', () => {
  for (let id = 1; id <= 50; id += 1) take(id);
  expect(journal.works.usage(SITE)).toMatchObject({ works: 50, kept: 4 });
  expect(journal.works.usage(SITE)).toEqual(counted());
  expect(find(5)).toMatchObject({ state: 'attention', content: null, error: { code: 'service_limit' } });
  report();
  expect(journal.works.usage(SITE), 'a refused work leaves nothing once it was reported').toMatchObject({
    works: 4,
    kept: 4,
  });
});

test('a page asks once what its site may have, and what it admits counts within it', () => {
  bookkeeping().recordPage(Array.from({ length: 50 }, (_, index) => pulled(index + 1)));
  expect(journal.works.usage(SITE)).toMatchObject({ works: 50, kept: 4 });
  expect(asked, 'what the organization has elsewhere is counted for it').toBe(1);
});

test('works that the site shows again continue by themselves once there is room', () => {
  for (let id = 1; id <= 5; id += 1) take(id);
  // The sender refused it, because the organization had as many as it may.
  bookkeeping().change('4', () => ({
    error: { ...find(5)!.error! },
    blockedTarget: `shared ${find(4)!.contentHash}`,
  }));
  expect(find(4)?.state).toBe('attention');
  report();
  limits = { ...limits, registered: 0 };
  take(4);
  expect(find(4)?.state, 'still no room').toBe('attention');
  limits = { ...limits, registered: 10, kept: 20 };
  for (const id of [4, 5]) take(id);
  for (const id of ['4', '5']) expect(find(id), id).toMatchObject({ state: 'queued', error: null });
  expect(journal.actions.findOpen(SITE, '5')?.kind).toBe('publish');
});

test('content beyond the bytes is refused, and what was accepted before stays until it fits again', () => {
  limits = { registered: 100, kept: 200, bytes: 20_000 };
  take(1);
  const before = find(1)!.content;
  take(1, { description: 'x'.repeat(30_000) });
  expect(find(1)).toMatchObject({ state: 'attention', content: before, error: { code: 'service_limit' } });
  take(2, { junk: 'x'.repeat(18_000) });
  expect(find(2)?.error?.code, 'unfit content is kept too while there is room').toBe('invalid_body');
  take(3, { junk: 'x'.repeat(18_000) });
  expect(find(3)).toMatchObject({ content: null, error: { code: 'service_limit' } });
  expect(journal.works.usage(SITE)).toEqual(counted());
  take(1, { medium: 'Ink' });
  expect(find(1)).toMatchObject({ state: 'queued', content: { medium: 'Ink' }, error: null });
});

test('a site that saves no reports gets a bounded number of rows, whatever state it names', () => {
  for (let id = 1; id <= 2500; id += 1) take(id, {}, id % 2 ? 'gone' : 'shared');
  expect(journal.works.usage(SITE)).toMatchObject({ works: 2004, kept: 4 });
  report();
  take(2500, {}, 'gone');
  expect(find(2500), 'it is told of once there is room').toMatchObject({ state: 'forgotten' });
});

test('the usage is right after works are confirmed, forgotten and moved onto others', () => {
  take(1);
  take(2);
  const { content } = find(1)!;
  bookkeeping().change('1', () => ({ registryId: 'AREG-1', confirmed: content }));
  bookkeeping().change('2', () => ({
    registryId: 'AREG-2',
    confirmed: { external_id: '2', title: 'Älter' },
  }));
  expect(journal.works.usage(SITE)).toEqual(counted());
  const former = SITE.replace(/1$/, '2');
  journal.works.save({ ...find(1)!, siteId: former }, undefined, false);
  journal.moveSite(former, SITE);
  expect(journal.works.usage(SITE)).toEqual(counted());
  expect(journal.works.usage(former)).toEqual({ works: 0, kept: 0, registered: 0, bytes: 0 });
  journal.forgetWorks(SITE);
  expect(journal.works.usage(SITE)).toEqual({ works: 0, kept: 0, registered: 0, bytes: 0 });
});

test('a site may keep twice the works that it may register, and has at least four MiB for them', () => {
  expect(workLimits(10, 10)).toEqual({ registered: 10, kept: 20, bytes: 4 * 1024 * 1024 });
  expect(workLimits(100_000, -5)).toMatchObject({ registered: -5, kept: 0, bytes: 819_200_000 });
});

test('what was sent or processed leaves no body behind', () => {
  take(1);
  const action = journal.actions.findOpen(SITE, '1')!;
  journal.actions.end(action.id, 'done', 1);
  expect(journal.actions.get(action.id)?.body).toBeNull();
});

test('deliveries that fit no secret are bounded in bytes, and early events in number', () => {
  const delivery = { headers: {}, body: 'x'.repeat(100_000), received_at: '2026-01-01T00:00:00Z' };
  const kept = [...Array(60).keys()].filter((id) => journal.unfit.insert(SITE, { id, ...delivery }, 0));
  expect(kept).toHaveLength(42);
  journal.transaction(() => {
    for (let id = 0; id < 10_010; id += 1) journal.deliveries.recordEarly(SITE, `AREG-${id}`, '2026', 0);
  });
  expect([
    journal.deliveries.takeEarly(SITE, 'AREG-9999'),
    journal.deliveries.takeEarly(SITE, 'AREG-10005'),
  ]).toEqual(['2026', null]);
});
