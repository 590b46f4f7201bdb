// An instance that continues while its database lost the last writes: what it has kept of them is forgotten.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chosenPostgres, freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { sharedCluster } from '../../../tests/support/postgres-shared.ts';
import { addOrganization, PLAIN_WORK } from '../../../tests/support/publishers.ts';
import { afterRestore } from './after-restore.ts';
import { openPostgresStorage } from './open.ts';

let database: { url: string; drop(): Promise<void> };
beforeEach(async () => {
  database = await freshRegistry(`postgres-${chosenPostgres()}`);
});
afterEach(() => database.drop());

const open = () => openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL, mustExist: true });

it('finds works by mediums and artists of the database that is there, not of the lost writes', async () => {
  const cluster = await sharedCluster(chosenPostgres());
  const name = new URL(database.url).pathname.slice(1);
  const setUp = await open();
  const { organizationId } = await addOrganization(setUp, 'own');
  const publish = async (to: typeof setUp, title: string, medium: string, artistName: string) => {
    const fields = { ...PLAIN_WORK, title, medium };
    const [answer] = await to.publishArtworks([
      { organizationId, fields, artistName, source: null, idempotency: null },
    ]);
    expect(answer).toMatchObject({ ok: true });
  };
  await publish(setUp, 'first', 'Oil on canvas', 'Ana Berg');
  await setUp.close();
  await cluster.query(`CREATE DATABASE ${name}_older TEMPLATE ${name}`);
  const instance = await open();
  await publish(instance, 'lost', 'Oil on paper', 'Zoe Berg');
  const total = async (filter: { medium: string } | { artist: string }) => {
    const { total: found } = await instance.listPublicJson({ ...filter, limit: 5, offset: 0 });
    return found;
  };
  expect([await total({ medium: 'oil' }), await total({ artist: 'berg' })]).toEqual([2, 2]);

  await cluster.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  await cluster.query(`ALTER DATABASE ${name} RENAME TO ${name}_lost`);
  await cluster.query(`ALTER DATABASE ${name}_older RENAME TO ${name}`);
  await afterRestore(database.url, open, () => undefined);
  await publish(instance, 'next', 'Bronze', 'Ida Berg');
  expect([await total({ medium: 'oil' }), await total({ artist: 'berg' })]).toEqual([1, 2]);
  await instance.close();
  await cluster.query(`DROP DATABASE ${name}_lost`);
});
