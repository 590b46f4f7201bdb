// Pages of the listing: how the next is found, and records that nobody can read.
import { expect, test } from 'vitest';
import { FakeArtworks } from '../../tests/support/fake-artworks.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { BEGINNING, listCall, readListed } from './listing.ts';

const at = (since: unknown, offset = 0) => ({ since: String(since), offset });

function page(
  count: number,
  hasMore: boolean,
  patch: (record: { [field: string]: unknown }, index: number) => void,
) {
  const artworks = new FakeArtworks();
  for (let id = 1; id <= count; id += 1)
    artworks.publish({ ...sampleArtwork(id), external_id: String(id) }, 'ins_1');
  const body = structuredClone(artworks.listOf('ins_1', '', 100, 0)) as {
    data: { [field: string]: unknown }[];
    pagination: { has_more: boolean };
  };
  body.pagination.has_more = hasMore;
  body.data.forEach(patch);
  return { status: 200, body };
}
const nothing = () => undefined;

test('a record with a value that this version does not know is counted, and the page continues behind it', () => {
  const answer = page(100, true, (record, index) => index === 99 && (record['availability'] = 'on_the_moon'));
  const read = readListed(answer, BEGINNING);
  expect(read.artworks).toHaveLength(99);
  expect(read.unreadable).toEqual(['AREG-100']);
  expect(read.next).toEqual(at(answer.body.data[99]!['updated_at']));
});

test('a page with few readable records is not the last one', () => {
  const answer = page(100, true, (record) => (record['links'] = null));
  expect(readListed(answer, BEGINNING)).toMatchObject({
    artworks: [],
    next: at(answer.body.data[99]!['updated_at']),
  });
});

test('the registry says which page is the last; where it does not, the length does', () => {
  expect(readListed(page(100, false, nothing), BEGINNING).next).toBeNull();
  expect(readListed(page(3, true, nothing), BEGINNING).next).not.toBeNull();
  const answer = page(100, true, nothing);
  const bare = { status: 200, body: { data: answer.body.data } };
  expect(readListed(bare, BEGINNING).next).not.toBeNull();
  expect(readListed({ status: 200, body: { data: answer.body.data.slice(1) } }, BEGINNING).next).toBeNull();
});

test('records of one time are listed to their end, however many they are', () => {
  const works = new FakeArtworks(() => 1_700_000_000_000);
  for (let id = 1; id <= 250; id += 1)
    works.publish({ ...sampleArtwork(id), external_id: String(id) }, 'ins_1');
  const time = '2026-01-01T00:00:00.000000Z';
  const listed: string[] = [];
  let place: typeof BEGINNING | null = BEGINNING;
  let calls = 0;
  while (place !== null) {
    const query = new URL(listCall('ins_1', place).path, 'http://x').searchParams;
    const offset = Number(query.get('offset'));
    const all = structuredClone(works.listOf('ins_1', '', 1000, 0)) as {
      data: { [field: string]: unknown }[];
    };
    for (const record of all.data) record['updated_at'] = time;
    const data = all.data.slice(offset, offset + 100);
    const body = { data, pagination: { has_more: offset + 100 < 250 } };
    const page = readListed({ status: 200, body }, place);
    listed.push(...page.artworks.map(({ registry_id }) => registry_id));
    place = page.next;
    calls += 1;
  }
  expect(new Set(listed).size).toBe(250);
  expect(calls).toBeLessThanOrEqual(4);
});

test('more without a way to continue is an error, not an end', () => {
  const unmarked = page(100, true, (record) => (record['updated_at'] = null));
  expect(() => readListed(unmarked, BEGINNING)).toThrow('where the next page begins');
  const endless = page(100, true, (record) => (record['updated_at'] = BEGINNING.since));
  expect(() => readListed(endless, at(BEGINNING.since, 100_100))).toThrow('where the next page begins');
  expect(() => readListed({ status: 400, body: {} }, BEGINNING)).toThrow('answered 400');
});
