// A primary crashes while a COMMIT waits for its standby, comes back alone, and is then lost for good: the standby is promoted
// without that commit. Nobody may have been told of it, neither by its answer nor by a replay, or its Art ID is issued twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openLink } from '../support/network-latency.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import type { Cluster } from '../support/postgres-cluster.ts';
import { makeSynchronous, promote, startStandby } from '../support/postgres-standby.ts';
import { makeInstance, operate } from './chaos/instance.ts';

const socketOf = (cluster: Cluster) => ({ path: join(cluster.socketFolder, '.s.PGSQL.5432') });

it('a commit that the standby does not have is told to nobody', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-lost-'));
  const primary = await startCluster();
  const url = await primary.createDatabase('registry');
  const standby = await startStandby(primary);
  await makeSynchronous(primary);
  const environment = { REGISTRY_SECRET_KEY: '07'.repeat(32), REGISTRY_LOG_LEVEL: 'fatal' };
  const operator = (...args: string[]) => operate({ ...environment, DATABASE_URL: url }, ...args);
  await operator('migrate');
  await operator('org', 'create', '--slug', 'd', '--name', 'D');
  await operator(...['profile', 'create', '--org', 'd', '--type', 'gallery', '--slug', 'd', '--name', 'D']);
  const { api_key: key } = await operator(
    ...['key', 'create', '--org', 'd', '--scopes', 'artworks:read,artworks:write'],
  );
  const link = await openLink({ to: socketOf(primary) });
  const instance = await makeInstance('one', { ...environment, DATABASE_URL: link.url('registry') }, folder);
  await instance.start();
  const publish = async (title: string) => {
    const response = await fetch(`${instance.address}/api/v1/artworks`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': title,
      },
      body: JSON.stringify({ title, artist_name: 'Ana' }),
      signal: AbortSignal.timeout(15_000),
    });
    return { status: response.status, body: (await response.json()) as { registry_id?: string } };
  };
  try {
    expect(await publish('first')).toMatchObject({ status: 201, body: { registry_id: 'AREG-100001' } });
    await standby.kill9();
    const second = publish('second');
    await sleep(700);
    await primary.kill9();
    await primary.start();
    // The commit is there, but only on this machine.
    // Not 503, which says that nothing was done.
    expect((await second).status).toBe(500);
    const repeated = await publish('second').catch(() => ({ status: 503 }));
    expect(repeated.status).toBeGreaterThanOrEqual(500);
    await primary.kill9();
    await standby.start();
    await promote(standby);
    await link.leadTo(socketOf(standby));
    await makeSynchronous(standby, false);
    await expect.poll(async () => (await publish('third')).status, { timeout: 20_000 }).toBeLessThan(300);
    expect(await publish('third')).toMatchObject({ body: { registry_id: 'AREG-100002' } });
  } finally {
    await instance.kill9();
    await link.close();
    await standby.close();
    await primary.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
