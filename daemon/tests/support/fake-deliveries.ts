// The registry's delivery worker, at its worst: events arrive late, twice and in another order, and are sent again until
// they are taken, which is what the specification promises of it.
import { signWebhook } from '@artwork-registry/contract';
import { randomUUID } from 'node:crypto';
import type { FakeRegistry } from './fake-registry.ts';
import type { Random } from '../../../stage/fakes/random.ts';

type Delivery = { id: string; body: string; type: string };

/** One webhook endpoint; several hear of every event. */
export class FakeDeliveries {
  readonly counts = { sent: 0, doubled: 0, refused: 0 };
  private readonly random: Random;
  private readonly now: () => number;
  private readonly secret: string;
  private waiting: Delivery[] = [];

  constructor(registry: FakeRegistry, secret: string, random: Random, now: () => number) {
    this.random = random;
    this.now = now;
    this.secret = secret;
    const { onEvent } = registry.artworks;
    registry.artworks.onEvent = (type, artwork) => {
      onEvent(type, artwork);
      const event = {
        object: 'event',
        id: randomUUID(),
        type,
        created_at: artwork.updatedAt,
        organization: { slug: 'ours' },
        resource: { type: 'artwork', id: artwork.registryId, registry_id: artwork.registryId },
        changed_fields: [],
      };
      this.waiting.push({ id: event.id, type, body: JSON.stringify(event) });
    };
  }

  /** Sends up to `count` of the waiting deliveries in any order, some of them twice; those that fail stay. */
  async deliver(url: string, count = Infinity): Promise<void> {
    for (let sent = 0; sent < count && this.waiting.length > 0; sent += 1) {
      const [delivery] = this.waiting.splice(this.random.below(this.waiting.length), 1);
      if (!delivery) return;
      const isTaken = await this.post(url, delivery);
      if (!isTaken) {
        this.waiting.push(delivery);
        return;
      }
      if (this.random.next() < 0.3) {
        this.counts.doubled += 1;
        await this.post(url, delivery);
      }
    }
  }

  isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  private async post(url: string, delivery: Delivery): Promise<boolean> {
    this.counts.sent += 1;
    const timestamp = Math.floor(this.now() / 1000);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: delivery.body,
        headers: {
          'content-type': 'application/json',
          'x-registry-event': delivery.type,
          'x-registry-delivery': delivery.id,
          'x-registry-timestamp': String(timestamp),
          'x-registry-attempt': '1',
          'x-registry-signature': signWebhook(this.secret, timestamp, delivery.body),
        },
      });
      await answer.arrayBuffer();
      if (!answer.ok) this.counts.refused += 1;
      return answer.ok;
    } catch {
      this.counts.refused += 1;
      return false;
    }
  }
}
