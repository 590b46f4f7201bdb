import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { openSqliteStorage } from '../../src/storage/sqlite/open.ts';
import { ENGINE_OPERATIONS } from '../../src/storage/sqlite/operations.ts';
import { PUBLIC_URL } from '../support/engines.ts';
import type { TestClock } from '../support/test-clock.ts';
import { benchOf } from './bench.ts';
import type { Bench } from './bench.ts';
import { failuresOf, SqliteFailures } from '../../../packages/kit/tests/sqlite-failures.ts';
import type { SqliteFailure } from '../../../packages/kit/tests/sqlite-failures.ts';
import { memoryFolder } from './memory-folder.ts';
import type { Tables } from './whole-database.ts';

/** `jobs`: gets the names of all operations that were asked for, by whatever way. */
export function sqliteBench(clock: TestClock, jobs: Set<string>): Bench<SqliteFailure, Buffer> {
  const folder = mkdtempSync(join(memoryFolder(), 'registry-faults-'));
  const file = join(folder, 'registry.db');
  const failures = new SqliteFailures(file);
  const engine = { ...ENGINE_OPERATIONS };
  for (const kind of ['write', 'read'] as const) {
    ENGINE_OPERATIONS[kind] = (context, job) => {
      jobs.add(job.name);
      return engine[kind](context, job);
    };
  }
  return benchOf({
    failures,
    failuresOf,
    isAfterwards: (how) => how === 'afterwards',
    putBack: (kept) => {
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
      if (kept !== undefined) writeFileSync(file, kept);
    },
    keep: () => readFileSync(file),
    read: () => Promise.resolve(readTables(file)),
    openStorage: () => openSqliteStorage({ file, clock, listenUrl: () => PUBLIC_URL, readers: 0 }),
    end: () => {
      Object.assign(ENGINE_OPERATIONS, engine);
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

// The parts of a text index are laid out by how it was written; its words are compared instead.
const OF_AN_INDEX = /^artworks_text|_trigram/;

function readTables(file: string): Tables {
  const db = new BetterSqlite(file);
  const names = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
    )
    .pluck()
    .all()
    .filter((name) => !OF_AN_INDEX.test(name));
  const tables: Tables = {};
  for (const name of names) tables[name] = rowsOf(db, `SELECT * FROM "${name}"`);
  for (const index of ['artworks_text', 'artists_trigram', 'mediums_trigram']) {
    db.exec(`CREATE VIRTUAL TABLE temp."${index}_words" USING fts5vocab('main', '${index}', 'row')`);
    tables[`${index}: words`] = rowsOf(db, `SELECT * FROM temp."${index}_words"`);
  }
  db.close();
  return tables;
}

const rowsOf = (db: BetterSqlite.Database, text: string): string[] =>
  db
    .prepare(text)
    .all()
    .map((row) => JSON.stringify(row));
