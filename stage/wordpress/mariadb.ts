// A MariaDB server of its own for one site: its data in the run's folder, loopback only, ended with the run.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../machine/ports.ts';
import { startService, type Service } from '../machine/processes.ts';
import { runCommand } from '../machine/run-command.ts';

export interface MariaDb {
  /** host:port as wp-config.php wants it. */
  readonly host: string;
  readonly name: string;
  readonly user: string;
  readonly password: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const name = 'wordpress';

/**
 * Starts the server of this data folder, made at the first call.
 * @param formerPort where wp-config.php finds it already; default: any free one
 * @param more further options of mariadbd
 * @throws Error that names the package where MariaDB is not installed
 */
export async function startMariaDb(
  dataDir: string,
  formerPort?: number,
  more: readonly string[] = [],
): Promise<MariaDb> {
  const dir = join(dataDir, 'mariadb');
  await makeData(dir);
  const password = await readPassword(dataDir);
  const init = join(dataDir, 'mariadb-init.sql');
  await writeFile(
    init,
    [
      `CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4;`,
      `CREATE USER IF NOT EXISTS '${name}'@'127.0.0.1' IDENTIFIED BY '${password}';`,
      `GRANT ALL ON ${name}.* TO '${name}'@'127.0.0.1';`,
    ].join('\n'),
    { mode: 0o600 },
  );
  const port = formerPort ?? (await freePort());
  // A socket's path may be 107 bytes long, a data folder's is often longer.
  const socketDir = await mkdtemp(join(tmpdir(), 'areg-db-'));
  const scratchDir = await makeScratch(dataDir);
  const service: Service = await startService({
    name: 'MariaDB',
    command: 'mariadbd',
    args: [
      '--no-defaults',
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
      `--datadir=${dir}`,
      `--tmpdir=${scratchDir}`,
      `--socket=${join(socketDir, 'socket')}`,
      `--pid-file=${join(socketDir, 'pid')}`,
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      '--skip-name-resolve',
      `--init-file=${init}`,
      // As shared hosts have it; the default of a new MariaDB is larger than a test machine likes.
      '--innodb-buffer-pool-size=128M',
      // The server itself is never killed here, so it need not wait for the disk at every save of an import.
      '--innodb-flush-log-at-trx-commit=0',
      ...more,
    ],
    cwd: dataDir,
    logFile: join(dataDir, 'logs/mariadb.log'),
    readyWhen: /ready for connections/,
  });
  return {
    host: `127.0.0.1:${port}`,
    name,
    user: name,
    password,
    pid: service.pid,
    stop: async () => {
      await service.stop();
      await rm(socketDir, { recursive: true, force: true });
    },
  };
}

async function makeData(dir: string): Promise<void> {
  if (existsSync(join(dir, 'mysql'))) return;
  const fresh = `${dir}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  const scratchDir = await makeScratch(join(dir, '..'));
  try {
    await runCommand('mariadb-install-db', [
      '--no-defaults',
      `--datadir=${fresh}`,
      `--tmpdir=${scratchDir}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    ]);
  } catch (error) {
    if (!/ENOENT/.test((error as Error).message)) throw error;
    throw new Error(
      'MariaDB is not installed. On Debian, as root: apt-get install mariadb-server php8.2-mysql',
      { cause: error },
    );
  }
  await rename(fresh, dir);
}

/** A folder for temporary tables of this server alone: two servers in one folder delete each other's. */
async function makeScratch(dataDir: string): Promise<string> {
  const dir = join(dataDir, 'mariadb-tmp');
  await mkdir(dir, { recursive: true });
  return dir;
}

async function readPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'mariadb-password');
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(18).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}
