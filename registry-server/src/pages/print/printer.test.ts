// The printing thread when it works, and when it hangs, ends, or has too much to do.
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#kit/clock';
import type { PrintJob } from './print-job.ts';
import { hashOf, Printer, PrinterUnavailable } from './printer.ts';

const FAILING = new URL('../../../tests/support/failing-print-thread.ts', import.meta.url);

const SENDER = '192.0.2.1';
const faults: string[] = [];
const opened: Printer[] = [];
function open(options: { program?: URL; mostMs?: number } = {}): Printer {
  const printer = new Printer({
    clock: systemClock,
    ...options,
    onFault: (error) => faults.push(String(error)),
  });
  opened.push(printer);
  return printer;
}
afterEach(async () => {
  faults.length = 0;
  for (const printer of opened.splice(0)) await printer.close();
});

function labelWith(title: string, name = 'Rosa Popper'): PrintJob {
  const label = {
    registry_id: 'AREG-100001',
    title,
    artist: { name },
    year_created: '2024',
    medium: 'Oil on linen',
    dimensions_cm: null,
    updated_at: '2026-03-04T05:06:07.000008Z',
    links: { public_page: 'https://registry.test/artworks/AREG-100001' },
  };
  return { kind: 'labels', labels: [label], size: 'a6', language: 'en' };
}

describe('a print', () => {
  it('has the same bytes each time, with fonts just read or kept, in any thread', async () => {
    const [one, other] = [open(), open()];
    const first = await one.print(labelWith('Blue Hour'), SENDER);
    // The second printer has its fonts from a title whose Cyrillic letters share their glyphs with Latin ones.
    await other.print(labelWith('Собака хор', 'Антон Петров'), SENDER);
    const second = await other.print(labelWith('Blue Hour'), SENDER);
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect(second.equals(first)).toBe(true);
    expect(first.toString('latin1')).toContain('D:20260304050607Z');
    expect(faults).toEqual([]);
  });

  it('asked for twice at once, or again, is one file', async () => {
    const printer = open();
    const [first, second] = await Promise.all(
      [1, 2].map(() => printer.print(labelWith('Blue Hour'), SENDER)),
    );
    expect(second).toBe(first);
    expect(await printer.print(labelWith('Blue Hour'), SENDER)).toBe(first);
  });

  it('is known by everything that it is made from', () => {
    const job = labelWith('Blue Hour');
    const hashes = [
      job,
      labelWith('Blue hour'),
      { ...job, size: 'a7' },
      { ...job, language: 'de' },
    ] as PrintJob[];
    expect(new Set(hashes.map(hashOf)).size).toBe(hashes.length);
    expect(hashOf(structuredClone(job))).toBe(hashOf(job));
  });
});

describe('a printing thread', () => {
  it.each(['hang', 'crash', 'exit', 'fill the memory'])(
    'is replaced after a job that makes it %s, and only that job fails',
    async (wish) => {
      const printer = open({ program: FAILING, mostMs: 5_000 });
      const lost = printer.print(labelWith(wish), SENDER);
      const waiting = printer.print(labelWith('well'), SENDER);
      await expect(lost).rejects.toThrow(PrinterUnavailable);
      expect((await waiting).toString()).toBe('well');
      expect(faults).toHaveLength(1);
      await expect(printer.print(labelWith(wish), SENDER)).rejects.toThrow(PrinterUnavailable);
    },
    30_000,
  );

  it('continues after a job that cannot be printed, and nothing of it is kept', async () => {
    const printer = open({ program: FAILING });
    for (let time = 0; time < 2; time += 1)
      await expect(printer.print(labelWith('a fault of the job'), SENDER)).rejects.toThrow(
        'a fault of the job',
      );
    expect((await printer.print(labelWith('well'), SENDER)).toString()).toBe('well');
    expect(faults).toEqual([]);
  });

  it('that cannot be started at all fails each job and nothing else', async () => {
    const printer = open({ program: new URL('none.ts', FAILING) });
    const jobs = ['one', 'two'].map((title) => printer.print(labelWith(title), SENDER));
    for (const job of await Promise.allSettled(jobs))
      expect(job).toMatchObject({ status: 'rejected', reason: expect.any(PrinterUnavailable) });
  });
});

describe('the queue of a printer', () => {
  it('takes eight beside the one that is printed, and refuses further ones at once', async () => {
    const printer = open({ program: FAILING, mostMs: 2_000 });
    const jobs = ['hang', ...Array.from({ length: 12 }, (_, index) => `job ${index}`)].map((title, index) =>
      printer.print(labelWith(title), `192.0.2.${index}`),
    );
    const ends = await Promise.allSettled(jobs);
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([
      false,
      ...Array.from({ length: 12 }, (_, index) => index < 8),
    ]);
  });

  it('has a place for others while one sender fills their share of it', async () => {
    const printer = open({ program: FAILING, mostMs: 2_000 });
    const jobs = ['hang', ...Array.from({ length: 12 }, (_, index) => `job ${index}`)].map((title) =>
      printer.print(labelWith(title), SENDER),
    );
    const other = printer.print(labelWith('of another one'), '192.0.2.2');
    const ends = await Promise.allSettled(jobs);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect((await other).toString()).toBe('of another one');
  });

  it('is refused when the printer is closed, with what is printed just then', async () => {
    const printer = open({ program: FAILING });
    const jobs = ['hang', 'waiting'].map((title) => printer.print(labelWith(title), SENDER));
    const ends = Promise.allSettled(jobs);
    await printer.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(printer.print(labelWith('later'), SENDER)).rejects.toThrow(PrinterUnavailable);
    expect(faults).toEqual([]);
  });
});
