// A registry that is to be moved: what is in it, and an attempt that breaks off.
import pg from 'pg';
import { sealSecret } from '../../src/domain/delivery/signing-secret.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { addAccessRequest, addInstallation, addOrganization, PLAIN_WORK } from './publishers.ts';
import type { TestClock } from './test-clock.ts';

/** Breaks off where a move says that it begins this. */
export const breakAt = (step: string) => ({
  onProgress: (what: string) => {
    if (what === step) throw new Error('killed');
  },
});

/** The number of a move that a PostgreSQL database keeps. */
export async function numberIn(url: string): Promise<string | undefined> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ value: string }>(
    `SELECT value FROM registry_facts WHERE name = 'move_id'`,
  );
  await client.end();
  return rows[0]?.value;
}

/** Works of every kind: public, hidden, withdrawn, of two sites, of merged artists; events sent, failed and waiting. */
export async function fillToMove(storage: Storage, oldKey: Buffer, clock: TestClock): Promise<string> {
  const { organizationId } = await addOrganization(storage, 'own', {
    slug: 'g',
    name: 'Gälerie\t"G"\\N',
    country: 'Chile',
  });
  const installation = await addInstallation(storage, organizationId);
  await storage.insertWebhook({
    organizationId,
    url: 'https://r.example',
    events: ['*'],
    secret: sealSecret('whsec', oldKey),
  });
  const requestId = await addAccessRequest(storage);
  await addAccessRequest(storage, { email: 'waits@example.org' });
  await storage.approveAccessRequest(
    requestId,
    { organizationId },
    {
      hash: 'claimed',
      prefix: 'areg_claimed',
      name: null,
      scopes: ['artworks:read'],
      rateLimit: null,
      sealedKey: sealSecret('areg_key', oldKey),
    },
  );
  const availabilities = ['for_sale', 'sold', 'fully_private', 'not_for_sale'] as const;
  for (let index = 0; index < 40; index += 1) {
    const [outcome] = await storage.publishArtworks([
      {
        organizationId,
        fields: {
          ...PLAIN_WORK,
          title: `Größe ${index}\nzwei`,
          medium: index % 3 === 0 ? 'Öl auf Leinwand' : null,
          year_created: index % 2 === 0 ? '1990' : null,
          height_cm: index / 3,
          availability: availabilities[index % 4] ?? 'sold',
          price: index % 4 === 0 ? { amount: 10.5 * index, currency: 'EUR' } : null,
        },
        artistName: index % 5 === 0 ? 'Ana Mora' : `Künstler ${index % 7}`,
        source:
          index % 2 === 0
            ? {
                installationId: installation,
                externalId: String(index),
                status: 'active',
                lastSyncedAt: 1,
              }
            : null,
        idempotency: { key: `key ${index}`, requestHash: 'h' },
      },
    ]);
    if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
    if (index === 7) await storage.withdrawArtwork(outcome.body.registry_id);
  }
  await storage.mergeArtists('kunstler-1', 'ana-mora');
  const [lane] = await storage.claimDeliveries({
    leaseMs: 60_000,
    perEndpoint: 8,
    capacity: new Map(),
    isDueLikely: true,
  });
  await storage.finishDeliveries(
    (lane?.deliveries ?? []).slice(0, 4).map(({ seq, leaseUntilMs }) => ({
      claim: { seq, endpointId: lane?.endpointId ?? '', leaseUntilMs, startedAtMs: clock.ms },
      result: { kind: 'delivered', status: 200, durationMs: 3 },
    })),
  );
  return organizationId;
}
