// move: the whole registry from the embedded database to PostgreSQL, or back, with a proof that nothing was lost.
import type { Command } from 'commander';
import { CliError, UsageError } from '#kit/cli-error';
import { systemClock } from '#kit/clock';
import { readServiceConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { recorded } from '../domain/access/operator-actions.ts';
import type { ToldAction } from '../domain/access/operator-actions.ts';
import { findSecretKeys, loadSecretKeys } from '../secret-key.ts';
import { openSqliteStorage } from '../storage/sqlite/open.ts';
import { lockFolder } from '../storage/sqlite/serve-lock.ts';
import { withProgress } from './progress.ts';
import { databaseFile } from '../open-storage.ts';
import { actionOf, plainAction } from './run.ts';

const SQLITE = 'sqlite:';

export function addMoveCommand(program: Command): void {
  const move = program
    .command('move')
    .description('move the registry to another database engine; stop the server that uses the source first')
    .requiredOption('--to <address>', 'postgres://user:password@host/database, or sqlite:FOLDER');
  plainAction<{ to: string }>(move, async (config, { to }) => {
    const [{ moveToPostgres }, { moveToSqlite }, { MoveRefused }] = await Promise.all([
      import('../storage/move/to-postgres.ts'),
      import('../storage/move/to-sqlite.ts'),
      import('../storage/move/copying.ts'),
    ]);
    const started = systemClock.elapsed();
    try {
      const report = await withProgress((onProgress) => {
        const common = { nowMs: systemClock.now(), onProgress };
        return to.startsWith(SQLITE)
          ? inLockedTarget(config, to.slice(SQLITE.length), (there) => moveToSqlite({ ...common, ...there }))
          : inLockedFolder(config, (there) => moveToPostgres({ ...common, ...there }), to);
      });
      const { place, source } = report;
      // What was moved is moved, whether or not this can be written down.
      const notRecorded = await recordMove(to, actionOf(move, { to: place, from: source })).then(
        () => [],
        (error: unknown) => [`the list of actions does not have it: ${(error as Error).message}`],
      );
      const seconds = Math.round((systemClock.elapsed() - started) / 1000);
      return {
        json: { ...report, seconds, isRecorded: notRecorded.length === 0 },
        text: [
          report.isFinish
            ? `finished the move that was broken off: ${report.works} works, ${report.rows} rows in all, are at ${report.place}`
            : `moved ${report.works} works, ${report.rows} rows in all, to ${report.place} in ${seconds} s`,
          ...notRecorded,
          `every table was compared row by row; what was the registry until now is ${report.source} and refuses to start`,
          to.startsWith(SQLITE)
            ? 'unset DATABASE_URL, set REGISTRY_DATA_DIR to the folder, and start the server'
            : 'set DATABASE_URL and REGISTRY_SECRET_KEY, and start the server',
        ].join('\n'),
      };
    } catch (error) {
      if (error instanceof MoveRefused) throw new CliError(error.code, error.message);
      throw error;
    }
  });
}

/** In the database that is the registry from now on. Told by its place: the address has a password. */
async function recordMove(to: string, action: ToldAction): Promise<void> {
  const common = { mustExist: true, listenUrl: () => '' };
  const { openPostgresStorage } = await import('../storage/postgres/open.ts');
  const storage = to.startsWith(SQLITE)
    ? openSqliteStorage({ ...common, file: fileIn(to.slice(SQLITE.length)), clock: systemClock, readers: 0 })
    : await openPostgresStorage({ ...common, url: to });
  try {
    await recorded(storage, action, () => Promise.resolve());
  } finally {
    await storage.close();
  }
}

const fileIn = (folder: string) => databaseFile({ dataDir: folder });

type There = { file: string; url: string; sourceKeys: readonly Buffer[]; targetKey: Buffer };

async function inLockedFolder<Report>(
  config: Config,
  run: (there: There) => Promise<Report>,
  to: string,
): Promise<Report> {
  // Both what the target says and what is wrong with it come from the same place as for the server.
  const target = readServiceConfig({ ...process.env, DATABASE_URL: to });
  const unlock = lockFolder(config.dataDir);
  try {
    // The key in the environment is the target's; the source's may be it, or lie in its folder.
    const own = findSecretKeys({ secretKeys: undefined, dataDir: config.dataDir }) ?? [];
    const keys = loadSecretKeys(target);
    return await run({
      file: databaseFile(config),
      url: to,
      sourceKeys: [...keys, ...own],
      targetKey: keys[0],
    });
  } finally {
    unlock();
  }
}

/** No server may start there meanwhile: it would make an empty database. */
async function inLockedTarget<Report>(
  config: Config,
  folder: string,
  run: (there: There) => Promise<Report>,
): Promise<Report> {
  const there = back(config, folder);
  const unlock = lockFolder(folder);
  try {
    return await run(there);
  } finally {
    unlock();
  }
}

function back(config: Config, folder: string): There {
  if (config.databaseUrl === undefined) {
    throw new UsageError(
      '--to sqlite:FOLDER moves from PostgreSQL: set DATABASE_URL to the database that is moved',
    );
  }
  if (folder === '') throw new UsageError('--to sqlite: needs a folder, such as sqlite:/var/lib/registry');
  const keys = loadSecretKeys(config);
  return { file: fileIn(folder), url: config.databaseUrl, sourceKeys: keys, targetKey: keys[0] };
}
