// The journal is left without warning after each step, as by a kill, and opened again: what was committed is there, the rest is not.
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleArtwork } from '../../../tests/support/sample-artwork.ts';
import { createBookkeeping } from './bookkeeping.ts';
import { NO_WORK_LIMITS } from './work-limits.ts';
import { pulledChange } from '../../site/read-change.ts';
import { openJournal, type Journal } from '../../journal/journal.ts';
import { SOLD_OVER_UNKNOWN, type Outcome, type Work } from '../../types/work.ts';
import type { SiteKnows } from '../../types/site.ts';
import { processDeliveries } from '../webhook-events.ts';

const SITE = 'site-1';
let folder: string;
let journal: Journal;
let now: number;
let file: string;
let generation = 0;
/** What a killed process would have had open. */
let abandoned: Journal[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-test-'));
  now = 1_700_000_000_000;
  file = join(folder, 'journal.sqlite');
  journal = openJournal(file);
});
afterEach(() => {
  for (const open of [...abandoned, journal]) open.close();
  abandoned = [];
  rmSync(folder, { recursive: true, force: true });
});

const bookkeeping = () =>
  createBookkeeping({
    journal,
    siteId: SITE,
    now: () => now,
    onLeave: () => 'not_for_sale',
    limits: () => NO_WORK_LIMITS,
  });
/** As after SIGKILL: the files as they are at this moment, with the log that nobody wrote back. */
function reopen(): void {
  generation += 1;
  const next = join(folder, `journal-${generation}.sqlite`);
  for (const suffix of ['', '-wal']) cpSync(file + suffix, next + suffix);
  expect(statSync(`${next}-wal`).size).toBeGreaterThan(0);
  abandoned.push(journal);
  file = next;
  journal = openJournal(file);
}
const page = (
  revision: number,
  patch: { [field: string]: unknown } = {},
  id = '1',
  said: SiteKnows | null = null,
) => [
  pulledChange({
    said,
    external_id: id,
    revision,
    state: 'shared',
    title: 'A work',
    reason: null,
    artwork: { external_id: id, ...sampleArtwork(1, patch) },
    recheck_at: null,
    error: null,
  }),
];
const ready = (kind: 'publish' | 'update' | 'compare') => journal.actions.listReady(SITE, kind, now, 50);
const asSent = () => [journal.works.find(SITE, '1')!];
/** The first publication of work 1, on its way. */
function sendPublish() {
  bookkeeping().recordPage(page(1));
  const batch = ready('publish');
  bookkeeping().markSent(batch, 'ins_1', 0);
  return batch;
}
/** The registry has confirmed it. */
function settlePublish(batch: ReturnType<typeof sendPublish>): void {
  const { body } = batch[0]!;
  const confirmed = body.kind === 'publish' ? body.content : null;
  const patch = { registryId: 'AREG-1', confirmed, confirmedSource: 'active' as const, confirmedAt: 'now' };
  bookkeeping().settle(batch, [{ result: 'settled', patch }], asSent());
}

/** The registry lists work 1 as sold before the shop has said anything. */
function adoptSold(): void {
  const sold = { external_id: '1', ...sampleArtwork(1, { availability: 'sold' }) };
  const patch = {
    registryId: 'AREG-1',
    confirmed: sold,
    confirmedSource: 'active' as const,
    confirmedAt: 'now',
  };
  journal.transaction(() =>
    bookkeeping().adopt({
      registryId: 'AREG-1',
      externalId: '1',
      patchOf: () => ({ ...patch, soldOver: SOLD_OVER_UNKNOWN }),
    }),
  );
}

test('a sale that came before the shop said anything is not undone by its first word, but by a later change', () => {
  adoptSold();
  bookkeeping().recordPage(page(1, { availability: 'for_sale' }));
  expect(journal.works.find(SITE, '1')).toMatchObject({ soldOver: 'for_sale', state: 'sold' });
  expect(ready('update')).toEqual([]);
  bookkeeping().recordPage(page(2, { availability: 'on_loan' }));
  expect(ready('update')[0]?.body).toEqual({ kind: 'update', changes: { availability: 'on_loan' } });
});

test.each<[string, Outcome]>([
  ['is answered', { result: 'settled', patch: { confirmed: { external_id: '1' }, shows: null } }],
  ['is refused', { result: 'refused', error: { code: 'invalid', message: 'Not so.', hint: '', issues: [] } }],
])(
  'a change that %s says nothing of a work whose Art ID was ended meanwhile, which is published again',
  (_, outcome) => {
    settlePublish(sendPublish());
    bookkeeping().recordPage(page(2, { availability: 'on_loan' }));
    const update = ready('update');
    bookkeeping().markSent(update, 'ins_1', 0);
    const sent = asSent();
    journal.transaction(() => bookkeeping().change('1', () => ({ registryId: null, confirmed: null })));
    expect(ready('publish')).toEqual([]);
    bookkeeping().settle(update, [outcome], sent);
    expect(journal.works.find(SITE, '1')).toMatchObject({ registryId: null, confirmed: null, error: null });
    expect(ready('publish')).toHaveLength(1);
  },
);

/** A sale of work 1 in the registry is heard by a fresh look that went out before the shop said this. */
function sellWhileTheShopSays(availability: string): void {
  const forSale = { external_id: '1', ...sampleArtwork(1, { availability: 'for_sale' }) };
  const confirmed = { confirmed: forSale, confirmedSource: 'active' as const, confirmedAt: 'now' };
  const adopted = { registryId: 'AREG-1', externalId: '1' };
  journal.transaction(() =>
    bookkeeping().adopt({ ...adopted, patchOf: () => ({ registryId: 'AREG-1', ...confirmed }) }),
  );
  bookkeeping().recheck('1');
  const looks = ready('compare');
  bookkeeping().markSent(looks, 'ins_1', 0);
  const sent = asSent();
  bookkeeping().recordPage(page(1, { availability }));
  const patch = { confirmed: { ...forSale, availability: 'sold' }, soldOver: SOLD_OVER_UNKNOWN };
  bookkeeping().settle(looks, [{ result: 'settled', patch: { ...patch, recheckSince: null } }], sent);
}

test('a work that its shop hides while a sale is heard of does not stay public', () => {
  sellWhileTheShopSays('fully_private');
  expect(ready('update')[0]?.body).toEqual({ kind: 'update', changes: { availability: 'fully_private' } });
});

test('a sale is kept over what the shop said while it was heard of, and not over what it says next', () => {
  sellWhileTheShopSays('for_sale');
  expect(ready('update')).toEqual([]);
  bookkeeping().recordPage(page(2, { availability: 'not_for_sale' }));
  expect(ready('update')[0]?.body).toEqual({ kind: 'update', changes: { availability: 'not_for_sale' } });
});

test('a shop that sold a work as well, and offers it again, has said something new', () => {
  adoptSold();
  bookkeeping().recordPage(page(1, { availability: 'for_sale' }));
  bookkeeping().recordPage(page(2, { availability: 'sold' }));
  expect(ready('update')).toEqual([]);
  bookkeeping().recordPage(page(3, { availability: 'for_sale' }));
  expect(ready('update')[0]?.body).toEqual({ kind: 'update', changes: { availability: 'for_sale' } });
});

describe('after a crash', () => {
  test('a page that was committed is there with its step, and taking it again changes nothing', () => {
    bookkeeping().recordPage(page(1));
    reopen();
    expect(ready('publish')).toHaveLength(1);
    const [before] = ready('publish');
    bookkeeping().recordPage(page(1));
    expect(ready('publish')).toEqual([before]);
  });

  test('a page that fails half way leaves nothing', () => {
    const [second] = page(2, {}, '2');
    const odd = { ...second!, read: () => ({ ...second!.read(), siteState: 'nonsense' as never }) };
    expect(() => bookkeeping().recordPage([...page(1), odd])).toThrow();
    reopen();
    expect(journal.works.find(SITE, '1')).toBeUndefined();
    expect(ready('publish')).toHaveLength(0);
  });

  test('a batch that was marked keeps the key it was sent with', () => {
    bookkeeping().recordPage(page(1));
    bookkeeping().markSent(ready('publish'), 'ins_1', 60_000);
    const { idempotencyKey } = journal.actions.findOpen(SITE, '1')!;
    reopen();
    expect(ready('publish')).toHaveLength(0);
    journal.actions.clearWaits(SITE);
    const [action] = ready('publish');
    expect(action).toMatchObject({ idempotencyKey, attempts: 1 });
    bookkeeping().markSent([action!], 'ins_other', 60_000);
    expect(journal.actions.findOpen(SITE, '1')?.idempotencyKey).toBe(idempotencyKey);
  });

  test('a sent step is not replaced by newer content, an unsent one is', () => {
    bookkeeping().recordPage(page(1));
    bookkeeping().recordPage(page(2, { medium: 'Oil' }));
    expect(ready('publish')[0]?.body).toMatchObject({ content: { medium: 'Oil' } });
    bookkeeping().markSent(ready('publish'), 'ins_1', 0);
    bookkeeping().recordPage(page(3, { medium: 'Ink' }));
    reopen();
    expect(ready('publish')[0]?.body).toMatchObject({ content: { medium: 'Oil' } });
    expect(journal.works.find(SITE, '1')).toMatchObject({ revision: 3, state: 'queued' });
  });

  test('a settled step is followed by the next one in the same transaction', () => {
    const batch = sendPublish();
    bookkeeping().recordPage(page(2, { medium: 'Oil' }));
    settlePublish(batch);
    reopen();
    expect(ready('update')[0]?.body).toEqual({ kind: 'update', changes: { medium: 'Oil' } });
    expect(journal.works.find(SITE, '1')?.state).toBe('queued');
  });

  test('what WordPress has not saved is still to be reported, and a state that changed meanwhile too', () => {
    bookkeeping().recordPage(page(1));
    reopen();
    const [first] = journal.works.listUnreported(SITE, 10);
    bookkeeping().recordPage(page(2));
    journal.works.markReported(SITE, [{ externalId: '1', reportSeq: first!.reportSeq, isForgotten: false }]);
    expect(journal.works.countUnreported(SITE)).toBe(1);
    const [second] = journal.works.listUnreported(SITE, 10);
    journal.works.markReported(SITE, [{ externalId: '1', reportSeq: second!.reportSeq, isForgotten: false }]);
    expect(journal.works.countUnreported(SITE)).toBe(0);
  });

  test('a revision that was taken in as unchanged is acknowledged as such again, and never reported', () => {
    settlePublish(sendPublish());
    const [report] = journal.works.listUnreported(SITE, 10);
    journal.works.markReported(SITE, [{ externalId: '1', reportSeq: report!.reportSeq, isForgotten: false }]);
    const said = { state: 'published', registry_id: 'AREG-1' };
    for (const look of ['first', 'after a crash before the acknowledgement']) {
      expect(bookkeeping().recordPage(page(2, {}, '1', said)), look).toEqual(new Set(['1']));
      reopen();
      expect(journal.works.countUnreported(SITE), look).toBe(0);
      expect(journal.works.find(SITE, '1'), look).toMatchObject({ revision: 2, state: 'published' });
    }
    for (const other of [null, { ...said, state: 'sold' }, { ...said, registry_id: 'AREG-2' }]) {
      expect(bookkeeping().recordPage(page(2, {}, '1', other))).toEqual(new Set());
      expect(journal.works.countUnreported(SITE)).toBe(1);
    }
  });

  test('a revision that comes while a report is under way is reported after it: the site may hear that one last', () => {
    settlePublish(sendPublish());
    const [underWay] = journal.works.listUnreported(SITE, 10);
    // The site has the state already, by a report whose answer was lost.
    const said = { state: 'published', registry_id: 'AREG-1' };
    expect(bookkeeping().recordPage(page(2, {}, '1', said))).toEqual(new Set());
    journal.works.markReported(SITE, [
      { externalId: '1', reportSeq: underWay!.reportSeq, isForgotten: false },
    ]);
    expect(journal.works.listUnreported(SITE, 10)).toMatchObject([{ work: { revision: 2 } }]);
  });

  test('a stored delivery is still to be processed, and its double is refused', () => {
    expect(journal.deliveries.insert(SITE, 'd1', '{}', now)).toBe(true);
    reopen();
    expect(journal.deliveries.insert(SITE, 'd1', '{}', now)).toBe(false);
    expect(journal.deliveries.listReceived(SITE, 10)).toEqual([{ deliveryId: 'd1', raw: '{}' }]);
    journal.deliveries.markProcessed(SITE, 'd1', null, now);
    expect(journal.deliveries.listReceived(SITE, 10)).toEqual([]);
  });
});

describe('an event that overtakes an answer', () => {
  const AT = '2026-03-01T10:00:00.000100Z';
  const shown = (updated_at: string) => ({
    title: 'A work',
    artist_name: 'Paula Example',
    artist_id: null,
    year_created: null,
    medium: null,
    height_cm: null,
    width_cm: null,
    depth_cm: null,
    availability: 'for_sale',
    price: null,
    created_at: null,
    updated_at,
  });
  let events = 0;
  const hearEvent = (created_at: string, type = 'artwork.updated') => {
    events += 1;
    const event = {
      object: 'event',
      id: `00000000-0000-4000-8000-${String(events).padStart(12, '0')}`,
      type,
      created_at,
      organization: { slug: 'ours' },
      resource: { type: 'artwork', id: '1', registry_id: 'AREG-1' },
      changed_fields: [],
    };
    journal.deliveries.insert(SITE, event.id, JSON.stringify(event), now);
    const onProfileChanged = () => undefined;
    void processDeliveries({
      siteId: SITE,
      journal,
      bookkeeping: bookkeeping(),
      now: () => now,
      registryNow: () => Date.parse('2026-03-01T11:00:00Z'),
      onProfileChanged,
    });
  };
  const send = (kind: 'publish' | 'update' | 'compare') => {
    const batch = ready(kind);
    bookkeeping().markSent(batch, 'ins_1', 0);
    return { batch, works: asSent() };
  };
  const publishedAs = ({ batch }: ReturnType<typeof send>, updated_at: string) => ({
    registryId: 'AREG-1',
    confirmed: batch[0]!.body.kind === 'publish' ? batch[0]!.body.content : null,
    confirmedSource: 'active' as const,
    confirmedAt: 'now',
    ownership: 'ours' as const,
    shows: shown(updated_at),
  });

  test.each([
    ['of somebody else, is looked into', '2026-03-01T10:00:00.500Z', 'artwork.updated', 1],
    ['of the publication itself, is not', '2026-03-01T10:00:00.000102Z', 'artwork.created', 0],
  ])('before the Art ID is known, %s', (_, eventAt, type, looks) => {
    bookkeeping().recordPage(page(1));
    const sent = send('publish');
    hearEvent(eventAt, type);
    reopen();
    bookkeeping().settle(sent.batch, [{ result: 'settled', patch: publishedAs(sent, AT) }], sent.works);
    expect(ready('compare')).toHaveLength(looks);
  });

  test.each([
    ['withdraws a work that is just shown again', 'fully_private', 'artwork.removed'],
    ['sells a work that is just offered again', 'sold', 'artwork.sold'],
  ])('and %s is looked into', (_what, availability, type) => {
    bookkeeping().recordPage(page(1, { availability }));
    const sent = send('publish');
    bookkeeping().settle(sent.batch, [{ result: 'settled', patch: publishedAs(sent, AT) }], sent.works);
    bookkeeping().recordPage(page(2, { availability: 'for_sale' }));
    const offer = send('update');
    hearEvent('2026-03-01T10:00:02Z', type);
    const confirmed = { ...offer.works[0]!.confirmed!, availability: 'for_sale' };
    const patch = { confirmed, shows: shown('2026-03-01T10:00:01Z') };
    bookkeeping().settle(offer.batch, [{ result: 'settled', patch }], offer.works);
    expect(ready('compare')).toHaveLength(1);
  });

  test('while the record is being read, is looked into again; one that the record answers is not', () => {
    bookkeeping().recordPage(page(1));
    const sent = send('publish');
    bookkeeping().settle(sent.batch, [{ result: 'settled', patch: publishedAs(sent, AT) }], sent.works);
    const look = (eventAt: string, readAt: string) => {
      journal.transaction(() => bookkeeping().recheck('1'));
      const reading = send('compare');
      hearEvent(eventAt);
      const patch = { shows: shown(readAt), recheckSince: null };
      bookkeeping().settle(reading.batch, [{ result: 'settled', patch }], reading.works);
      return ready('compare').length;
    };
    expect(look('2026-03-01T10:05:00Z', '2026-03-01T10:05:00Z')).toBe(0);
    expect(look('2026-03-01T10:07:00Z', '2026-03-01T10:06:00Z')).toBe(1);
  });

  test('is looked into although the registry stamped the record and an earlier event while its clock was 40 days ahead', () => {
    bookkeeping().recordPage(page(1));
    const sent = send('publish');
    const ahead = '2026-04-10T10:00:00Z';
    bookkeeping().settle(sent.batch, [{ result: 'settled', patch: publishedAs(sent, ahead) }], sent.works);
    bookkeeping().change('1', () => ({ lastEventAt: ahead }));
    hearEvent('2026-03-01T10:07:00Z');
    expect(ready('compare')).toHaveLength(1);
  });
});

describe('keys', () => {
  const keyAfter = (revision: number, amount: number) => {
    bookkeeping().recordPage(page(revision, { price: { amount, currency: 'EUR' } }));
    const action = journal.actions.findOpen(SITE, '1');
    return action?.idempotencyKey;
  };

  test('each change has a key of its own, so that 100, 120, 100 never replays', () => {
    bookkeeping().recordPage(page(1, { price: { amount: 100, currency: 'EUR' } }));
    const batch = ready('publish');
    bookkeeping().markSent(batch, 'ins_1', 0);
    settlePublish(batch);
    const keys = [keyAfter(2, 120), keyAfter(3, 130), keyAfter(4, 120)];
    expect(new Set(keys).size).toBe(3);
  });

  test('a publication has the same key after its journal was lost, and another one where its content is another', () => {
    const keyOf = (patch: { [field: string]: unknown }) => {
      journal.forgetWorks(SITE);
      bookkeeping().recordPage(page(1, patch));
      bookkeeping().markSent(ready('publish'), 'ins_1', 0);
      return journal.actions.findOpen(SITE, '1')?.idempotencyKey;
    };
    const [first, other, again] = [keyOf({}), keyOf({ medium: 'Oil' }), keyOf({})];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

test('WordPress hears of a record that changed, and not of one that was read again as it was', () => {
  settlePublish(sendPublish());
  const shows = { title: 'A work', price: { amount: 100, currency: 'EUR' } } as Work['shows'];
  const isReported = (patch: Partial<Work>) => {
    const saved = journal.works.listUnreported(SITE, 9).map(({ work, reportSeq }) => ({
      ...{ externalId: work.externalId, reportSeq, isForgotten: false },
    }));
    journal.works.markReported(SITE, saved);
    journal.transaction(() => bookkeeping().change('1', () => patch));
    return journal.works.countUnreported(SITE) > 0;
  };
  expect(isReported({ shows })).toBe(true);
  expect(isReported({ shows: structuredClone(shows) })).toBe(false);
  expect(isReported({ shows: { ...shows!, price: { amount: 120, currency: 'EUR' } } })).toBe(true);
});

test('a work that was published and then changes its title or leaves counts under its own fingerprint', () => {
  const fingerprintNow = () => journal.works.find(SITE, '1')!.fingerprint;
  const batch = sendPublish();
  const former = fingerprintNow();
  bookkeeping().recordPage(page(2, { title: 'Another title' }));
  const changed = fingerprintNow();
  settlePublish(batch);
  expect(fingerprintNow()).toBe(changed);
  expect([former, changed]).not.toContain(null);
  expect(changed).not.toBe(former);
  bookkeeping().change('1', () => ({ siteState: 'gone' }));
  expect(fingerprintNow()).toBe(changed);
  bookkeeping().change('1', () => ({ registryId: null, confirmed: null }));
  expect(fingerprintNow()).toBeNull();
});

test('a site that is paired again keeps its works and their Art IDs', () => {
  bookkeeping().recordPage(page(1));
  journal.meta.save(SITE, 'on_leave', 'nothing');
  journal.moveSite(SITE, 'site-2');
  expect(journal.works.find('site-2', '1')?.title).toBe('A work');
  expect(journal.meta.find('site-2', 'on_leave')).toBe('nothing');
  expect(journal.works.find(SITE, '1')).toBeUndefined();
});

test('the journal is written through to the disk and lets two processes in', () => {
  const db = new Database(file);
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
  db.close();
  const second = openJournal(file);
  second.commands.insert(SITE, 'sync', null);
  second.close();
  expect(journal.commands.list(SITE)).toMatchObject([{ name: 'sync', external_id: null }]);
});
