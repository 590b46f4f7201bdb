// A receiver of webhooks that counts: which events came, under how many delivery ids, and whether those of one work came in order.
import { mkdirSync, readFileSync } from 'node:fs';
import { WebhookEvent } from '@artwork-registry/contract';
import { startReceiver } from '../../support/https-receiver.ts';
import type { Receiver } from '../../support/https-receiver.ts';

export type EventReceiver = Pick<Receiver, 'url' | 'host' | 'caFile' | 'close'> & {
  readonly certificate: string;
  /** Different events of each work. */
  countOf(registryId: string): number;
  /** All different events. */
  events(): number;
  /** Attempts that brought an event once more. */
  repeats(): number;
  /** Events that came for the first time after a later one of the same work. */
  outOfOrder(): number;
  /** Events that came under more than one delivery id. */
  doubled(): number;
};

export async function startEventReceiver(folder: string): Promise<EventReceiver> {
  mkdirSync(folder, { recursive: true });
  const receiver = await startReceiver(folder);
  const deliveryOf = new Map<string, string>();
  const works = new Map<string, { count: number; last: string }>();
  const doubled = new Set<string>();
  let [repeats, outOfOrder] = [0, 0];
  receiver.answer(({ headers, rawBody }, response) => {
    // Only the counts are looked at; the bodies need not be kept.
    receiver.received.length = 0;
    const event = WebhookEvent.parse(JSON.parse(rawBody.toString()));
    const delivery = String(headers['x-registry-delivery']);
    const known = deliveryOf.get(event.id);
    if (known === undefined) {
      deliveryOf.set(event.id, delivery);
      const registryId = event.resource.registry_id ?? event.resource.id;
      const work = works.get(registryId) ?? { count: 0, last: '' };
      if (event.created_at < work.last) outOfOrder += 1;
      else work.last = event.created_at;
      work.count += 1;
      works.set(registryId, work);
    } else {
      repeats += 1;
      if (known !== delivery) doubled.add(event.id);
    }
    response.writeHead(204).end();
  });
  return {
    ...receiver,
    certificate: readFileSync(receiver.caFile, 'utf8'),
    countOf: (registryId) => works.get(registryId)?.count ?? 0,
    events: () => deliveryOf.size,
    repeats: () => repeats,
    outOfOrder: () => outOfOrder,
    doubled: () => doubled.size,
  };
}
