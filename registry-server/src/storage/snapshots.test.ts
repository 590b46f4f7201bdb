// Every read of the storage, on both engines, sees the database at one moment: it is one statement, or a transaction that
// reads one snapshot.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { certificateInput } from '../../tests/support/certificates.ts';
import { openStorageOn } from '../../tests/support/engines.ts';
import type { OpenedStorage } from '../../tests/support/engines.ts';
import {
  addAccessRequest,
  addInstallation,
  addOrganization,
  PLAIN_WORK,
} from '../../tests/support/publishers.ts';
import { recordStatements } from '../../tests/support/statements.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import { Connection } from './postgres/engine/connection.ts';
import * as postgres from './postgres/operations.ts';
import * as sqlite from './sqlite/operations.ts';
import type { Storage } from './storage.ts';

const READS = {
  sqlite: { ...sqlite.READS, ...sqlite.POINT_READS },
  'postgres-15': { ...postgres.READS, ...postgres.POINT_READS },
};
type ReadName = keyof (typeof READS)['sqlite'] | keyof (typeof READS)['postgres-15'];
type Samples = Record<ReadName, unknown[][]>;
let folder: string;
let opened: OpenedStorage;
const clock = testClock();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-snapshots-'));
});
afterEach(async () => {
  await opened.storage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Arguments for every read: what is there, what is not, and what leads elsewhere by a former name. */
async function fill(storage: Storage): Promise<Samples> {
  const { organizationId, profileId } = await addOrganization(storage, 'own');
  const installationId = await addInstallation(storage, organizationId);
  const publish = async (title: string, artistName: string) => {
    const source = { installationId, externalId: title };
    const fields = { ...PLAIN_WORK, title, year_created: '1900', external_id: title };
    const [outcome] = await storage.publishArtworks([
      { organizationId, fields, artistName, source, idempotency: null },
    ]);
    if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
    return outcome.body.registry_id;
  };
  const shown = await publish('shown', 'Ana');
  await publish('merged', 'Bea');
  const withdrawn = await publish('withdrawn', 'Ana');
  await storage.withdrawArtwork(withdrawn);
  await storage.mergeArtists('bea', 'ana');
  await storage.updateProfile('own', { slug: 'renamed' });
  const certificate = await storage.issueCertificate(certificateInput(shown));
  const { id: webhook } = await storage.insertWebhook({
    organizationId,
    url: 'https://r.example',
    events: ['*'],
    secret: 's',
  });
  await publish('told', 'Ana');
  const request = await addAccessRequest(storage);
  const page = { limit: 10, offset: 0 };
  const filters = [
    {},
    { artist: 'ana' },
    { artist: 'an' },
    { artistId: 'none' },
    { gallery: 'renamed' },
    { gallery: 'none' },
    { profileId },
    { year: '1900' },
    { availability: 'sold' },
    { q: 'shown' },
    { platform: { platform: 'woocommerce', label: null, key: 'woocommerce' } },
  ].map((filter) => [{ ...filter, ...page }]);
  const uuid = (await storage.findArtworkState(shown))?.id;
  const ids = [[shown], [uuid], [withdrawn], ['AREG-999999']];
  const records = [['ana'], ['bea'], ['none']];
  const endOfTime = clock.ms * 1000 + 1e12;
  return {
    readListVersion: filters,
    listShort: filters,
    listPublicArtworks: filters,
    findPublicForm: ids,
    findPublicJson: ids,
    findArtworkState: ids,
    listPublicSources: ids,
    listCertificates: ids,
    findFeedWork: ids,
    findArtist: records,
    findArtistRecord: records,
    findInstitution: [
      ['gallery', 'own'],
      ['gallery', 'renamed'],
      ['gallery', 'none'],
    ],
    findOrganization: [['own'], ['none']],
    findProfile: [['renamed'], ['none']],
    findProfileById: [['none']],
    listProfiles: [[organizationId]],
    findUsableKey: [['none']],
    findInstallation: [[organizationId, installationId]],
    hasOperatorLink: [['none']],
    findOperator: [['none']],
    findAccessRequest: [[request], ['none']],
    findClaimToken: [[request], ['none']],
    findWebhook: [[webhook], ['none']],
    findCertificate: [[certificate.ok ? certificate.body.id : ''], ['none']],
    listSigningKeys: [[]],
    listOrganizations: [[]],
    listApiKeys: [[organizationId]],
    listExpiredKeys: [[]],
    listInstallations: [[organizationId]],
    listChanges: [[0, 100]],
    listPublicNumbers: [[0, 100]],
    listAccessRequests: [[], ['queued']],
    listWebhooks: [[organizationId]],
    listDeliveries: [[webhook, 10]],
    listPublicParts: [[1000]],
    listPublicRange: [[0, 1_000_000]],
    listPublicBatch: [[0, 100]],
    listInDumps: [[[shown, withdrawn, 'AREG-1']]],
    findDumpDepartures: [[0]],
    listProfilesOutsideDumps: [[]],
    areDumpsOnHold: [[]],
    findFeedEnd: [[]],
    listFeedRange: [[0, 100]],
    listFeedWorks: [[0, endOfTime, 100]],
    findLastStepBefore: [[0], [endOfTime]],
    hasDueDeliveries: [[{ leaseMs: 1, perEndpoint: 8, capacity: new Map(), isDueLikely: false }]],
    countDeliveries: [[]],
    listOutdatedArtworks: [['none']],
    listArtworkNumbers: [['none']],
    listOrganizationSummaries: [[]],
    searchArtists: [['ana', 10]],
    listEndpointHealth: [[]],
    countDeliveryHours: [[0]],
    searchDeliveries: [[{ limit: 10 }], [{ limit: 10, registryId: shown }]],
    findBacklog: [[]],
    listLongWaits: [[86_400_000]],
    listReplayable: [[{ endpointId: webhook, since: 0, statuses: ['failed'] }]],
    listSealedSecrets: [[]],
    listOperators: [[]],
    findActionSubject: [[{ organization: 'own' }]],
    listActions: [[{ limit: 10 }]],
    listDailyCounts: [['2026-01-01']],
    hasSentMail: [['none']],
    listSentMails: [['none']],
    readData: [['profile', organizationId]],
    readDataPage: [['artwork', organizationId, 0, 100]],
    inspect: [[]],
    readEngine: [[]],
    matchArtwork: [
      [
        {
          organizationId,
          fields: { ...PLAIN_WORK, title: 'shown', external_id: 'shown' },
          artistName: 'Ana',
          source: { installationId, externalId: 'shown' },
          idempotency: null,
        },
      ],
    ],
  };
}

const BEGIN = { sqlite: 'BEGIN', 'postgres-15': 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' };

/** Whether these statements see the database at one moment. `inspect` makes a database in memory by transactions of its own. */
function isOfOneMoment(begin: string, statements: string[]): boolean {
  if (statements.length <= 1) return true;
  if (statements[0] !== begin) return false;
  let open = 0;
  return statements.every((text, index) => {
    if (text.startsWith('BEGIN')) open += 1;
    if (text === 'COMMIT') open -= 1;
    return open > 0 || index === statements.length - 1;
  });
}

describe.each(['sqlite', 'postgres-15'] as const)('on %s', (engine) => {
  it('every read is one statement or reads one snapshot', async () => {
    opened = await openStorageOn(engine, folder, clock);
    const { storage } = opened;
    const samples = await fill(storage);
    const methods = storage as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const recorder = recordStatements();
    const torn: string[] = [];
    try {
      for (const name of Object.keys(READS[engine]) as ReadName[]) {
        for (const args of samples[name]) {
          // Once before: a connection is opened with statements of its own, and names are looked up.
          await methods[name]!(...args);
          const { statements } = await recorder.during(() => methods[name]!(...args));
          if (!isOfOneMoment(BEGIN[engine], statements)) torn.push(`${name}: ${statements.join(' · ')}`);
        }
      }
    } finally {
      recorder.stop();
    }
    expect(torn).toEqual([]);
  });

  it('a page of the feed that says that it is full has all its steps, whatever is written between its statements', async () => {
    opened = await openStorageOn(engine, folder, clock);
    const { storage } = opened;
    const { organizationId } = await addOrganization(storage, 'own');
    const publish = async (other: Storage, count: number) => {
      const inputs = Array.from({ length: count }, (_, index) => ({
        organizationId,
        fields: { ...PLAIN_WORK, title: `${count} ${index}` },
        artistName: 'Ana',
        source: null,
        idempotency: null,
      }));
      for (const outcome of await other.publishArtworks(inputs)) expect(outcome.ok).toBe(true);
    };
    await publish(storage, 8);
    const size = (await storage.findFeedEnd()) + 2;
    const writer = await opened.openAgain(clock);
    let isWritten = false;
    const stop =
      engine === 'sqlite'
        ? afterStatement('all', 'FROM changes WHERE seq >= +?', () => {
            isWritten = true;
            insertSteps(join(folder, 'registry.db'), 4);
          })
        : beforeStatement('SELECT max(seq) FROM changes', async () => {
            isWritten = true;
            await publish(writer, 4);
          });
    const { changes, after } = await storage.listFeedRange(0, size);
    stop();
    await writer.close();
    expect(isWritten).toBe(true);
    expect(await storage.findFeedEnd()).toBeGreaterThan(size);
    // A page after which the feed goes on is kept for a day.
    expect({ last: changes.at(-1)?.seq, after }).toEqual({ last: size - 2, after: null });
  });
});

it('a work on SQLite names its artist, even where the artist is merged between the statements that read them', async () => {
  opened = await openStorageOn('sqlite', folder, clock);
  const { storage } = opened;
  const { organizationId } = await addOrganization(storage, 'own');
  const inputs = ['Ana', 'Bea'].map((artistName) => ({
    organizationId,
    fields: { ...PLAIN_WORK, title: artistName },
    artistName,
    source: null,
    idempotency: null,
  }));
  const [first] = await storage.publishArtworks(inputs);
  const id = first?.ok ? first.body.registry_id : '';
  // Names that were looked up before are kept, so another process asks.
  const reader = await opened.openAgain(clock);
  const stop = afterStatement('get', 'FROM artworks w WHERE w.registry_id', () => {
    const db = new BetterSqlite(join(folder, 'registry.db'));
    db.exec(`UPDATE artworks SET artist_id = (SELECT id FROM artists WHERE slug = 'bea') WHERE registry_id = '${id}';
      DELETE FROM artists WHERE slug = 'ana'`);
    db.close();
  });
  const json = await reader.findPublicJson(id);
  stop();
  await reader.close();
  expect((JSON.parse(json ?? '') as { artist: unknown }).artist).toMatchObject({ slug: 'bea' });
});

/** Calls `write` once, after the first statement of SQLite with this text. */
function afterStatement(method: 'all' | 'get', text: string, write: () => void): () => void {
  const memory = new BetterSqlite(':memory:');
  const prepared = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<
    'all' | 'get',
    (this: { source: string }, ...values: unknown[]) => unknown
  >;
  memory.close();
  const real = prepared[method];
  let isDone = false;
  const spy = vi.spyOn(prepared, method).mockImplementation(function (this: { source: string }, ...values) {
    const rows = real.apply(this, values);
    if (!isDone && this.source.includes(text)) {
      isDone = true;
      write();
    }
    return rows;
  });
  return () => spy.mockRestore();
}

/** Steps of the feed, as another process writes them. */
function insertSteps(file: string, count: number): void {
  const db = new BetterSqlite(file);
  const insert = db.prepare(
    `INSERT INTO changes (op, subject, updated_at, written_at, payload) VALUES ('upsert', ?, 1, 1, NULL)`,
  );
  for (let index = 0; index < count; index += 1) insert.run(`AREG-NEW${index}`);
  db.close();
}

/** Waits for `write` once, before the first statement of PostgreSQL with this text is sent. */
function beforeStatement(text: string, write: () => Promise<void>): () => void {
  const real = Connection.prototype.query as (text: string, values?: unknown[]) => Promise<never>;
  let isDone = false;
  const spy = vi.spyOn(Connection.prototype, 'query').mockImplementation(async function (
    this: Connection,
    asked,
    values,
  ) {
    if (!isDone && asked.includes(text)) {
      isDone = true;
      await write();
    }
    return real.call(this, asked, values);
  });
  return () => spy.mockRestore();
}
