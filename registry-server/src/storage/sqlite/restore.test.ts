import { spawn } from 'node:child_process';
import fs, { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { expectTrueCounts, linesOfFile } from '../../../tests/support/counts.ts';
import { runInOtherProcess } from '../../../tests/support/other-process.ts';
import { addApiKey, addInstallation, addOrganization, publish } from '../../../tests/support/publishers.ts';
import { START_MS, testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { beginAction, endAction, recorded } from '../../domain/access/operator-actions.ts';
import { eraseOrganization } from '../../domain/curation/personal-data.ts';
import type { Storage } from '../storage.ts';
import { backupDatabase } from './backup.ts';
import { restoreDatabase } from './restore.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-restore-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const eraseAgain = () => Promise.reject(new Error('nothing was erased'));

it('readers of the feed and of updated_since hear of everything that a restore takes back', async () => {
  const clock = testClock();
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  const before = openTestStorage(folder, clock);
  const { organizationId } = await addOrganization(before, 'own', { country: 'Germany' });
  const ids: string[] = [];
  for (const title of ['same', 'retitled', 'withdrawn', 'hidden', 'brought back', 'artist corrected']) {
    ids.push(await publish(before, organizationId, title));
  }
  const [same = '', retitled = '', withdrawn = '', hidden = '', back = ''] = ids;
  const other = await addOrganization(before, 'other');
  const { prefix } = await addApiKey(before, organizationId);
  await before.withdrawArtwork(back);
  const shop = await addInstallation(before, organizationId);
  await publish(before, organizationId, 'of the shop', { installationId: shop, externalId: '1' });
  const empty = await addInstallation(before, organizationId, 'wix');
  await backupDatabase(file, backup);

  clock.ms += 60_000;
  const moved = { siteUrl: 'https://new.example', siteKey: 'new.example' };
  await before.moveInstallation(organizationId, shop, moved, 'gallery');
  await before.moveInstallation(organizationId, empty, moved, 'gallery');
  const update = (artworkId: string, fields: object) =>
    before.updateArtworks([{ organizationId, artworkId, fields, source: null, idempotency: null }]);
  await update(retitled, { title: 'another title' });
  await before.withdrawArtwork(withdrawn);
  await update(hidden, { availability: 'fully_private' });
  await before.restoreArtwork(back);
  const added = await publish(before, organizationId, 'added');
  await before.updateProfile('own', { name: 'Renamed' });
  await before.updateOrganizationStatus('other', 'inactive');
  await before.updateProfile('other', { inDumps: false });
  await before.revokeApiKey(prefix);
  const seen = (await before.listChanges(0, 100)).changes.at(-1)?.seq ?? 0;
  const seenAt = Math.max(
    ...(await before.listPublicArtworks({ limit: 100, offset: 0 })).artworks.map(
      (work) => Date.parse(work.updated_at) * 1000,
    ),
  );
  await before.close();

  clock.ms += 60_000;
  const report = await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain });
  expect(report).toMatchObject({
    steps: 7,
    isLater: true,
    carriedOver: {
      rows: { artworks: 2, organizations: 1, api_keys: 1, installations: 2, profiles: 1 },
      eraseAgain: [],
    },
  });

  const after = openTestStorage(folder, clock);
  const steps = (await after.listChanges(seen, 100)).changes;
  expect(steps).toMatchObject([
    { op: 'upsert', registryId: retitled },
    { op: 'remove', registryId: withdrawn },
    { op: 'remove', registryId: hidden },
    { op: 'remove', registryId: back },
    { op: 'remove', registryId: added },
    { op: 'profile', profile: { name: 'own' } },
    { op: 'installation', installation: { id: shop, site_url: 'https://new.example' } },
  ]);
  const since = await after.listPublicArtworks({ updatedSince: seenAt + 1_000_000, limit: 100, offset: 0 });
  expect(since.artworks.map((work) => [work.registry_id, work.title])).toEqual([[retitled, 'retitled']]);
  expect((await after.findPublicArtwork(same))?.title).toBe('same');
  expect(await after.findPublicArtwork(withdrawn)).toBeUndefined();
  expect(await after.findPublicArtwork(hidden)).toBeUndefined();
  expect((await after.findOrganization('other'))?.status).toBe('inactive');
  expect(await after.listProfilesOutsideDumps()).toMatchObject([{ slug: 'other' }]);
  expect((await after.listApiKeys(organizationId)).every((key) => key.revokedAt !== null)).toBe(true);
  expect(other.organizationId).not.toBe('');
  expect(await after.areDumpsOnHold()).toBe(false);
  await after.close();
  await expectTrueCounts(linesOfFile(file));
  // Where there is nothing to compare with, nobody can say what differs.
  rmSync(file);
  const unknown = await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain });
  expect(unknown).toMatchObject({ steps: null, replaced: null, isLater: false });
  const alone = openTestStorage(folder, clock);
  expect(await alone.areDumpsOnHold()).toBe(true);
  await alone.close();
});

it('times only rise where the replaced database is lost and its clock had been ahead once', async () => {
  const clock = testClock();
  clock.ms += 40 * 86_400_000;
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  const before = openTestStorage(folder, clock);
  const { organizationId } = await addOrganization(before, 'own');
  const id = await publish(before, organizationId, 'first');
  await backupDatabase(file, backup);
  // From here on the clock is behind: times rise by a microsecond with each step.
  clock.ms -= 40 * 86_400_000;
  for (const title of ['second', 'third']) await publish(before, organizationId, title);
  const updated = async (storage: Storage) => {
    const fields = { medium: `Oil ${clock.ms}` };
    const change = { organizationId, artworkId: id, fields, source: null, idempotency: null };
    const [outcome] = await storage.updateArtworks([change]);
    if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
    return (await storage.findPublicArtwork(id))!.updated_at;
  };
  const last = await updated(before);
  await before.close();

  clock.ms += 60_000;
  rmSync(file);
  await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain });
  const after = openTestStorage(folder, clock);
  expect((await updated(after)) > last).toBe(true);
  await after.close();
});

it('a reader of the feed who knows a profile by an address of the time since hears which one it has again', async () => {
  const clock = testClock();
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  const before = openTestStorage(folder, clock);
  const { organizationId } = await addOrganization(before, 'own');
  await publish(before, organizationId, 'first');
  await backupDatabase(file, backup);
  await before.updateProfile('own', { slug: 'second' });
  await before.updateProfile('second', { slug: 'third' });
  const seen = (await before.listChanges(0, 100)).changes.at(-1)?.seq ?? 0;
  await before.close();

  await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain });
  const after = openTestStorage(folder, clock);
  const { changes } = await after.listChanges(seen, 100);
  expect(changes.map((change) => (change.op === 'profile' ? change.profile : change.op))).toMatchObject([
    { slug: 'own', former_slug: 'third' },
    { slug: 'own', former_slug: 'second' },
  ]);
  await after.close();
});

it('a reader of the feed who had not read the newest steps hears of all that they told', async () => {
  const clock = testClock();
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  const before = openTestStorage(folder, clock);
  const { organizationId } = await addOrganization(before, 'own');
  const [hidden, changedBack] = [
    await publish(before, organizationId, 'hidden'),
    await publish(before, organizationId, 'changed back'),
  ];
  const shop = await addInstallation(before, organizationId);
  await publish(before, organizationId, 'of the shop', { installationId: shop, externalId: '1' });
  await backupDatabase(file, backup);

  clock.ms += 60_000;
  const update = (artworkId: string, fields: object) =>
    before.updateArtworks([{ organizationId, artworkId, fields, source: null, idempotency: null }]);
  const move = (host: string) =>
    before.moveInstallation(organizationId, shop, { siteUrl: `https://${host}`, siteKey: host }, 'gallery');
  await update(changedBack, { title: 'for a while' });
  await before.updateProfile('own', { name: 'For a while' });
  await move('while.example');
  const added = await publish(before, organizationId, 'added');
  const seen = (await before.listChanges(0, 100)).changes.at(-1)?.seq ?? 0;
  await update(hidden, { availability: 'fully_private' });
  await update(changedBack, { title: 'changed back' });
  await update(added, { availability: 'fully_private' });
  await before.updateProfile('own', { name: 'own' });
  await move('shop.example');
  await before.close();
  await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain });

  const after = openTestStorage(folder, clock);
  const steps = (await after.listChanges(seen, 100)).changes;
  const told = steps.map((step) => [step.op, 'registryId' in step ? step.registryId : null]);
  expect(told).toEqual([
    ['upsert', changedBack],
    ['remove', hidden],
    ['remove', added],
    ['profile', null],
    ['installation', null],
  ]);
  await after.close();
});

it('a database that lacks what an operator did last is not taken for a later state of the backup', async () => {
  const clock = testClock();
  const [file, backup, older] = ['registry.db', 'backup.db', 'older.db'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const storage = openTestStorage(folder, clock);
  await addOrganization(storage, 'own');
  await storage.insertOperator({ name: 'anna', role: 'operate', passwordHash: 'first hash' });
  await backupDatabase(file, older);
  const action = { operator: 'anna', via: 'command' as const, action: 'operator update', told: {} };
  await recorded(storage, action, () =>
    storage.updateOperator('anna', { role: 'look', passwordHash: 'second hash' }),
  );
  await backupDatabase(file, backup);
  await storage.close();
  copyFileSync(older, file);
  expect(await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain })).toMatchObject({
    isLater: false,
  });
  const after = openTestStorage(folder, clock);
  expect(await after.listOperators()).toMatchObject([{ role: 'look', passwordHash: 'second hash' }]);
  await after.close();
});

it('an action that was under way at the backup has the end that it had, and with it whom it concerns', async () => {
  const clock = testClock();
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  const storage = openTestStorage(folder, clock);
  const action = { operator: 'anna', via: 'command' as const, action: 'org create', told: { slug: 'new' } };
  const begun = await beginAction(storage, action);
  await backupDatabase(file, backup);
  const { organizationId } = await addOrganization(storage, 'new');
  await endAction(storage, begun, 'done');
  // Which reduces the action, whose row is one all the same.
  await eraseOrganization(storage, (await storage.findOrganization('new'))!, 0, () => undefined);
  await storage.close();
  const { carriedOver } = await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain });
  expect(carriedOver.rows).toMatchObject({ operator_actions: 1 });
  const restored = new Database(file, { readonly: true });
  expect(restored.prepare('SELECT outcome, organization_id FROM operator_actions').all()).toEqual([
    { outcome: 'done', organization_id: organizationId },
  ]);
  restored.close();
});

it('a dry run says what a restore would do, beside a running server, and changes nothing', async () => {
  const clock = testClock();
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  const running = openTestStorage(folder, clock);
  const { organizationId } = await addOrganization(running, 'own');
  await publish(running, organizationId, 'before');
  await backupDatabase(file, backup);
  const after = await publish(running, organizationId, 'after');
  const { prefix } = await addApiKey(running, organizationId);
  await running.revokeApiKey(prefix);
  const before = readdirSync(folder).sort();
  expect(await restoreDatabase(backup, file, { nowMs: clock.ms, isDryRun: true, eraseAgain })).toMatchObject({
    works: 1,
    steps: 1,
    replaced: null,
  });
  expect(readdirSync(folder).sort()).toEqual(before);
  expect((await running.findPublicArtwork(after))?.title).toBe('after');
  await running.close();
});

it('there is a database at every moment of a restore', async () => {
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  const storage = openTestStorage(folder, testClock());
  await addOrganization(storage, 'own');
  await storage.close();
  await backupDatabase(file, backup);
  for (let round = 0; round < 3; round += 1) {
    const program = `import { restoreDatabase } from ${JSON.stringify(join(import.meta.dirname, 'restore.ts'))};
      for (let count = 1; count < 6; count += 1)
        await restoreDatabase(${JSON.stringify(backup)}, ${JSON.stringify(file)}, { nowMs: Date.now() + ${round} * 1e6 + count * 1000 });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    let code: number | null | undefined;
    child.once('close', (ended) => (code = ended));
    let missing = 0;
    while (code === undefined) {
      for (let look = 0; look < 2000; look += 1) if (!existsSync(file)) missing += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([code, missing]).toEqual([0, 0]);
  }
});

it('no other process can write to the replaced database, even where the file system has no links', async () => {
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  const before = openTestStorage(folder, testClock());
  await backupDatabase(file, backup);
  await addOrganization(before, 'since');
  await before.close();

  const { renameSync } = fs;
  const seen: string[] = [];
  const spies = [
    vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
    }),
    // The last moment at which a write would go to the old file.
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      seen.push(runInOtherProcess(file, `db.exec('BEGIN IMMEDIATE'); console.log('can write');`));
      renameSync(from, to);
    }),
  ];
  syncBuiltinESMExports();
  try {
    const { replaced } = await restoreDatabase(backup, file, { nowMs: START_MS, eraseAgain });
    expect(seen).toEqual(['SQLITE_BUSY']);
    const kept = `console.log(db.prepare("SELECT count(*) FROM organizations WHERE slug = 'since'").pluck().get())`;
    expect(runInOtherProcess(replaced ?? '', kept)).toBe('1');
    expect(runInOtherProcess(file, kept)).toBe('0');
  } finally {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  }
});

it('dumps stay on hold where the database of a restore that put them on hold is replaced', async () => {
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  const storage = openTestStorage(folder, testClock());
  await addOrganization(storage, 'own');
  await storage.close();
  await backupDatabase(file, backup);
  rmSync(file);
  for (const isLater of [false, true]) {
    const report = await restoreDatabase(backup, file, { nowMs: START_MS, eraseAgain });
    expect(report).toMatchObject({ isLater, areDumpsOnHold: true });
    const after = openTestStorage(folder, testClock());
    expect(await after.areDumpsOnHold()).toBe(true);
    await after.close();
  }
});

it('a backup of a half-moved registry is refused, and says how its move is finished', async () => {
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  await openTestStorage(folder, testClock()).close();
  await backupDatabase(file, backup);
  const half = new Database(backup);
  half
    .prepare(`INSERT INTO registry_facts (name, value) VALUES ('moving_from', 'db.example/registry')`)
    .run();
  half.close();
  await expect(restoreDatabase(backup, file, { nowMs: START_MS, eraseAgain })).rejects.toMatchObject({
    code: 'database_moving',
    message: expect.stringMatching(/run the same move again/),
  });
});

it('what an attempt of a move has copied is not taken for a copy of a restored database', async () => {
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  await openTestStorage(folder, testClock()).close();
  const begun = new Database(file);
  begun.prepare(`INSERT INTO registry_facts (name, value) VALUES ('move_id', 'begun')`).run();
  begun.close();
  await backupDatabase(file, backup);
  await restoreDatabase(backup, file, { nowMs: START_MS, eraseAgain });
  const restored = new Database(file, { readonly: true });
  expect(restored.prepare(`SELECT 1 FROM registry_facts WHERE name = 'move_id'`).all()).toEqual([]);
  restored.close();
});
