// A small registry for the delivery rows: organisations with webhooks, and a way to fill their queues.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { makeSigningSecret, sealSecret } from '../src/domain/signing-secret.ts';
import { openWriter } from '../src/storage/sqlite/engine/connection.ts';
import type { Storage } from '../src/storage/storage.ts';
import { makeCertificate } from '../tests/support/https-receiver.ts';
import { addApiKey, addOrganization } from '../tests/support/publishers.ts';
import { startReceivers, startServer } from './processes.ts';
import type { Measured, Receivers } from './processes.ts';
import { openStorage } from './world.ts';

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
  fill(endpointIds: string[], each: number): void;
  setStatus(endpointIds: string[], status: 'active' | 'paused'): Promise<void>;
  close(): Promise<void>;
};

const KEY = Buffer.alloc(32, 9);

/** In a new folder below `parent`, which the caller removes. */
export async function makeDeliveryWorld(parent: string): Promise<DeliveryWorld> {
  const folder = mkdtempSync(join(parent, 'delivery-'));
  const { caFile } = makeCertificate(folder);
  const receivers = await startReceivers(folder);
  // Those that hang are other machines in earnest; here at least another process.
  const deaf = await startReceivers(folder);
  const storage = openStorage(folder);
  const server = await startServer(folder, {
    REGISTRY_SECRET_KEY: KEY.toString('hex'),
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
    fill: (ids, each) => fillQueues(join(folder, 'registry.db'), ids, each),
    close: async () => {
      await server.stop();
      await storage.close();
      await Promise.all([receivers.stop(), deaf.stop()]);
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
function fillQueues(file: string, endpointIds: string[], each: number): void {
  const db = openWriter(file);
  const event = db.prepare(
    `INSERT INTO events (id, type, organization_id, payload, created_at)
     SELECT @id, 'artwork.updated', organization_id, @payload, @micros FROM webhook_endpoints WHERE id = @endpointId`,
  );
  const delivery = db.prepare(
    `INSERT INTO deliveries (id, event_seq, endpoint_id, resource_key, status, next_attempt_at_ms, created_at)
     VALUES (?, ?, ?, ?, 'pending', ?, ?)`,
  );
  for (let from = 0; from < each; from += PIECE) {
    for (const endpointId of endpointIds) {
      db.transaction(() => {
        for (let index = from; index < Math.min(from + PIECE, each); index += 1) {
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
          const seq = event.run({ id, endpointId, payload, micros: nowMs * 1000 }).lastInsertRowid;
          delivery.run(crypto.randomUUID(), seq, endpointId, `artwork:${work}`, nowMs, nowMs * 1000);
        }
      }).immediate();
    }
  }
  db.close();
}
