// Crashes and failing receivers together: 2,000 writes over HTTP while the server is killed five times with SIGKILL and
// both receivers fail at random. Every event must arrive, under one delivery id, in order per work.
//
// Seed 20260301. A receiver refuses an attempt with probability 0.06 (500, or 429), drops the connection unread with
// 0.02, and takes it but loses its own answer with 0.02; never the sixth attempt of a delivery, and never more than eight
// times in a row (ten would rightly pause it).
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook, WebhookEvent } from '@artwork-registry/contract';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addApiKey, addOrganization } from '../support/publishers.ts';
import { seededRandom } from '../../bench/dataset.ts';
import { systemClock } from '#kit/clock';
import { makeSigningSecret, sealSecret } from '../../src/domain/delivery/signing-secret.ts';
import { startReceiver } from '../support/https-receiver.ts';
import type { Receiver } from '../support/https-receiver.ts';
import { openTestStorage } from '../support/test-registry.ts';

const SEED = 20260301;
const [REFUSES, DROPS, LOSES_ANSWER] = [0.06, 0.02, 0.02];
const MOST_IN_A_ROW = 8;
const [WORKS, VERSIONS, CLIENTS, KILLS] = [400, 5, 16, 5];
const WRITES = WORKS * VERSIONS;
const KEY = Buffer.alloc(32, 7);

type Witness = {
  secret: string;
  receiver: Receiver;
  /** By event id: every delivery id it came under, and the first that was taken. */
  ids: Map<string, Set<string>>;
  taken: Map<string, WebhookEvent>;
  counts: {
    attempts: number;
    refused: number;
    dropped: number;
    answersLost: number;
    repeats: number;
    forged: number;
  };
};

let folder: string;
let server: ChildProcess | undefined;
let witnesses: Witness[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-chaos-'));
});
afterEach(async () => {
  await stop();
  await Promise.all(witnesses.map((witness) => witness.receiver.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function witness(name: string, seed: number): Promise<Witness> {
  const own = join(folder, name);
  mkdirSync(own);
  const random = seededRandom(seed);
  const receiver = await startReceiver(own);
  const made: Witness = {
    secret: makeSigningSecret(),
    receiver,
    ids: new Map(),
    taken: new Map(),
    counts: { attempts: 0, refused: 0, dropped: 0, answersLost: 0, repeats: 0, forged: 0 },
  };
  const { counts, ids, taken } = made;
  let failuresInARow = 0;
  receiver.answer(({ headers, rawBody }, response) => {
    // Only the counts are looked at; two thousand bodies need not be kept.
    receiver.received.length = 0;
    counts.attempts += 1;
    const verdict = verifyWebhook({
      secret: made.secret,
      timestamp: String(headers['x-registry-timestamp']),
      signature: String(headers['x-registry-signature']),
      rawBody,
      nowSeconds: Math.floor(Date.now() / 1000),
    });
    if (!verdict.ok) counts.forged += 1;
    const event = WebhookEvent.parse(JSON.parse(rawBody.toString()));
    const seen = ids.get(event.id) ?? new Set();
    ids.set(event.id, seen.add(String(headers['x-registry-delivery'])));
    const mayFail = headers['x-registry-attempt'] !== '6' && failuresInARow < MOST_IN_A_ROW;
    const chance = mayFail ? random() : 1;
    failuresInARow = chance < REFUSES + DROPS + LOSES_ANSWER ? failuresInARow + 1 : 0;
    if (chance < REFUSES) {
      counts.refused += 1;
      response.writeHead(chance < REFUSES / 2 ? 500 : 429).end();
    } else if (chance < REFUSES + DROPS) {
      counts.dropped += 1;
      response.destroy();
    } else {
      if (taken.has(event.id)) counts.repeats += 1;
      else taken.set(event.id, event);
      if (chance < REFUSES + DROPS + LOSES_ANSWER) {
        counts.answersLost += 1;
        response.destroy();
      } else response.writeHead(204).end();
    }
  });
  return made;
}

async function prepare(): Promise<string> {
  witnesses = [await witness('one', SEED), await witness('two', SEED + 1)];
  const storage = openTestStorage(folder, systemClock);
  const { organizationId } = await addOrganization(storage, 'own');
  const { apiKey } = await addApiKey(storage, organizationId);
  for (const { receiver, secret } of witnesses) {
    await storage.insertWebhook({
      organizationId,
      url: receiver.url,
      events: ['*'],
      secret: sealSecret(secret, KEY),
    });
  }
  await storage.close();
  writeFileSync(
    join(folder, 'ca.pem'),
    witnesses.map(({ receiver }) => readFileSync(receiver.caFile, 'utf8')).join('\n'),
  );
  return apiKey;
}

/** Answers the address of the server; one server at a time. */
async function serve(): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), 'serve'], {
    env: {
      ...process.env,
      REGISTRY_DATA_DIR: folder,
      REGISTRY_PORT: '0',
      REGISTRY_RATE_LIMIT: '1000000',
      REGISTRY_SECRET_KEY: KEY.toString('hex'),
      REGISTRY_LOG_LEVEL: 'error',
      REGISTRY_WEBHOOK_ALLOW_HOSTS: witnesses.map(({ receiver }) => receiver.host).join(','),
      REGISTRY_WEBHOOK_CA: join(folder, 'ca.pem'),
      REGISTRY_WEBHOOK_BACKOFF_SECONDS: '0.02,0.02,0.02,0.02,0.02',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server ended before it listened')));
    child.stdout.on('data', (chunk: Buffer) => {
      const address = /listening on (\S+)/.exec(chunk.toString())?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}

async function stop(): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

type Writers = { done: () => number; finished: Promise<unknown>; moveTo(address: Promise<string>): void };

/** Sixteen clients that publish works and retitle them, each repeating a call until it is answered. */
function startWriting(apiKey: string, first: Promise<string>): Writers {
  let [address, done, next] = [first, 0, 0];
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  async function call(
    method: string,
    path: string,
    body: object,
    key: string,
  ): Promise<{ registry_id: string }> {
    for (;;) {
      try {
        const response = await fetch(`${await address}/api/v1${path}`, {
          method,
          headers: { ...headers, ...(method === 'POST' && { 'idempotency-key': key }) },
          body: JSON.stringify(body),
        });
        const answer = (await response.json()) as { data: { registry_id: string } };
        if (response.ok) return answer.data;
        if (response.status < 500 && response.status !== 409) throw new TypeError(JSON.stringify(answer));
      } catch (error) {
        // fetch says TypeError for a server that is gone, with a cause; a refusal has none.
        if (error instanceof TypeError && error.cause === undefined) throw error;
      }
      await sleep(10);
    }
  }
  const client = async (): Promise<void> => {
    while (next < WORKS) {
      const work = next++;
      const title = (version: number) => `Work ${work}, version ${version}`;
      const created = await call(
        'POST',
        '/artworks',
        { title: title(1), artist_name: 'Ana' },
        `work-${work}`,
      );
      done += 1;
      for (let version = 2; version <= VERSIONS; version += 1) {
        await call('PATCH', `/artworks/${created.registry_id}`, { title: title(version) }, '');
        done += 1;
      }
    }
  };
  return {
    done: () => done,
    finished: Promise.all(Array.from({ length: CLIENTS }, client)),
    moveTo: (to) => (address = to),
  };
}

function readStored(): { events: string[]; deliveries: number; notDelivered: number } {
  const db = new BetterSqlite(join(folder, 'registry.db'), { readonly: true });
  const one = (sql: string) => db.prepare(sql).pluck().get() as number;
  const stored = {
    events: db.prepare('SELECT id FROM events').pluck().all() as string[],
    deliveries: one('SELECT count(*) FROM deliveries'),
    notDelivered: one(`SELECT count(*) FROM deliveries WHERE status <> 'delivered'`),
  };
  db.close();
  return stored;
}

it(
  'loses, doubles and reorders nothing over five crashes and failing receivers',
  { timeout: 300_000 },
  async () => {
    const apiKey = await prepare();
    const first = serve();
    const writers = startWriting(apiKey, first);
    await first;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const until = Math.floor((WRITES * kill) / (KILLS + 1));
      while (writers.done() < until) await Promise.race([sleep(2), writers.finished]);
      await stop();
      const again = serve();
      writers.moveTo(again);
      await again;
    }
    await writers.finished;
    await expect.poll(() => readStored().notDelivered, { timeout: 200_000, interval: 500 }).toBe(0);

    const stored = readStored();
    expect(writers.done()).toBe(WRITES);
    expect(stored.events).toHaveLength(WRITES);
    expect(stored.deliveries).toBe(WRITES * witnesses.length);
    for (const { ids, taken, counts } of witnesses) {
      expect(counts.forged).toBe(0);
      expect([...taken.keys()].sort()).toEqual(stored.events.toSorted());
      expect([...ids.values()].filter((seen) => seen.size !== 1)).toEqual([]);
      const created = new Map<string, string[]>();
      for (const { resource, created_at } of taken.values()) {
        created.set(resource.id, [...(created.get(resource.id) ?? []), created_at]);
      }
      expect(created.size).toBe(WORKS);
      for (const times of created.values()) expect(times).toEqual(times.toSorted());
      console.log(
        `chaos, seed ${SEED}: ${JSON.stringify({ writes: WRITES, kills: KILLS, events: taken.size, ...counts })}`,
      );
    }
  },
);
