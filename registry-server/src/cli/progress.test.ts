import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { progressLine } from './progress.ts';

const ESCAPE = String.fromCharCode(0x1b);
const CONTROL = new RegExp(`${ESCAPE}\\[?[\\d?]*[A-Za-z78]`, 'g');

/** What a stream was given, without the codes that move the cursor. */
function collector(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), {
    isTTY,
    columns: 80,
    cursorTo: () => true,
  }) as unknown as NodeJS.WriteStream;
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return {
    stream,
    lines: () => text.replaceAll(CONTROL, '\n').split('\n').filter(Boolean),
  };
}

it('says how far the work is and how long it still takes', async () => {
  const { stream, lines } = collector(true);
  const line = progressLine(stream);
  const began = performance.now();
  line.show('copying works', 0, 1000);
  await sleep(300);
  line.show('copying works', 100, 1000);
  await sleep(300);
  line.show('copying works', 200, 1000);
  await sleep(150);
  line.end();
  expect(lines()[0]).toBe('copying works  0 %');
  const left = Number(/^copying works {2}20 %, about (\d+) s left$/.exec(lines().at(-1) ?? '')?.[1]);
  // Four times as long as it has taken, which is longer on a busy machine.
  expect(left).toBeGreaterThanOrEqual(2);
  expect(left).toBeLessThanOrEqual(Math.ceil((4 * (performance.now() - began)) / 1000));
});

it('writes a line now and then to a log, also where the work never waits', () => {
  const { stream, lines } = collector(false);
  const line = progressLine(stream, 40);
  const until = performance.now() + 150;
  for (let done = 0; performance.now() < until; done += 1)
    line.show('checking', Math.min(done, 900_000), 1e9);
  line.end();
  expect(lines().length).toBeGreaterThanOrEqual(3);
  expect(lines().length).toBeLessThanOrEqual(7);
  expect(new Set(lines().map((text) => text.slice(0, 13)))).toEqual(new Set(['checking  0 %']));
});

it('leaves room for a note, and continues where it was', () => {
  const { stream, lines } = collector(false);
  const line = progressLine(stream);
  line.show('importing works', 500, 1000);
  line.note('line 7: is not valid JSON');
  line.show('importing works', 600, 1000);
  line.end();
  expect(lines()).toEqual([
    'importing works  50 %',
    'importing works  50 %',
    'line 7: is not valid JSON',
    'importing works  60 %',
    expect.stringMatching(/^importing works {2}60 %/),
  ]);
});

it('says what is done where nobody knows how long it takes', () => {
  const { stream, lines } = collector(false);
  const line = progressLine(stream);
  line.show('checking the copy', 0, 0);
  line.end();
  expect(new Set(lines())).toEqual(new Set(['checking the copy …']));
});
