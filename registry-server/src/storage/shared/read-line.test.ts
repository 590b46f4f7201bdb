import { describe, expect, it } from 'vitest';
import { ReadLine } from './read-line.ts';
import type { Reader } from './read-line.ts';
import { systemClock } from '#kit/clock';

type Asked = { name: string; answer: () => void };

/** A reader that answers when it is told to. */
function fakeReader(): Reader & { asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    get openJobs() {
      return asked.length;
    },
    ask: ([job]) =>
      new Promise((resolve) => {
        const entry: Asked = {
          name: job?.name ?? '',
          answer: () => {
            asked.splice(asked.indexOf(entry), 1);
            resolve([{ ok: true, value: job?.name }]);
          },
        };
        asked.push(entry);
      }),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const job = (name: string) => ({ name, args: [name] });
const caller = (id: string, isThere = () => true) => ({ id, isThere });

describe('the line before the readers', () => {
  it('works on one question of a caller at a time, so that another caller finds a reader free', async () => {
    const readers = [fakeReader(), fakeReader()];
    const line = new ReadLine(readers, systemClock.elapsed);
    const slow = ['a1', 'a2', 'a3'].map((name) => line.run(job(name), caller('a')));
    const other = line.run(job('b1'), caller('b'));
    await settle();
    const open = () => readers.flatMap((reader) => reader.asked.map(({ name }) => name)).toSorted();
    expect(open()).toEqual(['a1', 'b1']);
    expect(readers.map((reader) => reader.openJobs)).toEqual([1, 1]);
    for (const expected of ['a1', 'a2', 'a3']) {
      // Slow ones: after a quick answer it might have two under way.
      await new Promise((resolve) => setTimeout(resolve, 15));
      const reader = readers.find(({ asked }) => asked.some(({ name }) => name === expected));
      reader?.asked.find(({ name }) => name === expected)?.answer();
      await settle();
      expect(open().filter((name) => name.startsWith('a')).length).toBeLessThanOrEqual(1);
    }
    readers.flatMap((reader) => reader.asked).forEach(({ answer }) => answer());
    expect(await Promise.all([...slow, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('hands over several quick questions of a caller together, to one reader', async () => {
    const readers = [fakeReader(), fakeReader()];
    const line = new ReadLine(readers, systemClock.elapsed);
    const quick = Array.from({ length: 20 }, (_, index) => line.run(job(`q${index}`), caller('a')));
    let most = 0;
    for (let answered = 0; answered < 20; answered += 1) {
      await settle();
      expect(Math.min(...readers.map((reader) => reader.openJobs))).toBe(0);
      most = Math.max(most, ...readers.map((reader) => reader.openJobs));
      readers.find((reader) => reader.openJobs > 0)?.asked[0]?.answer();
    }
    expect(await Promise.all(quick)).toHaveLength(20);
    expect(most).toBe(8);
  });

  it('does not work on a question whose asker has gone', async () => {
    const reader = fakeReader();
    const line = new ReadLine([reader], systemClock.elapsed);
    const first = line.run(job('first'), caller('a'));
    const gone = line.run(
      job('gone'),
      caller('a', () => false),
    );
    const last = line.run(job('last'), caller('a'));
    await settle();
    reader.asked[0]?.answer();
    await expect(gone).rejects.toThrow('the caller has gone');
    await settle();
    expect(reader.asked.map(({ name }) => name)).toEqual(['last']);
    reader.asked[0]?.answer();
    expect(await Promise.all([first, last])).toEqual(['first', 'last']);
  });

  it('refuses a caller with two hundred questions waiting, and nobody else', async () => {
    const reader = fakeReader();
    const line = new ReadLine([reader], systemClock.elapsed);
    const waiting = Array.from({ length: 201 }, (_, index) => line.run(job(`w${index}`), caller('a')));
    await expect(line.run(job('more'), caller('a'))).rejects.toThrow('too many reads of this caller');
    const other = line.run(job('other'), caller('b'));
    for (let answered = 0; answered < 202; answered += 1) {
      await settle();
      reader.asked[0]?.answer();
    }
    expect(await other).toBe('other');
    expect(await Promise.all(waiting)).toHaveLength(201);
  });

  it('is full for those who filled it, and not for somebody with a single question', async () => {
    const reader = fakeReader();
    const line = new ReadLine([reader], systemClock.elapsed);
    const callers = ['a', 'b', 'c', 'd', 'e'];
    const flood = callers.flatMap((id) =>
      Array.from({ length: 200 }, (_, index) => line.run(job(`${id}${index}`), caller(id))),
    );
    const ends = Promise.allSettled(flood);
    await settle();
    await expect(line.run(job('more'), caller('a'))).rejects.toThrow('too many reads are waiting');
    const single = line.run(job('single'), caller('f'));
    const operator = line.run(job('operator'));
    let isDone = false;
    void ends.then(() => (isDone = true));
    while (!isDone) {
      await settle();
      reader.asked[0]?.answer();
    }
    expect([await single, await operator]).toEqual(['single', 'operator']);
    const refused = (await ends).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
  });
});
