// One connection to a real PostgreSQL: how it sends, and when it is given up.
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chosenPostgres } from '../../../../tests/support/engines.ts';
import { sharedCluster } from '../../../../tests/support/postgres-shared.ts';
import { StorageUnavailable } from '../../storage.ts';
import { makeClient } from './client.ts';
import { Connection } from './connection.ts';

let database: { url: string; drop(): Promise<void> };
let connection: Connection;
let losses = 0;
beforeAll(async () => {
  database = await (await sharedCluster(chosenPostgres())).freshDatabase();
  connection = new Connection({
    url: database.url,
    purpose: 'test',
    answerMs: 600,
    onLost: () => void (losses += 1),
  });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const wait = (seconds: number) => connection.query<{ slept: string }>('SELECT pg_sleep($1)', [seconds]);

it('keeps what is answered one after the other, however long all of it takes', async () => {
  await Promise.all([0.3, 0.3, 0.3, 0.3].map(wait));
  expect(losses).toBe(0);
});

it('sends what is asked in one turn of the event loop in one write', async () => {
  await connection.query('SELECT 1 AS one');
  const write = vi.spyOn(Socket.prototype as unknown as { _writev: () => void }, '_writev');
  await Promise.all([1, 2, 3].map(() => connection.query('SELECT 1 AS one')));
  expect(write).toHaveBeenCalledTimes(1);
  write.mockRestore();
});

it('is lost when nothing is answered for so long, fails all that is under way, and connects again', async () => {
  const began = performance.now();
  const settled = await Promise.allSettled([wait(20), wait(0)]);
  expect(performance.now() - began).toBeLessThan(10_000);
  for (const { status, reason } of settled as PromiseRejectedResult[])
    expect([status, reason instanceof StorageUnavailable]).toEqual(['rejected', true]);
  expect(losses).toBe(1);
  expect(await connection.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('a client whose connection ends while nothing is under way ends no process, and fails its next query', async () => {
  const client = makeClient({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await connection.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable|terminated/);
});

it('a statement behind the one that failed in its transaction fails for the same reason', async () => {
  const failing = Promise.allSettled([
    connection.command('BEGIN'),
    connection.query(`SELECT set_config('statement_timeout', '1', true)`),
    wait(1),
    connection.query('SELECT 1'),
    connection.command('SAVEPOINT unit'),
  ]);
  const reasons = (await failing).map((settled) => (settled as PromiseRejectedResult).reason as unknown);
  await connection.command('ROLLBACK');
  expect(reasons.map((reason) => reason && String(reason))).toEqual([
    undefined,
    undefined,
    ...Array<string>(3).fill('StorageUnavailable: the database takes too long'),
  ]);
});
