// Pages of the listing: how the next is found, and records that nobody can read.
import { expect, test } from 'vitest';
import { FakeArtworks } from '../../tests/support/fake-artworks.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { readListed } from './listing.ts';

const SINCE = '1970-01-01T00:00:00Z';

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

test('a record with a value that this version does not know is counted, and the page goes on behind it', () => {
  const answer = page(100, true, (record, index) => index === 99 && (record['availability'] = 'on_the_moon'));
  const read = readListed(answer, SINCE);
  expect(read.artworks).toHaveLength(99);
  expect(read.unreadable).toEqual(['AREG-100']);
  expect(read.next).toBe(answer.body.data[99]!['updated_at']);
});

test('a page with few readable records is not the last one', () => {
  const answer = page(100, true, (record) => (record['links'] = null));
  expect(readListed(answer, SINCE)).toMatchObject({
    artworks: [],
    next: answer.body.data[99]!['updated_at'],
  });
});

test('the registry says which page is the last; where it does not, the length does', () => {
  expect(readListed(page(100, false, nothing), SINCE).next).toBeNull();
  expect(readListed(page(3, true, nothing), SINCE).next).not.toBeNull();
  const answer = page(100, true, nothing);
  const bare = { status: 200, body: { data: answer.body.data } };
  expect(readListed(bare, SINCE).next).not.toBeNull();
  expect(readListed({ status: 200, body: { data: answer.body.data.slice(1) } }, SINCE).next).toBeNull();
});

test('more without a way to go on is an error, not an end', () => {
  const answer = page(100, true, (record) => (record['updated_at'] = SINCE));
  expect(() => readListed(answer, SINCE)).toThrow('where the next page begins');
  expect(() => readListed({ status: 400, body: {} }, SINCE)).toThrow('answered 400');
});
