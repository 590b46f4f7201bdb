// migrate: creates the database, or migrates it to this version, without starting a server.
import type { Command } from 'commander';
import { CliError, UsageError } from '#kit/cli-error';
import { origin } from '../settings.ts';
import type { Config } from '../config.ts';
import { recorded } from '../domain/access/operator-actions.ts';
import type { ToldAction } from '../domain/access/operator-actions.ts';
import { openWriter } from '../storage/sqlite/engine/connection.ts';
import { readSchema } from '#kit/migrations';
import { lockFolder } from '../storage/sqlite/serve-lock.ts';
import { writePublicUrl } from '../storage/sqlite/open-checks.ts';
import type { Storage } from '../storage/storage.ts';
import { databaseFile, openStorage } from '../open-storage.ts';
import { actionOf, plainAction } from './run.ts';

/** An instance says every five seconds that it is there. */
const SEEN_LATELY_MS = 15_000;

type Migrated = { place: string; version: number; idPrefix: string; publicUrl: string | null };

export function addMigrateCommand(program: Command): void {
  const migrate = program
    .command('migrate')
    .description(
      'make the database or bring it to this version; with the embedded database stop the server and make a backup first',
    )
    .option('--public-url <origin>', 'the registry has moved: write its new address into the database');
  plainAction<{ publicUrl?: string }>(migrate, async (config, options) => {
    const moved = options.publicUrl === undefined ? undefined : readOrigin(options.publicUrl);
    // The address in the environment may still be the old one.
    const settled = moved === undefined ? config : { ...config, publicUrl: undefined };
    const action = actionOf(migrate, options);
    const { place, version, idPrefix, publicUrl } =
      config.databaseUrl === undefined
        ? await migrateSqlite(settled, moved, action)
        : await migratePostgres(settled, config.databaseUrl, moved, action);
    return {
      json: { file: place, schema_version: version, id_prefix: idPrefix, public_url: publicUrl },
      text: `${place}: version ${version}, Art IDs begin with ${idPrefix}, address ${publicUrl ?? 'not set'}`,
    };
  });
}

async function migrateSqlite(
  config: Config,
  moved: string | undefined,
  action: ToldAction,
): Promise<Migrated> {
  const place = databaseFile(config);
  const unlock = lockFolder(config.dataDir);
  try {
    const storage = await openStorage(config, { mustExist: false });
    const { idPrefix, publicUrl } = storage.identity;
    const version = await recorded(storage, action, () => {
      const db = openWriter(place);
      try {
        if (moved !== undefined) writePublicUrl(db, moved);
        return Promise.resolve(readSchema(db));
      } finally {
        db.close();
      }
    }).finally(() => storage.close());
    return { place, version, idPrefix, publicUrl: moved ?? publicUrl };
  } finally {
    unlock();
  }
}

/** Beside running instances, of this version or of the one before. */
async function migratePostgres(
  config: Config,
  url: string,
  moved: string | undefined,
  action: ToldAction,
): Promise<Migrated> {
  // Beside --json nothing but JSON is written.
  const onWait = (what: string) => {
    if (!process.argv.includes('--json')) process.stderr.write(`${what}\n`);
  };
  const storage = await openStorage(config, { mustExist: false, onWait });
  const { idPrefix, publicUrl } = storage.identity;
  const { schemaVersion } = await storage.inspect();
  await recorded(storage, action, async () => {
    if (moved === undefined) return;
    await refuseBesideInstances(storage);
    const { writePublicUrl: write } = await import('../storage/postgres/open-checks.ts');
    await write(url, moved);
  }).finally(() => storage.close());
  return { place: storage.place, version: schemaVersion, idPrefix, publicUrl: moved ?? publicUrl };
}

/** Each instance keeps the address that it read when it started, in links, in new works, and in the certificates that it signs. */
async function refuseBesideInstances(storage: Storage): Promise<void> {
  const sinceMicros = 1000 * (storage.clock.now() - SEEN_LATELY_MS);
  const { instances } = await storage.readEngine();
  const running = instances.filter(({ seenAt }) => seenAt > sinceMicros).map(({ address }) => address);
  if (running.length === 0) return;
  throw new CliError(
    'instances_running',
    `${running.join(', ')} would keep the former address until it is started again: stop every instance first, and start them again after this`,
  );
}

function readOrigin(text: string): string {
  const parsed = origin.safeParse(text);
  if (!parsed.success)
    throw new UsageError(`--public-url ${parsed.error.issues[0]?.message ?? 'is not usable'}`);
  return parsed.data;
}
