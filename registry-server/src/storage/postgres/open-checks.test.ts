// What an operator is told when DATABASE_URL leads to something that cannot be used. Nothing is written there.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { startCluster } from '../../../tests/support/postgres-cluster.ts';
import type { Cluster } from '../../../tests/support/postgres-cluster.ts';
import { sharedCluster } from '../../../tests/support/postgres-shared.ts';
import { Connection } from './engine/connection.ts';
import { PROGRAM } from './engine/migrate.ts';
import { openPostgresStorage } from './open.ts';
import { refuseOldServer } from './open-checks.ts';

const open = (url: string, mustExist = false) =>
  openPostgresStorage({ url, listenUrl: () => PUBLIC_URL, mustExist });
const refusal = (url: string, mustExist?: boolean) =>
  open(url, mustExist).then(
    () => undefined,
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  );

let secured: Promise<Cluster> | undefined;
const securedCluster = () => (secured ??= startCluster({ listen: true, settings: { max_connections: 9 } }));
afterAll(async () => (await secured)?.close());

describe('a database that cannot be used is refused in one sentence', () => {
  it('a server that is not there', async () => {
    const { code, message } = (await refusal('postgres://u:geheim@127.0.0.1:1/registry')) ?? {};
    expect(code).toBe('database_unreachable');
    expect(message).toMatch(/cannot be reached: connect ECONNREFUSED/);
    expect(message).not.toContain('geheim');
  });
  it('something that is not PostgreSQL', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await refusal(`postgres://u@127.0.0.1:${port}/x`)).toMatchObject({ code: 'database_unreachable' });
    server.close();
  });
  it('a wrong password, which the sentence does not repeat', async () => {
    const url = (await securedCluster()).tcpUrl('postgres').replace(/:[^:@/]+@/, ':falsch@');
    const { code, message } = (await refusal(url)) ?? {};
    expect(code).toBe('database_login');
    expect(message).toContain('password');
    expect(message).not.toContain('falsch');
  });
  it('a database that does not exist', async () => {
    const cluster = await sharedCluster(15);
    expect(await refusal(cluster.url('no_such_database'))).toMatchObject({ code: 'database_not_found' });
  });
  it('a database of another owner, with what to grant', async () => {
    const { url, drop } = await (await sharedCluster(15)).freshDatabase();
    const owner = new Connection({ url: url.replace('//registry@', '//postgres@'), purpose: 'owner' });
    await owner.command('CREATE ROLE visitor_of_rights LOGIN');
    await owner.command('REVOKE CREATE ON SCHEMA public FROM public');
    const visitor = new URL(url);
    if (visitor.searchParams.has('user')) visitor.searchParams.set('user', 'visitor_of_rights');
    else visitor.username = 'visitor_of_rights';
    expect(await refusal(visitor.href)).toMatchObject({
      code: 'database_rights',
      message: expect.stringContaining('GRANT USAGE, CREATE ON SCHEMA public TO "visitor_of_rights"'),
    });
    await owner.command('GRANT USAGE, CREATE ON SCHEMA public TO visitor_of_rights');
    await (await open(visitor.href)).close();
    await owner.command('DROP OWNED BY visitor_of_rights');
    await owner.command('DROP ROLE visitor_of_rights');
    await owner.close();
    await drop();
  });
  it('a server with too few connections', async () => {
    const url = await (await securedCluster()).createDatabase('few');
    expect(await refusal(url)).toBeUndefined();
    const server = openPostgresStorage({ url, listenUrl: () => PUBLIC_URL, isInstance: true });
    await expect(server).rejects.toMatchObject({ code: 'too_few_connections' });
  });
  it('a server that is too old', () => {
    expect(() => refuseOldServer(140_012)).toThrow(/has version 14; the registry needs PostgreSQL 15/);
    expect(() => refuseOldServer(150_000)).not.toThrow();
  });
  it('tables that are not there, for a command that must not make them', async () => {
    const { url, drop } = await (await sharedCluster(15)).freshDatabase();
    expect(await refusal(url, true)).toMatchObject({ code: 'database_not_found' });
    const connection = new Connection({ url, purpose: 'test' });
    const tables = await connection.query(
      `SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    );
    expect(tables).toEqual([]);
    await connection.close();
    await drop();
  });
  it('a pooler that hands out a session for each transaction', async () => {
    const { refusePooled } = await import('./open-checks.ts');
    let pid = 0;
    const pooled = {
      command: async () => 'SET',
      queryOnce: async () => [{ pid: (pid += 1), name: 'artwork-registry check' }],
    } as unknown as Connection;
    await expect(refusePooled(pooled)).rejects.toMatchObject({ code: 'database_pooled' });
  });
});

describe('a database of this registry', () => {
  let database: { url: string; drop(): Promise<void> };
  beforeEach(async () => {
    database = await freshRegistry('postgres-15');
  });
  afterEach(() => database.drop());

  const change = async (sql: string) => {
    const connection = new Connection({ url: database.url, purpose: 'test' });
    await connection.command(sql);
    await connection.close();
  };

  it('that needs a newer program is refused, and a running one stops writing', async () => {
    const running = await open(database.url);
    await change(`UPDATE schema_version SET version = ${PROGRAM + 3}, min_program = ${PROGRAM + 1}`);
    expect(await refusal(database.url)).toMatchObject({ code: 'database_newer' });
    await expect(running.insertOrganization({ slug: 'x', name: 'X' })).rejects.toThrow(
      /updated for newer programs/,
    );
    expect(await running.listOrganizations()).toHaveLength(1);
    await running.close();
  });
  it('of a newer version that still carries this program is used beside it', async () => {
    await change(`UPDATE schema_version SET version = ${PROGRAM + 1}`);
    const storage = await open(database.url, true);
    expect(await storage.insertOrganization({ slug: 'x', name: 'X' })).toMatchObject({ slug: 'x' });
    await storage.close();
  });
  it('keeps its prefix and its address, whatever a process was told', async () => {
    const identity = { idPrefix: 'OTHER' };
    const other = openPostgresStorage({ url: database.url, identity, listenUrl: () => PUBLIC_URL });
    await expect(other).rejects.toMatchObject({ code: 'settings_differ' });
  });
});
