// Data that a newer version has changed: the programs refuse them before they start, and change nothing.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { typeAlone } from '../../../registry-server/tests/support/command-line.ts';
import { openSealingKey } from '../host/sealing-key.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'daemon-newer-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const newerDatabase = (file: string) => {
  mkdirSync(dirname(file), { recursive: true });
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('user_version = 99');
  db.close();
};
const newerDirectory = (file: string) => {
  openSealingKey(join(dirname(file), 'sealing-key'), { mustExist: false });
  newerDatabase(file);
};
const newerSites = (file: string) => writeFileSync(file, '{ "version": 2, "sites": "areg_secret" }');

test.each([
  ['run', 'journal.sqlite', newerDatabase, 'newer version of the sync service (schema 99;'],
  ['status', 'journal.sqlite', newerDatabase, 'newer version of the sync service (schema 99;'],
  ['doctor', 'journal.sqlite', newerDatabase, 'newer version of the sync service (schema 99;'],
  ['run', 'sites.json', newerSites, 'newer version of the sync service (2; this one knows 1)'],
  ['host run', 'directory.sqlite', newerDirectory, 'newer version of the host (schema 99;'],
])('%s refuses a newer %s, says what to do, and leaves it as it was', async (command, name, make, said) => {
  const file = join(folder, name);
  make(file);
  const newer = readFileSync(file);
  const { code, stdout, stderr } = await typeAlone(MAIN, command.split(' '), {
    env: {
      ...process.env,
      DAEMON_DATA_DIR: folder,
      DAEMON_PORT: '0',
      DAEMON_REGISTRIES: 'https://registry.example/api/v1',
      DAEMON_SEALING_KEY_FILE: join(folder, 'sealing-key'),
    },
  });
  expect(code).toBe(1);
  expect(stdout + stderr).toContain(said);
  expect(stdout + stderr).toContain('Install the newer version again');
  expect(stdout + stderr).not.toMatch(/\n\s+at |areg_/);
  expect(readFileSync(file).equals(newer)).toBe(true);
});
