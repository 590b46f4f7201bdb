// Closing any descriptor of a file drops every POSIX lock of the process on it, SQLite's included. A process that opens its
// own live database by another way than SQLite therefore loses the lock that keeps other programs from removing the log, and
// with the log everything it writes from then on. So each file of server and sync service that opens files is listed here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['packages/kit/src', 'registry-server/src', 'daemon/src'];
const OPENS = /^(open|copyFile|cp|createReadStream|createWriteStream|readFile|writeFile|appendFile|truncate)/;

/** Why what the file opens is never a database that this process has open. */
const ALLOWED: Record<string, string> = {
  'daemon/src/cli/backup.ts': 'sites.json and seal-key.json only; the journal is not copied',
  'daemon/src/cli/host-sites.ts': 'standard input',
  'daemon/src/cli/install/install.ts': 'the systemd unit',
  'daemon/src/cli/logs.ts': 'the log, in a command that opens no database',
  'daemon/src/cli/secret-input.ts': 'a secret, read before a database is opened',
  'daemon/src/engine/service-instance.ts': 'an id of its own',
  'daemon/src/host/sealing-key.ts': 'a key',
  'daemon/src/journal/disk-sync.ts': 'the -wal file, on which SQLite takes no lock; kept open',
  'daemon/src/sealed/seal-key.ts': 'a key',
  'daemon/src/site/sites-file.ts': 'sites.json',
  'packages/kit/src/install/settings-line.ts': 'settings',
  'packages/kit/src/migrations.ts': 'migrations, files of the program',
  'packages/kit/src/config-error.ts': 'certificate, key and authorities, named by settings',
  'packages/kit/src/program-version.ts': 'package.json',
  'packages/kit/src/renewed-certificate.ts': 'certificate and key',
  'packages/kit/src/replace-file.ts':
    'a draft with a name of its own; callers give keys, pairings and settings',
  'packages/kit/src/settings-file.ts': 'settings, read before a database is opened',
  'packages/kit/src/sync-to-disk.ts': 'callers give folders, and files that no connection has open',

  'registry-server/src/cli/import.ts': 'the lines that the operator names',
  'registry-server/src/cli/personal-data.ts': 'a new file beside the one that the operator names',
  'registry-server/src/cli/verify-certificate.ts': 'a certificate and keys, before a database is opened',
  'registry-server/src/cli/verify.ts': 'files of another registry, in a command that opens no database',
  'registry-server/src/dumps/dump-folder.ts': 'manifests of dumps',
  'registry-server/src/dumps/take-out.ts': 'dumps',
  'registry-server/src/dumps/write-dump.ts': 'dumps',
  'registry-server/src/host-checks.ts': 'the certificate of the settings',
  'registry-server/src/secret-key.ts': 'secret.key',
  'registry-server/src/storage/postgres/engine/migrate.ts': 'migrations, files of the program',
  'registry-server/src/storage/sqlite/backup.ts': 'a new file, closed before SQLite opens it',
  'registry-server/src/storage/sqlite/engine/connection.ts': 'a new file: the call fails where one is there',
  'registry-server/src/storage/sqlite/restore.ts':
    'the backup, which no connection has open; the replaced database, closed after the last connection to it',
  'registry-server/src/storage/sqlite/serve-lock.ts': 'serve.files, which is text',
};

/** Files of `folder` that import something of Node's file system that opens a file by its name. */
function listOpeners(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return [...text.matchAll(/import ([^;]*?) from '(?:node:)?fs(\/promises)?'/g)].some(
        ([, names = '', isPromises]) =>
          isPromises !== undefined ||
          !names.startsWith('{') ||
          names.split(/[{},\s]+/).some((name) => OPENS.test(name)),
      );
    });
}

it('only files with a reason open files in the server and the sync service, because a closed descriptor drops the locks of a live database', () => {
  const found = FOLDERS.flatMap(listOpeners);
  expect(found.filter((path) => !(path in ALLOWED))).toEqual([]);
  expect(Object.keys(ALLOWED).filter((path) => !found.includes(path))).toEqual([]);
});
