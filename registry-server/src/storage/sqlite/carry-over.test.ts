// What a restore takes over from the replaced database, a test for each table; and that nothing of it comes back by another way.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { certificateInput } from '../../../tests/support/certificates.ts';
import { expectTrueCounts, linesOfFile } from '../../../tests/support/counts.ts';
import {
  addAccessRequest,
  addApiKey,
  addOrganization,
  PLAIN_WORK,
} from '../../../tests/support/publishers.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import type { TestClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { recorded } from '../../domain/access/operator-actions.ts';
import { eraseOrganization, erasePerson } from '../../domain/curation/personal-data.ts';
import type { Storage } from '../storage.ts';
import { backupDatabase } from './backup.ts';
import { CARRIED } from './carry-over.ts';
import { restoreDatabase } from './restore.ts';
import type { RestoreReport } from './restore.ts';

let folder: string;
let clock: TestClock;
let storage: Storage;
let organizationId: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-carry-over-'));
  clock = testClock();
  storage = openTestStorage(folder, clock);
  ({ organizationId } = await addOrganization(storage, 'own', { country: 'Germany', showCountry: true }));
});
afterEach(async () => {
  await storage.close();
  await expectTrueCounts(linesOfFile(place('registry.db')));
  rmSync(folder, { recursive: true, force: true });
});

const place = (name: string) => join(folder, name);

/** Backup, then what happens since, then the restore; `storage` is the restored one afterwards. */
async function restoreAfter(since: () => Promise<unknown>): Promise<RestoreReport> {
  await backupDatabase(place('registry.db'), place('backup.db'));
  clock.ms += 60_000;
  await since();
  await storage.close();
  clock.ms += 60_000;
  const report = await restore();
  storage = openTestStorage(folder, clock);
  return report;
}

/** The present state is the backup, and the file named takes the place of the database. */
async function restoreOver(older: string): Promise<RestoreReport> {
  await backupDatabase(place('registry.db'), place('backup.db'));
  await storage.close();
  copyFileSync(place(older), place('registry.db'));
  const report = await restore();
  storage = openTestStorage(folder, clock);
  return report;
}

const NO_SUBJECT = { organizationId: null, requestId: null };
const restore = (isDryRun = false): Promise<RestoreReport> =>
  restoreDatabase(place('backup.db'), place('registry.db'), {
    nowMs: clock.ms,
    isDryRun,
    action: { operator: 'root', via: 'command', action: 'restore', details: '{}', ...NO_SUBJECT },
    eraseAgain: async (file, slugs) => {
      const draft = openTestStorage(join(file, '..'), clock, 0, file);
      for (const slug of slugs)
        await eraseOrganization(draft, (await draft.findOrganization(slug))!, 0, () => undefined);
      await draft.close();
    },
  });

async function publish(title: string, more: object = {}): Promise<string> {
  const fields = { ...PLAIN_WORK, title, ...more };
  const [outcome] = await storage.publishArtworks([
    { organizationId, fields, artistName: 'Ana', source: null, idempotency: null },
  ]);
  if (!outcome?.ok) throw new Error(outcome?.code);
  return outcome.body.registry_id;
}
const issue = async (artwork: string, more: object = {}) => {
  const outcome = await storage.issueCertificate(certificateInput(artwork, { organizationId, ...more }));
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.body;
};
const withdraw = (certificateId: string) =>
  storage.withdrawCertificate({ organizationId: null, certificateId, reason: 'forged' });
const connectSite = async (address: string) => {
  const connected = await storage.connectInstallation({
    ...{ organizationId, platform: 'wordpress', platformLabel: null, platformKey: 'wordpress' },
    ...{ siteUrl: `https://${address}`, siteKey: address, siteName: null, clientVersion: null },
  });
  if (!connected.ok) throw new Error(connected.code);
  return connected.installation.id;
};
const moveSite = (id: string, address: string) =>
  storage.moveInstallation(
    organizationId,
    id,
    { siteUrl: `https://${address}`, siteKey: address },
    'gallery',
  );
const addressesOfSites = async () => {
  const sites = await storage.listInstallations(organizationId);
  return Object.fromEntries(sites.map(({ id, siteUrl }) => [id, siteUrl]));
};
const signingKey = (kid: string) => ({ kid, publicKey: `public ${kid}`, privateKey: `sealed ${kid}` });
const hook = (url: string) =>
  storage.insertWebhook({ organizationId, url, events: ['artwork.created'], secret: 'first secret' });
const addOperator = (name: string) =>
  storage.insertOperator({ name, role: 'administer', passwordHash: 'first hash' });
const read = (text: string) => {
  const db = new BetterSqlite(place('registry.db'), { readonly: true });
  try {
    return db.prepare(text).all();
  } finally {
    db.close();
  }
};

/** For each table that is taken over: what is done before the backup and since, and what must be so afterwards. */
const CASES: Record<string, () => Promise<void>> = {
  removals: async () => {
    const { id } = await hook('https://one.example');
    await restoreAfter(() => storage.removeWebhook(id));
    await storage.close();
    // A second restore of the same backup knows it from the first.
    rmSync(place('registry.db-wal'), { force: true });
    await restore();
    storage = openTestStorage(folder, clock);
    expect(await storage.listWebhooks(organizationId)).toEqual([]);
  },
  registry_facts: async () => {
    await restoreAfter(async () => {
      const db = new BetterSqlite(place('registry.db'));
      db.prepare(
        `INSERT OR REPLACE INTO registry_facts (name, value) VALUES ('public_url', 'https://new.example')`,
      ).run();
      db.close();
    });
    expect(storage.identity.publicUrl).toBe('https://new.example');
  },
  organizations: async () => {
    await storage.insertOrganization({ slug: 'going', name: 'Going' });
    const report = await restoreAfter(async () => {
      await storage.updateOrganizationStatus('own', 'inactive');
      await storage.updateOrganizationStatus('going', 'erasing');
    });
    expect(report.carriedOver.eraseAgain).toEqual(['going']);
    expect((await storage.findOrganization('own'))?.status).toBe('inactive');
    expect(await storage.findOrganization('going')).toBeUndefined();
  },
  profiles: async () => {
    await restoreAfter(() => storage.updateProfile('own', { inDumps: false, showCountry: false }));
    expect(await storage.findProfile('own')).toMatchObject({ inDumps: false, showCountry: false });
  },
  installations: async () => {
    const [one, other] = [await connectSite('one.example'), await connectSite('other.example')];
    await restoreAfter(async () => {
      await moveSite(other, 'new.example');
      await moveSite(one, 'other.example');
    });
    expect(await addressesOfSites()).toEqual({
      [one]: 'https://other.example',
      [other]: 'https://new.example',
    });
    expect(await connectSite('new.example')).toBe(other);
  },
  former_profile_slugs: async () => {
    await restoreAfter(async () => {
      await storage.updateProfile('own', { slug: 'renamed' });
      await storage.updateProfile('renamed', { slug: 'renamed-again' });
    });
    expect(read('SELECT slug FROM former_profile_slugs ORDER BY slug')).toEqual([
      { slug: 'renamed' },
      { slug: 'renamed-again' },
    ]);
    await expect(storage.updateProfile('own', { slug: 'renamed' })).resolves.toMatchObject({
      slug: 'renamed',
    });
  },
  access_requests: async () => {
    const rejected = await addAccessRequest(storage, { email: 'one@example.org', claimHash: 'a' });
    await addAccessRequest(storage, { email: 'erased@example.org', claimHash: 'b', name: 'Zerlina' });
    await restoreAfter(async () => {
      await storage.rejectAccessRequest(rejected, 'No website');
      await erasePerson(storage, 'erased@example.org');
    });
    expect(read('SELECT id, status, reason FROM access_requests')).toEqual([
      { id: rejected, status: 'rejected', reason: 'No website' },
    ]);
    expect(JSON.stringify(read('SELECT * FROM access_claims'))).not.toContain('"b"');
  },
  access_claims: async () => {
    const { prefix } = await addApiKey(storage, organizationId);
    const id = await addAccessRequest(storage, { email: 'one@example.org', claimHash: 'a' });
    const db = new BetterSqlite(place('registry.db'));
    db.prepare(
      `UPDATE access_claims SET key_prefix = ?, sealed_key = 'sealed', sealed_at = 1 WHERE request_id = ?`,
    ).run(prefix, id);
    await restoreAfter(async () => {
      db.prepare('UPDATE access_claims SET sealed_key = NULL').run();
      db.close();
      await Promise.resolve();
    });
    // It was fetched: nobody gets it a second time.
    expect(read('SELECT key_prefix, sealed_key FROM access_claims')).toEqual([
      { key_prefix: prefix, sealed_key: null },
    ]);
  },
  api_keys: async () => {
    const [revoked, ended, slower] = [
      await addApiKey(storage, organizationId),
      await addApiKey(storage, organizationId),
      await addApiKey(storage, organizationId),
    ];
    const end = (clock.ms + 1000) * 1000;
    await restoreAfter(async () => {
      await storage.revokeApiKey(revoked.prefix);
      await storage.updateApiKey(ended.prefix, { expiresAt: end });
      await storage.updateApiKey(slower.prefix, { rateLimit: 7 });
    });
    const keys = new Map((await storage.listApiKeys(organizationId)).map((key) => [key.prefix, key]));
    expect(keys.get(revoked.prefix)?.revokedAt).toEqual(expect.any(Number));
    expect(keys.get(ended.prefix)?.expiresAt).toBe(end);
    expect(keys.get(slower.prefix)).toMatchObject({ rateLimit: 7, revokedAt: null });
  },
  artworks: async () => {
    const [withdrawn, hidden, both] = [
      await publish('withdrawn'),
      await publish('hidden'),
      await publish('both', { availability: 'fully_private' }),
    ];
    await restoreAfter(async () => {
      await storage.withdrawArtwork(withdrawn);
      await storage.withdrawArtwork(both);
      const of = { organizationId, artworkId: hidden, source: null, idempotency: null };
      await storage.updateArtworks([{ ...of, fields: { availability: 'fully_private' } }]);
    });
    for (const id of [withdrawn, hidden, both]) expect(await storage.findPublicJson(id)).toBeUndefined();
    expect((await storage.findArtworkState(both))?.withdrawn).toBe(true);
    expect((await storage.listPublicArtworks({ q: 'withdrawn', limit: 1, offset: 0 })).total).toBe(0);
  },
  signing_keys: async () => {
    await storage.insertSigningKey(signingKey('a'), { onlyFirst: true });
    await restoreAfter(async () => {
      await storage.insertSigningKey(signingKey('b'), { onlyFirst: false });
      await storage.revokeSigningKey('a');
    });
    expect(await storage.listSigningKeys()).toMatchObject([
      { kid: 'a', revokedAt: expect.any(Number) as number, retiredAt: expect.any(Number) as number },
      { kid: 'b', publicKey: 'public b', retiredAt: null },
    ]);
  },
  certificates: async () => {
    const work = await publish('certified');
    const [forged, superseded] = [await issue(work), await issue(work, { editionNumber: 2 })];
    let [later, ofNewWork] = ['', ''];
    const { carriedOver } = await restoreAfter(async () => {
      await withdraw(forged.id);
      later = (await issue(work, { editionNumber: 2 })).id;
      ofNewWork = (await issue(await publish('registered since'))).id;
    });
    expect(await storage.findCertificate(forged.id)).toMatchObject({
      withdrawnAt: expect.any(Number) as number,
    });
    expect(await storage.findCertificate(superseded.id)).toMatchObject({ isSuperseded: true });
    expect(await storage.findCertificate(later)).toMatchObject({
      registryId: work,
      isSuperseded: false,
      statement: expect.stringContaining('certified') as string,
    });
    // Its work is not there; nothing could be shown of it.
    expect(await storage.findCertificate(ofNewWork)).toBeUndefined();
    expect(carriedOver.lostCertificates).toBe(1);
  },
  idempotency: async () => {
    const work = await publish('certified');
    const idempotency = { key: 'print', requestHash: 'hash', isSlim: false };
    let first = '';
    await restoreAfter(async () => {
      first = (await issue(work, { idempotency })).id;
      await issue(await publish('registered since'), { idempotency: { ...idempotency, key: 'lost' } });
    });
    expect(await issue(work, { idempotency })).toMatchObject({ id: first, isSuperseded: false });
    expect(await issue(work, { idempotency: { ...idempotency, key: 'lost' } })).toMatchObject({
      registryId: work,
    });
  },
  webhook_endpoints: async () => {
    const [removed, rotated] = [await hook('https://one.example'), await hook('https://two.example')];
    const report = await restoreAfter(async () => {
      await storage.removeWebhook(removed.id);
      await storage.updateWebhookSecret(rotated.id, 'second secret');
      await storage.updateWebhook(rotated.id, { url: 'https://moved.example' });
    });
    expect(report.pausedWebhooks).toBe(1);
    expect(read('SELECT id, url, secret, status FROM webhook_endpoints')).toEqual([
      { id: rotated.id, url: 'https://moved.example', secret: 'second secret', status: 'paused' },
    ]);
  },
  operators: async () => {
    for (const name of ['fired', 'anna', 'again']) await addOperator(name);
    await restoreAfter(async () => {
      await storage.removeOperator('fired');
      await storage.updateOperator('anna', { role: 'look', passwordHash: 'second hash' });
      await storage.removeOperator('again');
      await storage.insertOperator({ name: 'again', role: 'look', passwordHash: 'third hash' });
      await storage.insertOperatorLink({ hash: 'hash', expiresAt: (clock.ms + 600_000) * 1000 });
    });
    expect(await storage.listOperators()).toMatchObject([
      { name: 'again', role: 'look', passwordHash: 'third hash' },
      { name: 'anna', role: 'look', passwordHash: 'second hash' },
    ]);
    expect(read('SELECT * FROM operator_links')).toEqual([]);
  },
  operator_actions: async () => {
    const act = (action: string, told: Record<string, unknown>) =>
      recorded(storage, { operator: 'root', via: 'command', action, told }, () => Promise.resolve());
    await act('before', { slug: 'own' });
    await restoreAfter(() => act('since', { slug: 'own' }));
    const actions = await storage.listActions({ limit: 10 });
    expect(actions.map(({ action }) => action)).toEqual(['restore', 'since', 'before']);
  },
  sent_mails: async () => {
    await restoreAfter(() => storage.recordSentMail('access request 1 arrived'));
    expect(await storage.hasSentMail('access request 1 arrived')).toBe(true);
  },
  access_request_hits: async () => {
    await restoreAfter(() => addAccessRequest(storage, { email: 'one@example.org', claimHash: 'a' }));
    expect(read('SELECT count(*) AS count FROM access_request_hits')).toEqual([{ count: 1 }]);
  },
  daily_counts: async () => {
    await storage.addDailyCounts([{ day: '2026-03-01', kind: 'writes', count: 2 }]);
    await restoreAfter(() => storage.addDailyCounts([{ day: '2026-03-01', kind: 'writes', count: 5 }]));
    expect(read('SELECT day, kind, count FROM daily_counts')).toEqual([
      { day: '2026-03-01', kind: 'writes', count: 7 },
    ]);
  },
};

describe('a restore takes over', () => {
  it('nothing without a test', () => {
    expect(Object.keys(CASES).sort()).toEqual(Object.keys(CARRIED).sort());
  });
  it.each(Object.entries(CASES))('%s', async (_table, run) => run());
});

describe('an organisation that was erased since the backup', () => {
  it('is erased again before the server can open the database, and its requests for access with it', async () => {
    await publish('Zerlina in the garden');
    await addAccessRequest(storage, { email: 'zerlina@example.org', claimHash: 'z', name: 'Zerlina' });
    await storage.updateProfile('own', { name: 'Galerie Zerlina' });
    await backupDatabase(place('registry.db'), place('backup.db'));
    await erasePerson(storage, 'zerlina@example.org');
    await eraseOrganization(storage, (await storage.findOrganization('own'))!, 0, () => undefined);
    const dry = await restore(true);
    expect(dry.carriedOver.eraseAgain).toEqual(['own']);
    await storage.close();
    expect((await restore()).carriedOver.eraseAgain).toEqual(['own']);
    const tables = read(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'artworks_text%'`,
    ) as {
      name: string;
    }[];
    for (const { name } of tables)
      expect([name, JSON.stringify(read(`SELECT * FROM "${name}"`))]).toEqual([
        name,
        expect.not.stringMatching(/zerlina/i),
      ]);
    storage = openTestStorage(folder, clock);
    expect(await storage.findOrganization('own')).toBeUndefined();
  });
});

describe('a replaced database that is not a later state of the backup', () => {
  it('takes nothing away, and the report says that it does not know', async () => {
    await addOperator('anna');
    const { id } = await hook('https://one.example');
    await backupDatabase(place('registry.db'), place('backup.db'));
    await storage.close();
    // The disk was lost, and the server made an empty database before anyone noticed.
    for (const end of ['', '-wal', '-shm']) rmSync(place(`registry.db${end}`), { force: true });
    await openTestStorage(folder, clock).close();
    const report = await restore();
    expect(report).toMatchObject({ isLater: false, carriedOver: { rows: {} } });
    storage = openTestStorage(folder, clock);
    expect(await storage.listOperators()).toMatchObject([{ name: 'anna' }]);
    expect(await storage.listWebhooks(organizationId)).toMatchObject([{ id }]);
    expect(await storage.areDumpsOnHold()).toBe(true);
  });

  it('is older: what was set since stays, and two sites that took over addresses stop nothing', async () => {
    const [one, other] = [await connectSite('one.example'), await connectSite('other.example')];
    await addOperator('anna');
    const { id } = await hook('https://one.example/hook');
    await backupDatabase(place('registry.db'), place('older.db'));
    await publish('since');
    await moveSite(one, 'new.example');
    const third = await connectSite('one.example');
    await storage.updateOperator('anna', { role: 'look', passwordHash: 'second hash' });
    await storage.updateWebhook(id, { url: 'https://new.example/hook' });
    await storage.updateWebhookSecret(id, 'second secret');
    expect((await restoreOver('older.db')).isLater).toBe(false);
    expect(await addressesOfSites()).toEqual({
      [one]: 'https://new.example',
      [other]: 'https://other.example',
      [third]: 'https://one.example',
    });
    expect(await storage.listOperators()).toMatchObject([{ role: 'look', passwordHash: 'second hash' }]);
    expect(read('SELECT url, secret FROM webhook_endpoints')).toEqual([
      { url: 'https://new.example/hook', secret: 'second secret' },
    ]);
  });

  it('has issued as many numbers, yet does not know a site that took over an address', async () => {
    const one = await connectSite('one.example');
    await backupDatabase(place('registry.db'), place('older.db'));
    await moveSite(one, 'new.example');
    const third = await connectSite('one.example');
    await backupDatabase(place('registry.db'), place('backup.db'));
    await storage.close();
    copyFileSync(place('older.db'), place('registry.db'));
    // The server ran on with it before anybody noticed.
    storage = openTestStorage(folder, clock);
    clock.ms += 60_000;
    await publish('after it was put back');
    await storage.close();
    expect((await restore()).isLater).toBe(true);
    storage = openTestStorage(folder, clock);
    expect(await addressesOfSites()).toEqual({
      [one]: 'https://new.example',
      [third]: 'https://one.example',
    });
  });

  it('brings nothing back of an organisation that the backup has erased', async () => {
    const work = await publish('Zerlina in the garden');
    await connectSite('zerlina.example');
    await storage.updateProfile('own', { slug: 'galerie-zerlina', name: 'Galerie Zerlina' });
    await issue(work, {
      issuerName: 'Galerie Zerlina',
      idempotency: { key: 'print', requestHash: 'hash', isSlim: false },
    });
    await backupDatabase(place('registry.db'), place('older.db'));
    await eraseOrganization(storage, (await storage.findOrganization('own'))!, 0, () => undefined);
    await addOrganization(storage, 'other');
    await restoreOver('older.db');
    for (const table of ['former_profile_slugs', 'idempotency', 'installations', 'certificates', 'profiles'])
      expect([table, JSON.stringify(read(`SELECT * FROM ${table}`))]).toEqual([
        table,
        expect.not.stringMatching(/zerlina/i),
      ]);
  });

  it('of another version of the registry is refused with what to do', async () => {
    await backupDatabase(place('registry.db'), place('backup.db'));
    await storage.close();
    const db = new BetterSqlite(place('registry.db'));
    db.pragma('user_version = 999');
    db.close();
    await expect(restore()).rejects.toMatchObject({ code: 'database_outdated' });
    const again = new BetterSqlite(place('registry.db'));
    again.pragma('user_version = 1');
    again.close();
    storage = openTestStorage(folder, clock);
  });
});

it('values that were set after a clock that was ahead was put right are newer than those that it dated', async () => {
  clock.ms += 40 * 86_400_000;
  await storage.insertOperator({ name: 'mia', role: 'administer', passwordHash: 'first hash' });
  const { id } = await storage.insertWebhook({
    organizationId,
    url: 'https://old.example',
    events: ['artwork.created'],
    secret: 'first secret',
  });
  clock.ms -= 39 * 86_400_000;
  await restoreAfter(async () => {
    await storage.updateWebhookSecret(id, 'new secret');
    await storage.updateWebhook(id, { url: 'https://new.example' });
    await storage.updateOperator('mia', { passwordHash: 'new hash', role: 'look' });
  });
  expect(read('SELECT url, secret FROM webhook_endpoints')).toEqual([
    { url: 'https://new.example', secret: 'new secret' },
  ]);
  expect(read(`SELECT role, password_hash FROM operators WHERE name = 'mia'`)).toEqual([
    { role: 'look', password_hash: 'new hash' },
  ]);
});
