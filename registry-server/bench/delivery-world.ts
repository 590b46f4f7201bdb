// A small registry for the delivery rows: organisations with webhooks, and a way to fill their queues.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSigningSecret, sealSecret } from '../src/domain/delivery/signing-secret.ts';
import type { Storage } from '../src/storage/storage.ts';
import { makeCertificate } from '../tests/support/https-receiver.ts';
import { addApiKey, addOrganization } from '../tests/support/publishers.ts';
import { KEY, onPostgres, onSqlite } from './place.ts';
import type { Place } from './place.ts';
import { startReceivers, startServer } from './processes.ts';
import type { Measured, Receivers } from './processes.ts';

export type DeliveryWorld = {
  receivers: Receivers;
  /** Those at /hanging. */
  deaf: Receivers;
  server: Measured;
  /** The command line's way in, beside the running server. */
  storage: Storage;
  organization(slug: string): Promise<{ id: string; headers: Record<string, string> }>;
  /** Paused endpoints of the organisation; all answer alike. */
  endpoints(organizationId: string, path: 'quick' | 'distant' | 'hanging', count: number): Promise<string[]>;
  /** Adds this many events of different works to each queue. */
  fill(endpointIds: string[], each: number): Promise<void>;
  setStatus(endpointIds: string[], status: 'active' | 'paused'): Promise<void>;
  close(): Promise<void>;
};

export async function makeDeliveryWorld(place: Place): Promise<DeliveryWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'artwork-registry-receivers-'));
  const { caFile } = makeCertificate(folder);
  const receivers = await startReceivers(folder);
  // Those that hang are other machines in earnest; here at least another process.
  const deaf = await startReceivers(folder);
  const storage = await place.open();
  const server = await startServer(place, {
    REGISTRY_WEBHOOK_ALLOW_HOSTS: [receivers, deaf].map(({ url }) => new URL(url).host).join(','),
    REGISTRY_WEBHOOK_CA: caFile,
  });
  const setStatus: DeliveryWorld['setStatus'] = async (ids, status) => {
    await Promise.all(ids.map((id) => storage.updateWebhookStatus(id, status)));
  };
  return {
    receivers,
    deaf,
    server,
    storage,
    setStatus,
    organization: (slug) => addPublisher(storage, slug),
    endpoints: async (organizationId, path, count) => {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const secret = sealSecret(makeSigningSecret(), KEY);
        const url = `${(path === 'hanging' ? deaf : receivers).url}/${path}/${index}`;
        ids.push((await storage.insertWebhook({ organizationId, url, events: ['*'], secret })).id);
      }
      await setStatus(ids, 'paused');
      return ids;
    },
    fill: (ids, each) => fillQueues(place, ids, each),
    close: async () => {
      await server.stop();
      await storage.close();
      await Promise.all([receivers.stop(), deaf.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function addPublisher(storage: Storage, slug: string) {
  const { organizationId: id } = await addOrganization(storage, slug);
  const { apiKey } = await addApiKey(storage, id);
  return { id, headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' } };
}

const PIECE = 5000;

/** Straight in the database, a million rows in half a minute; the rows are those that the outbox writes. */
async function fillQueues(place: Place, endpointIds: string[], each: number): Promise<void> {
  const fillPiece = place.engine === 'sqlite' ? fillSqlite : fillPostgres;
  for (let from = 0; from < each; from += PIECE) {
    for (const endpointId of endpointIds) {
      await fillPiece(place, endpointId, from, Math.min(from + PIECE, each));
    }
  }
}

type Queued = { id: string; work: string; payload: string; nowMs: number };

function* eventsOf(from: number, to: number): Generator<Queued> {
  for (let index = from; index < to; index += 1) {
    const [id, work] = [crypto.randomUUID(), crypto.randomUUID()];
    const nowMs = Date.now();
    const payload = JSON.stringify({
      object: 'event',
      id,
      type: 'artwork.updated',
      created_at: new Date(nowMs).toISOString(),
      organization: { slug: 'bench' },
      resource: { type: 'artwork', id: work, registry_id: `AREG-${index}` },
      changed_fields: ['title', 'availability'],
    });
    yield { id, work, payload, nowMs };
  }
}

function fillSqlite(place: Place, endpointId: string, from: number, to: number): void {
  const db = onSqlite(place);
  const event = db.prepare(
    `INSERT INTO events (id, type, organization_id, payload, created_at)
     SELECT @id, 'artwork.updated', organization_id, @payload, @micros FROM webhook_endpoints WHERE id = @endpointId`,
  );
  const delivery = db.prepare(
    `INSERT INTO deliveries (id, event_seq, endpoint_id, resource_key, status, next_attempt_at_ms, created_at)
     VALUES (?, ?, ?, ?, 'pending', ?, ?)`,
  );
  db.transaction(() => {
    for (const { id, work, payload, nowMs } of eventsOf(from, to)) {
      const seq = event.run({ id, endpointId, payload, micros: nowMs * 1000 }).lastInsertRowid;
      delivery.run(crypto.randomUUID(), seq, endpointId, `artwork:${work}`, nowMs, nowMs * 1000);
    }
  }).immediate();
  db.close();
}

async function fillPostgres(place: Place, endpointId: string, from: number, to: number): Promise<void> {
  const events = [...eventsOf(from, to)];
  await onPostgres(place, (client) =>
    client.query(
      `WITH queued AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
           AS queued (id, work, payload, now_ms)),
         event AS (INSERT INTO events (id, type, organization_id, payload, created_at)
           SELECT queued.id, 'artwork.updated', organization_id, payload, now_ms * 1000
           FROM queued, webhook_endpoints w WHERE w.id = $5 RETURNING seq, id)
       INSERT INTO deliveries (id, event_seq, endpoint_id, resource_key, next_attempt_at_ms, created_at)
       SELECT gen_random_uuid()::text, event.seq, $5, 'artwork:' || work, now_ms, now_ms * 1000
       FROM event JOIN queued USING (id) ORDER BY event.seq`,
      [
        events.map(({ id }) => id),
        events.map(({ work }) => work),
        events.map(({ payload }) => payload),
        events.map(({ nowMs }) => nowMs),
        endpointId,
      ],
    ),
  );
}
