// Clusters for tests: they start fast, survive what tests do to them, and leave nothing behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { POSTGRES_VERSIONS } from './postgres-binaries.ts';
import { REGISTRY_PASSWORD, startCluster } from './postgres-cluster.ts';
import type { Cluster } from './postgres-cluster.ts';
import { ensureTemplate } from './postgres-databases.ts';
import { sharedCluster } from './postgres-shared.ts';
import { makeSynchronous, promote, startStandby } from './postgres-standby.ts';

const open: Cluster[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((cluster) => cluster.close()));
});

async function start(...args: Parameters<typeof startCluster>): Promise<Cluster> {
  const cluster = await startCluster(...args);
  open.push(cluster);
  return cluster;
}

describe.each(POSTGRES_VERSIONS)('a cluster of PostgreSQL %i', (version) => {
  it('is the version that was asked for, and its database belongs to a user who is not a superuser', async () => {
    const cluster = await start({ version });
    const url = await cluster.createDatabase('shop "one"');
    const client = new Client(url);
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_database() AS name, current_setting('server_version_num')::int / 10000 AS version,
         current_setting('is_superuser') AS is_superuser, has_schema_privilege('public', 'CREATE') AS may_create`,
    );
    await client.end();
    expect(rows).toEqual([{ name: 'shop "one"', version, is_superuser: 'off', may_create: true }]);
  });

  it('keeps what was committed over kill -9 and start, and over a restart', async () => {
    const cluster = await start({ version });
    await cluster.query('CREATE TABLE kept (n int)');
    await cluster.query('INSERT INTO kept VALUES (1)');
    const first = cluster.pid();
    await cluster.kill9();
    expect(cluster.pid()).toBeUndefined();
    await cluster.start();
    await cluster.query('INSERT INTO kept VALUES (2)');
    await cluster.restart();
    expect(cluster.pid()).not.toBe(first);
    expect(await cluster.query('SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('gets a synchronous standby, which has every commit when it is promoted', async () => {
    const primary = await start({ version });
    await primary.query('CREATE TABLE kept (n int)');
    const standby = await startStandby(primary);
    open.push(standby);
    await makeSynchronous(primary);
    for (let n = 1; n <= 20; n += 1) await primary.query('INSERT INTO kept VALUES ($1)', { values: [n] });
    await primary.kill9();
    await promote(standby);
    expect(await standby.query('SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 20 }]);
    await standby.query('INSERT INTO kept VALUES (21)');
  });

  it('is shared by the files of a run, with databases from a template that is prepared once', async () => {
    const cluster = await sharedCluster(version);
    let times = 0;
    const prepare = () =>
      cluster.ensureTemplate(`template_of_${process.pid}`, async (url) => {
        times += 1;
        const client = new Client(url);
        await client.connect();
        await client.query('CREATE TABLE prepared (n int)');
        await client.end();
      });
    await Promise.all([prepare(), prepare()]);
    expect(times).toBe(1);
    const { url, drop } = await cluster.freshDatabase({ template: `template_of_${process.pid}` });
    const client = new Client(url);
    await client.connect();
    expect((await client.query('SELECT count(*)::int AS n FROM prepared')).rows).toEqual([{ n: 0 }]);
    await client.end();
    const started = performance.now();
    const databases = await Promise.all(
      Array.from({ length: 5 }, () => cluster.freshDatabase({ template: `template_of_${process.pid}` })),
    );
    console.log(
      `a database from a template, PostgreSQL ${version}: ${((performance.now() - started) / 5).toFixed(0)} ms`,
    );
    await Promise.all([drop(), ...databases.map((database) => database.drop())]);
  });
});

it('listens on 127.0.0.1 where it is told to, and asks for the password there', async () => {
  const cluster = await start({ listen: true });
  await cluster.createDatabase('registry');
  const client = new Client(cluster.tcpUrl('registry'));
  await client.connect();
  await client.end();
  const wrong = new Client(cluster.tcpUrl('registry').replace(REGISTRY_PASSWORD, 'wrong'));
  await expect(wrong.connect()).rejects.toThrow('password authentication failed');
});

it('sorts a database by the rules of a language where it is told to', async () => {
  const cluster = await sharedCluster(15);
  const { name, drop } = await cluster.freshDatabase({ icuLocale: 'en-US' });
  const rows = await cluster.query(`SELECT x FROM unnest(ARRAY['b', 'A', 'a', 'B']) AS x ORDER BY x`, {
    database: name,
  });
  await drop();
  expect(rows.map(({ x }) => x)).toEqual(['a', 'A', 'b', 'B']);
});

it('starts a second cluster of a run from the data folder of the first, without initdb', async () => {
  const identifierOf = (cluster: Cluster) =>
    cluster.query('SELECT system_identifier FROM pg_control_system()');
  const first = await start();
  const started = performance.now();
  const second = await start();
  console.log(`a second cluster: ${(performance.now() - started).toFixed(0)} ms`);
  expect(await identifierOf(second)).toEqual(await identifierOf(first));
});

it('leaves no template behind where its preparation fails', async () => {
  const { address, query } = await sharedCluster(15);
  const prepare = () => Promise.reject(new Error('no table today'));
  await expect(ensureTemplate(address, 'failing', prepare)).rejects.toThrow('no table today');
  expect(await query(`SELECT datistemplate FROM pg_database WHERE datname = 'failing'`)).toEqual([
    { datistemplate: false },
  ]);
  await ensureTemplate(address, 'failing', async () => undefined);
});

it('ends with the process that started it, kill -9 included, and its folder disappears', async () => {
  const program = `
    import { startCluster } from ${JSON.stringify(new URL('./postgres-cluster.ts', import.meta.url).href)};
    const { folder, pid } = await startCluster();
    console.log(JSON.stringify({ folder, pid: pid(), run: process.env.REGISTRY_TEST_RUN_FOLDER }));
    setInterval(() => undefined, 1000);`;
  const environment = { ...process.env, REGISTRY_TEST_RUN_FOLDER: undefined };
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { folder, pid, run } = JSON.parse(line.toString()) as { folder: string; pid: number; run: string };
  expect([existsSync(folder), existsSync(run), isAlive(pid)]).toEqual([true, true, true]);
  child.kill('SIGKILL');
  await expect
    .poll(() => [existsSync(folder), existsSync(run), isAlive(pid)], { timeout: 10_000 })
    .toEqual([false, false, false]);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
