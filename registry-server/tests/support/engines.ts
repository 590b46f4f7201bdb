// The engine that a test runs on. A suite that is about behaviour, not about an engine, opens its storage here, and runs on
// another one with REGISTRY_TEST_ENGINE.
import { join } from 'node:path';
import type { Clock } from '#kit/clock';
import { openPostgresStorage } from '../../src/storage/postgres/open.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { linesOfFile, linesOfUrl } from './counts.ts';
import type { ReadLines } from './counts.ts';
import type { PostgresVersion } from './postgres-binaries.ts';
import { sharedCluster } from './postgres-shared.ts';

export const ENGINES = ['sqlite', 'postgres-15', 'postgres-18'] as const;
export type EngineName = (typeof ENGINES)[number];

export const PUBLIC_URL = 'https://registry.test';
/** A busy machine may stop a test for more than the second that an instance has. */
const STALLED_MS = 20_000;
const listenUrl = () => PUBLIC_URL;

/** What this run of the tests was told; default: the embedded database. */
export function chosenEngine(): EngineName {
  const told = process.env['REGISTRY_TEST_ENGINE'] ?? 'sqlite';
  const engine = ENGINES.find((name) => name === told);
  if (engine === undefined) throw new Error(`REGISTRY_TEST_ENGINE is one of ${ENGINES.join(', ')}`);
  return engine;
}

/** The version of PostgreSQL for what needs one whatever the engine of the run; default: 15. */
export function chosenPostgres(): PostgresVersion {
  return chosenEngine() === 'postgres-18' ? 18 : 15;
}

export type OpenedStorage = {
  storage: Storage;
  /** The same data, as another process opens them. */
  openAgain(clock: Clock): Promise<Storage>;
  readLines: ReadLines;
};

/** An empty storage. With PostgreSQL its database is dropped when it closes. */
export async function openStorageOn(
  engine: EngineName,
  folder: string,
  clock: Clock,
): Promise<OpenedStorage> {
  if (engine === 'sqlite') {
    const file = join(folder, 'registry.db');
    const open = (its: Clock) => openSqliteStorage({ file, clock: its, listenUrl, readers: 0 });
    return { storage: open(clock), openAgain: async (its) => open(its), readLines: linesOfFile(file) };
  }
  const { url, drop } = await freshRegistry(engine);
  const openAgain = (its: Clock) =>
    openPostgresStorage({ url, clock: its, listenUrl, mustExist: true, stalledMs: STALLED_MS });
  const storage = await openAgain(clock);
  const close = async () => {
    await storage.close();
    await drop();
  };
  return { storage: { ...storage, close }, openAgain, readLines: linesOfUrl(url) };
}

/** A database with the tables of the registry and nothing in them. */
export async function freshRegistry(
  engine: Exclude<EngineName, 'sqlite'>,
): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = await sharedCluster(engine === 'postgres-15' ? 15 : 18);
  await cluster.ensureTemplate('registry_template', async (url) => {
    await (await openPostgresStorage({ url, listenUrl })).close();
  });
  return cluster.freshDatabase({ template: 'registry_template' });
}
