// The write line between organisations; that it is bounded and answers each job is tested with the engines.
import { describe, expect, it } from 'vitest';
import type { Job } from './job.ts';
import { WriteLine } from './write-line.ts';

const write = (organizationId: string, serial: number): Job => ({
  name: 'publish',
  args: [{ organizationId, serial }],
});
const nameOf = ({ args: [first] }: Job) => {
  const { organizationId, serial } = first as { organizationId: string; serial: number };
  return `${organizationId}${serial}`;
};

/** A writer that settles `perGroup` of the jobs it is handed, as PostgreSQL does, and notes them. */
function slowLine(perGroup: number) {
  const groups: string[][] = [];
  const line = new WriteLine(async (jobs) => {
    const done = jobs.slice(0, perGroup);
    groups.push(done.map(nameOf));
    await new Promise((resolve) => setImmediate(resolve));
    return done.map((job) => ({ ok: true as const, value: nameOf(job) }));
  }, 1);
  return { line, groups };
}

describe('one organisation floods the write line, another one writes once', () => {
  it('and the single write is in the next group', async () => {
    const { line, groups } = slowLine(50);
    const flood = Array.from({ length: 1000 }, (_, serial) => line.run(write('a', serial)));
    await flood[0];
    const begun = groups.length;
    expect(await line.run(write('b', 0))).toBe('b0');
    expect(groups.slice(0, begun + 2).flat()).toContain('b0');
    const answers = await Promise.all(flood);
    // The flood is answered in its own order, and nothing of it twice.
    expect(answers).toEqual(Array.from({ length: 1000 }, (_, serial) => `a${serial}`));
    expect(groups.flat().filter((name) => name !== 'b0')).toEqual(answers);
  });
  it('and is let in when the line is full, in the place of the newest of the flood', async () => {
    const { line } = slowLine(50);
    const flood = Array.from({ length: 2000 }, (_, serial) => line.run(write('a', serial)));
    const last = expect(flood.at(-1)).rejects.toThrow('too many writes are waiting');
    await expect(line.run(write('a', 2000))).rejects.toThrow('too many writes are waiting');
    expect(await line.run(write('b', 0))).toBe('b0');
    await last;
    expect(await Promise.all(flood.slice(0, -1))).toHaveLength(1999);
  });
  it('and every write of either is answered, also where more wait than may', async () => {
    const { line } = slowLine(50);
    const flood = Array.from({ length: 2000 }, (_, serial) => line.run(write('a', serial)));
    await new Promise((resolve) => setImmediate(resolve));
    // The writer has been handed 200, as many more come, and 150 are handed back.
    for (let serial = 2000; serial < 2200; serial += 1) flood.push(line.run(write('a', serial)));
    await flood[0];
    const last = expect(flood.at(-1)).rejects.toThrow('too many writes are waiting');
    expect(await line.run(write('b', 0))).toBe('b0');
    await last;
    expect(await Promise.all(flood.slice(0, -1))).toHaveLength(2199);
  });
});

it('a writer takes more of what has come; each has its own answer, and what is left over is next', async () => {
  const groups: string[][] = [];
  const line = new WriteLine(async (jobs, _onPart, takeMore) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const all = [...jobs, ...takeMore(3 - jobs.length)];
    groups.push(all.map(nameOf));
    // The last one is left for the next group, unless it is alone.
    const done = all.slice(0, Math.max(1, all.length - 1));
    return done.map((job) => ({ ok: true as const, value: nameOf(job) }));
  }, 1);
  const answers = [line.run(write('a', 0))];
  await new Promise((resolve) => setImmediate(resolve));
  for (const serial of [1, 2, 3]) answers.push(line.run(write('a', serial)));
  expect(await Promise.all(answers)).toEqual(['a0', 'a1', 'a2', 'a3']);
  expect(groups).toEqual([['a0', 'a1', 'a2'], ['a2', 'a3'], ['a3']]);
  await line.whenIdle();
});
