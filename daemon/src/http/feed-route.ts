// The steps of a registry's feed that a host hands to its cells, over their socket only. A step becomes what a webhook would be: a
// delivery in the journal of each site of this registry that has the artwork and room for it. Repeated steps bring nothing twice.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ReceiverDeps } from './receiver-deps.ts';
import { FeedStep } from '../types/registry-answers.ts';

export const FeedSteps = z.object({
  steps: z.array(FeedStep).max(100),
  /** The registry whose feed it is: its numbers and its Art IDs mean nothing in another one. */
  feed: z.string().max(500),
});
export type FeedSteps = z.infer<typeof FeedSteps>;

/** `POST /feed`. */
export function addFeedRoute(server: FastifyInstance, deps: ReceiverDeps): void {
  const { journal, clock, wake, registryOf } = deps;
  server.post('/feed', async (request, reply) => {
    const read = FeedSteps.parse(JSON.parse((request.body as Buffer).toString('utf8')));
    const woken = new Set<string>();
    journal.transaction(() => {
      for (const step of read.steps) {
        for (const siteId of journal.works.listSitesOf(step.registry_id)) {
          if (registryOf(siteId) !== read.feed) continue;
          const id = `feed ${read.feed} ${step.seq}`.slice(-100);
          if (journal.deliveries.insert(siteId, id, eventOf(step, id), clock.now(), id)) woken.add(siteId);
        }
      }
    });
    await journal.flushed();
    for (const siteId of woken) wake(siteId, 'webhook');
    return reply.code(200).send({ sites: woken.size });
  });
}

/** A step says that the work changed, not how: it is read again. */
function eventOf({ op, registry_id, updated_at }: FeedSteps['steps'][number], id: string): string {
  return JSON.stringify({
    object: 'event',
    id,
    type: op === 'remove' ? 'artwork.removed' : 'artwork.updated',
    created_at: updated_at,
    organization: { slug: '' },
    resource: { type: 'artwork', id: registry_id, registry_id },
    changed_fields: [],
  });
}
