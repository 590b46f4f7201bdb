// An upgrade without a pause: the schema is migrated beside two running instances, then one after the other is stopped and
// started again, while clients behind a load balancer continue. No request fails.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { listMigrations, migrate, PROGRAM } from '../../src/storage/postgres/engine/migrate.ts';
import { freshRegistry } from '../support/engines.ts';
import { makeInstance, operate } from './chaos/instance.ts';
import type { Instance } from './chaos/instance.ts';

const CLIENTS = 8;
const LOOK_MS = 100;

/** Sends to an instance only while it says that it is ready, as haproxy does. */
function startBalancer(instances: Instance[]) {
  let ready = instances.map(({ address }) => address);
  let turn = 0;
  let isStopped = false;
  const watch = (async () => {
    while (!isStopped) {
      const looks = instances.map(async ({ address }) => {
        const answer = await fetch(`${address}/readyz`).catch(() => undefined);
        return answer?.ok ? [address] : [];
      });
      ready = (await Promise.all(looks)).flat();
      await sleep(LOOK_MS);
    }
  })();
  return {
    pick: () => ready[(turn += 1) % ready.length] ?? '',
    stop: async () => {
      isStopped = true;
      await watch;
    },
  };
}

it('an upgrade of schema and program loses no request', { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-upgrade-'));
  const { url, drop } = await freshRegistry('postgres-15');
  const environment = {
    DATABASE_URL: url,
    REGISTRY_SECRET_KEY: '07'.repeat(32),
    REGISTRY_RATE_LIMIT: '1000000',
    REGISTRY_LOG_LEVEL: 'error',
    REGISTRY_DRAIN_SECONDS: '1',
  };
  const instances = [
    await makeInstance('one', environment, folder),
    await makeInstance('two', environment, folder),
  ];
  await Promise.all(instances.map((instance) => instance.start()));
  await operate(environment, 'org', 'create', '--slug', 'o', '--name', 'O');
  await operate(
    environment,
    ...['profile', 'create', '--org', 'o', '--type', 'gallery', '--slug', 'g', '--name', 'G'],
  );
  const { api_key: key } = await operate(
    environment,
    ...['key', 'create', '--org', 'o', '--scopes', 'artworks:read,artworks:write'],
  );
  const balancer = startBalancer(instances);
  const failures: string[] = [];
  const written = new Set<string>();
  let isOver = false;
  const client = async (name: number) => {
    for (let count = 0; !isOver; count += 1) {
      const response = await fetch(`${balancer.pick()}/api/v1/artworks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          title: `work ${name} ${count}`,
          artist_name: 'Ana',
          availability: 'for_sale',
        }),
      }).catch((error: unknown) => String(error));
      if (typeof response === 'string') failures.push(response);
      else if (response.status === 201)
        written.add(((await response.json()) as { registry_id: string }).registry_id);
      else failures.push(`${response.status} ${await response.text()}`);
      await sleep(10);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, name) => client(name));
  try {
    await sleep(1000);
    cpSync(join(import.meta.dirname, '../../src/storage/postgres/migrations'), folder, { recursive: true });
    const name = (step: number) => join(folder, `${String(PROGRAM + step).padStart(4, '0')}-next`);
    writeFileSync(`${name(1)}.sql`, 'ALTER TABLE artworks ADD COLUMN weight_kg double precision;');
    writeFileSync(
      `${name(2)}.concurrently.sql`,
      'CREATE INDEX CONCURRENTLY artworks_by_weight ON artworks (weight_kg);',
    );
    expect(await migrate(url, { migrations: listMigrations(folder) })).toHaveLength(2);
    for (const instance of instances) {
      await instance.stop();
      await instance.start();
      await sleep(500);
    }
    isOver = true;
    await Promise.all(clients);
    expect(failures).toEqual([]);
    const list = await fetch(`${balancer.pick()}/api/v1/artworks?limit=1`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(((await list.json()) as { pagination: { total: number } }).pagination.total).toBe(written.size);
    expect(written.size).toBeGreaterThan(100);
  } finally {
    isOver = true;
    await balancer.stop();
    await Promise.all(instances.map((instance) => instance.stop()));
    await drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
