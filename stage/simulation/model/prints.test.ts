// What is printed while a work is hidden.
import { expect, test } from 'vitest';
import { newMemory, type Context } from './context.ts';
import type { Said } from './observation.ts';
import { printsAtRest } from './p04-prints.ts';
import { TinyWorld } from './testing/tiny-world.ts';
import { ORIGIN } from './testing/tiny-work.ts';
import { ledgerOf } from './works.ts';

/** A label that was asked for before a work was hidden, and came so long after that was answered. */
async function foundIn(status: number, afterMs: number): Promise<string[]> {
  const world = new TinyWorld();
  world.makeKeys();
  const id = world.publish('own', { title: 'Blue Hour over Basel', availability: 'for_sale' }, 'key-1');
  const asked = world.look().now;
  world.change(id, { availability: 'fully_private' });
  const hidden = world.history.at(-1)!;
  const ended = hidden.ended + afterMs;
  const ask = { origin: ORIGIN, method: 'GET', path: `/artworks/${id}/label.pdf` };
  const answer = { isLost: false, status, headers: {}, body: new Uint8Array(), at: ended } as const;
  const deed = { what: 'call', registry: 1, organization: null, ask, answer } as const;
  const label: Said = { ...hidden, number: hidden.number + 1, asked, ended, deed };
  const whole = { ...world.look(), now: ended, history: [...world.history, label] };
  const context = { world: whole, ledger: ledgerOf(whole, whole, 1), memory: newMemory() };
  return (await printsAtRest(context as unknown as Context)).map(({ sentence }) => sentence);
}

test('the model finds a label that was sent after its work was hidden', async () => {
  expect(await foundIn(200, 1000)).toEqual([
    expect.stringMatching(/was hidden before entry \d+ was answered/),
  ]);
});

test.each([
  ['was on its way when its work was hidden', 200, 100],
  ['was refused once its work was hidden', 503, 1000],
])('the model lets be a label that %s', async (_name, status, afterMs) => {
  expect(await foundIn(status, afterMs)).toEqual([]);
});
