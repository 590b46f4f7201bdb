// A unit of work awaits, so other callers get their turn while a group is open. None of them may see it, or end in it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awaitingOperations } from '../../../../tests/support/awaiting-operations.ts';
import { START_MS } from '../../../../tests/support/test-clock.ts';
import { openWriter } from './connection.ts';
import { makeContext } from './context.ts';
import { inlineEngine } from './engine.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { NeverSettled } from './settle.ts';
import { threadEngine } from './thread-engine.ts';
import { systemClock } from '#kit/clock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-turns-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = {
  clock: systemClock,
  moment: () => ({ nowMs: START_MS, publicUrl: '' }),
  onDeliveries: () => undefined,
  onFault: () => undefined,
};

function openInline(onStep?: () => void): Engine {
  const db = openWriter(join(folder, 'registry.db'));
  migrate(db);
  return inlineEngine(db, makeContext(db, 'AREG'), awaitingOperations(onStep), options);
}

function openThreaded(): Engine {
  const file = join(folder, 'registry.db');
  const db = openWriter(file);
  migrate(db);
  db.close();
  const program = new URL('../../../../tests/support/awaiting-thread.ts', import.meta.url);
  return threadEngine({ program, file, idPrefix: 'AREG', readers: 1 }, options);
}

const insertPair = (engine: Engine, slug: string) => engine.write({ name: 'insertPair', args: [slug] });
const count = (engine: Engine) => engine.read({ name: 'count', args: [] });

for (const [name, open] of [
  ['in one thread', openInline],
  ['in threads', openThreaded],
] as const satisfies [string, () => Engine][]) {
  describe(`a group whose units await, ${name}`, () => {
    it('is seen whole or not at all by every read that is asked meanwhile', async () => {
      const engine = open();
      const writes = Array.from({ length: 20 }, (_, serial) => insertPair(engine, `org-${serial}`));
      let areDone = false;
      const written = Promise.all(writes).then(() => (areDone = true));
      const seen = new Set<number>();
      while (!areDone) {
        seen.add((await count(engine)) as number);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await written;
      expect([...seen].filter((number) => number % 2 === 1)).toEqual([]);
      expect(await count(engine)).toBe(40);
      await engine.close();
    });

    it('takes nothing of a unit that never settles, and its caller hears why', async () => {
      const engine = open();
      const [before, never, after] = [
        insertPair(engine, 'before'),
        engine.write({ name: 'never', args: ['never'] }),
        insertPair(engine, 'after'),
      ];
      const later = new Promise((resolve) => setImmediate(resolve)).then(() => insertPair(engine, 'later'));
      await expect(never).rejects.toThrow('awaited something that is not a statement');
      expect(await later).toBe('later');
      expect(await Promise.all([before, after])).toEqual(['before', 'after']);
      expect(await count(engine)).toBe(6);
      await engine.close();
    });

    it('is waited for when the storage closes', async () => {
      const engine = open();
      const writes = Array.from({ length: 10 }, (_, serial) => insertPair(engine, `late-${serial}`));
      await engine.close();
      expect(await Promise.all(writes)).toHaveLength(10);
      const db = openWriter(join(folder, 'registry.db'));
      expect(db.prepare('SELECT count(*) FROM organizations').pluck().get()).toBe(21);
      db.close();
    });
  });
}

it('a read that is asked between two statements of a group is answered after its commit', async () => {
  const reads: Promise<unknown>[] = [];
  const engine = openInline(() => reads.push(count(engine)));
  await Promise.all([insertPair(engine, 'a'), insertPair(engine, 'b')]);
  expect(await Promise.all(reads)).toEqual([4, 4, 4, 4]);
  await engine.close();
});

it('a read that never settles does not stop the reads behind it', async () => {
  const engine = openInline();
  const never = engine.read({ name: 'never', args: [] });
  const behind = count(engine);
  await expect(never).rejects.toThrow(NeverSettled);
  expect(await behind).toBe(0);
  await engine.close();
});
