// The port as the rules use it: few calls a unit, and none after its unit has ended.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PLAIN_WORK, addOrganization } from '../../../tests/support/publishers.ts';
import { START_MS, testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { publish } from '../../domain/publishing/publish.ts';
import { updateArtwork } from '../../domain/publishing/update.ts';
import type { PublishInput } from '../records.ts';
import type { Tx } from '../tx.ts';
import { openWriter } from './engine/connection.ts';
import { loadCounters, makeContext } from './engine/context.ts';
import type { SqliteContext } from './engine/context.ts';
import { openTx } from './statements/tx.ts';

let folder: string;
let context: SqliteContext;
let organizationId: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-tx-'));
  const storage = openTestStorage(folder, testClock());
  ({ organizationId } = await addOrganization(storage, 'own'));
  await storage.close();
  const db = openWriter(join(folder, 'registry.db'));
  context = makeContext(db, 'AREG');
  Object.assign(context, { nowMs: START_MS, publicUrl: 'https://registry.test' });
  loadCounters(context);
});
afterEach(() => {
  context.db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A Tx that notes which methods are called. */
function counted(): { tx: Tx; calls: string[] } {
  const calls: string[] = [];
  const tx = openTx(context);
  const noting = new Proxy(tx, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'tick' && name !== 'nextArtworkNumber') calls.push(String(name));
      return value.bind(target) as unknown;
    },
  });
  return { tx: noting, calls };
}

const input = (title: string): PublishInput => ({
  organizationId,
  fields: {
    ...PLAIN_WORK,
    title,
    medium: 'Oil',
    cover_image_url: 'https://shop.example/a.jpg',
    inventory_ref: title,
  },
  artistName: 'Ana',
  source: null,
  idempotency: { key: title, requestHash: title },
});

it('a publish reads once and writes once, a duplicate reads the work it matches as well', async () => {
  const first = counted();
  expect(await publish(first.tx, input('a'))).toMatchObject({ status: 201 });
  expect(first.calls).toEqual(['gatherPublish', 'writeArtwork']);
  const again = counted();
  expect(await publish(again.tx, { ...input('a'), idempotency: null })).toMatchObject({ status: 200 });
  expect(again.calls).toEqual(['gatherPublish', 'findArtwork']);
});

it('an update reads once and writes once', async () => {
  await publish(openTx(context), input('a'));
  const { tx, calls } = counted();
  const artworkId = 'AREG-100001';
  const update = { organizationId, artworkId, fields: { medium: 'Bronze' }, source: null, idempotency: null };
  expect(await updateArtwork(tx, update)).toMatchObject({ body: { changed_fields: ['medium'] } });
  expect(calls).toEqual(['gatherUpdate', 'writeArtwork']);
});

it('nothing can be done with a unit of work that has ended', async () => {
  const tx = openTx(context);
  context.unit += 1;
  await expect(tx.findArtwork(1)).rejects.toThrow('this unit of work has ended');
  expect(() => tx.tick()).toThrow('this unit of work has ended');
});
