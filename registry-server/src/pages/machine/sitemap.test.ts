import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { PublicEntry } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { createTurns } from '../turns.ts';
import { sitemapPart } from './sitemap.ts';

const NUMBERS = [100_000, 100_999, 101_000, 103_500, 149_999, 150_000];

/** A storage that has works with these numbers, and cannot be read from this number on. */
function storageWith(numbers: number[], unreadableFrom = Infinity): Storage {
  const listPublicRange = (from: number, to: number): Promise<PublicEntry[]> =>
    from >= unreadableFrom
      ? Promise.reject(new Error('disk I/O error'))
      : Promise.resolve(
          numbers
            .filter((number) => number >= from && number < to)
            .map((number) => ({ registryId: `AREG-${number}`, updatedAt: number })),
        );
  return { listPublicRange } as Partial<Storage> as Storage;
}

const partOf = (storage: Storage, part: number) =>
  sitemapPart(storage, { publicUrl: 'https://registry.test', part, turns: createTurns() });

it('a part that is read in pieces has each work of its range once, in order', async () => {
  const part = await partOf(storageWith(NUMBERS), 2);
  const text = (await buffer(part!)).toString();
  expect(text.match(/AREG-\d+/g)).toEqual(NUMBERS.slice(0, 5).map((number) => `AREG-${number}`));
  expect(text.endsWith('</urlset>')).toBe(true);
});

it('a part without a public work is none', async () => {
  expect(await partOf(storageWith([150_000]), 2)).toBeUndefined();
});

it('a part that cannot be read to its end breaks off, and does not look whole', async () => {
  await expect(partOf(storageWith(NUMBERS, 100_000), 2)).rejects.toThrow('disk I/O error');
  const part = await partOf(storageWith(NUMBERS, 101_000), 2);
  await expect(buffer(part!)).rejects.toThrow('disk I/O error');
});

it('a part is sent in few pieces, as each has a frame of its own', async () => {
  const works = Array.from({ length: 2000 }, (_, index) => 100_000 + index);
  const lengths: number[] = [];
  for await (const piece of (await partOf(storageWith(works), 2))!) lengths.push((piece as Buffer).length);
  expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThan(16_000);
});
