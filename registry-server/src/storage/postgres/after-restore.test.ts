import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { addInstallation, addOrganization, PLAIN_WORK } from '../../../tests/support/publishers.ts';
import type { SourceChange } from '../records.ts';
import { stepContent } from '../shared/feed-step.ts';
import { SKIPPED } from '../shared/restore-skip.ts';
import { afterRestore } from './after-restore.ts';
import { Connection } from './engine/connection.ts';
import { openPostgresStorage } from './open.ts';

let database: { url: string; drop(): Promise<void> };
beforeEach(async () => {
  database = await freshRegistry('postgres-15');
});
afterEach(() => database.drop());

const open = () => openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL, mustExist: true });

it('skips what may have been given out, tells every work again, and lets a refusing instance continue', async () => {
  const instance = await open();
  const { organizationId } = await addOrganization(instance, 'own', { slug: 'g', name: 'G' });
  const publish = async (title: string, source: SourceChange | null = null) =>
    (
      await instance.publishArtworks([
        {
          organizationId,
          fields: { ...PLAIN_WORK, title },
          artistName: 'Ana',
          source,
          idempotency: null,
        },
      ])
    )[0];
  await instance.insertWebhook({ organizationId, url: 'https://r.example', events: ['*'], secret: 's' });
  const installationId = await addInstallation(instance, organizationId);
  await publish('of the shop', { installationId, externalId: '1' });
  const unshown = await addInstallation(instance, organizationId, 'wix');
  for (let index = 1; index < 120; index += 1) await publish(`work ${index}`);
  const before = (await instance.listChanges(0, 1000)).changes;
  const admin = new Connection({ url: database.url, purpose: 'test' });
  await admin.run('UPDATE issued SET clock = clock - 1000000');
  await expect(publish('refused')).rejects.toThrow(/after-restore/);
  // The clock was ahead once, and the lost writes had the microseconds after this one.
  const ahead = (Date.now() + 86_400_000) * 1000;
  await admin.run('UPDATE issued SET clock = $1', [ahead]);

  // The first run is broken off after some works, the second one continues.
  await expect(
    afterRestore(database.url, open, () => {
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  const report = await afterRestore(database.url, open, () => undefined);
  expect(report).toMatchObject({ skippedTo: 100_120 + 2 * SKIPPED, pausedWebhooks: 0 });
  expect(await instance.listWebhooks(organizationId)).toMatchObject([{ status: 'paused' }]);

  const { changes } = await instance.listChanges(before.at(-1)?.seq ?? 0, 1000);
  expect(changes[0]?.seq).toBeGreaterThan(SKIPPED);
  const told = changes.map((change) => stepContent(change).subject);
  expect(new Set(told).size).toBe(122);
  expect(told).toContain(`installation:${installationId}`);
  expect(told).not.toContain(`installation:${unshown}`);
  const times = [...before, ...changes].map(({ updatedAt }) => updatedAt);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(changes[0]?.updatedAt).toBeGreaterThan(ahead + SKIPPED);
  expect(await publish('next')).toMatchObject({
    ok: true,
    body: { registry_id: `AREG-${100_121 + 2 * SKIPPED}` },
  });
  await admin.close();
  await instance.close();
});

it('says in a sentence that another session holds the counters, instead of waiting for it', async () => {
  const holder = new Connection({ url: database.url, purpose: 'test' });
  await holder.command('BEGIN; SELECT * FROM issued FOR UPDATE');
  await expect(afterRestore(database.url, open, () => undefined)).rejects.toThrow(
    'another instance holds the database',
  );
  await holder.command('ROLLBACK');
  await holder.close();
  expect(await afterRestore(database.url, open, () => undefined)).toMatchObject({ steps: 0 });
});

it('skips numbers again, and tells all works, where writes were lost once more after a run was broken off', async () => {
  const instance = await open();
  const { organizationId } = await addOrganization(instance, 'own', { slug: 'g', name: 'G' });
  const publish = async (title: string) => {
    const fields = { ...PLAIN_WORK, title };
    const input = { organizationId, fields, artistName: 'Ana', source: null, idempotency: null };
    const [outcome] = await instance.publishArtworks([input]);
    return outcome?.ok ? Number(outcome.body.registry_id.replace('AREG-', '')) : 0;
  };
  for (let index = 0; index < 60; index += 1) await publish(`work ${index}`);
  const admin = new Connection({ url: database.url, purpose: 'test' });
  const broken = afterRestore(database.url, open, () => {
    throw new Error('killed');
  });
  await expect(broken).rejects.toThrow('killed');
  const [saved] = await admin.query<{ registry_number: number; clock: number }>('SELECT * FROM issued');
  const issued = [await publish('after the first run'), await publish('and another')];
  // A backup of that moment comes back: the numbers of these two are free again, and the cursor stands.
  await admin.run('DELETE FROM artworks WHERE number > $1', [saved!.registry_number]).catch(() => undefined);
  await admin.run('UPDATE issued SET registry_number = $1, clock = $2', [
    saved!.registry_number,
    saved!.clock,
  ]);
  const steps = (await afterRestore(database.url, open, () => undefined)).steps;
  expect(await publish('after the second run')).toBeGreaterThan(Math.max(...issued));
  expect(steps).toBeGreaterThan(0);
  await admin.close();
  await instance.close();
});
