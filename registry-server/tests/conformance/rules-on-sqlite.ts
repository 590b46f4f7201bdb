// The conformance suite on SQLite in one thread, for the mutation tests alone (vitest.mutation.config.ts): they see only what
// runs in their own thread, and every module that a test loads is loaded again for each mutant.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '../../src/storage/sqlite/open.ts';
import { linesOfFile } from '../support/counts.ts';
import { testClock } from '../support/test-clock.ts';
import { erasureConformance } from './erasure.ts';
import { operatorConformance } from './operator.ts';
import { sourceConformance } from './sources.ts';
import { storageConformance } from './storage.ts';

const factory = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-rules-'));
  const clock = testClock();
  const file = join(folder, 'registry.db');
  const storage = openSqliteStorage({ file, clock, listenUrl: () => 'https://registry.test', readers: 0 });
  const close = async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { storage, clock, readLines: linesOfFile(file), close };
};

storageConformance('SQLite', factory);
operatorConformance('SQLite', factory);
sourceConformance('SQLite', factory);
erasureConformance('SQLite', factory);
