// Receives the registry's webhooks (specification, "Delivery" and "Signature"): verify, store raw, answer, process later.
import { receiveWebhook } from '@artwork-registry/contract';
import type { FastifyInstance } from 'fastify';
import { deliveryInbox, InboxFull } from '../site/inbox.ts';
import { webhookSecrets } from '../site/webhook-secrets.ts';
import type { ReceiverDeps } from './receiver-deps.ts';

/** The registry sends the delivery again after it; the sweep of each hour makes room. */
const FULL_SECONDS = 600;

/** `POST /webhooks/registry/<site_id>`. A delivery that is not signed with the site's secret changes nothing. */
export function addWebhookRoute(server: FastifyInstance, deps: ReceiverDeps): void {
  server.post<{ Params: { siteId: string } }>('/webhooks/registry/:siteId', async (request, reply) => {
    const site = deps.findSite(request.params.siteId);
    const now = deps.clock.now();
    // Fresh by our clock or by the registry's, as its answers showed it: either of the two may be wrong.
    const clocks = site ? [now, deps.registryNow(site.siteId)] : [now];
    const receipt = await receiveWebhook({
      secret: site ? webhookSecrets(site, now) : [],
      headers: request.headers,
      rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      nowSeconds: clocks.map((time) => Math.floor(time / 1000)),
      inbox: site ? deliveryInbox(deps.journal, site.siteId, now) : { insert: () => false },
    }).catch((error: unknown) => {
      if (error instanceof InboxFull) return null;
      throw error;
    });
    if (receipt === null) {
      void reply.header('retry-after', String(FULL_SECONDS));
      const message = 'The site does not take what it is told. Send the delivery again later.';
      return reply.code(503).send({ error: { code: 'too_many_deliveries', message } });
    }
    if (receipt.outcome === 'refused') {
      if (site && receipt.reason === 'mismatch') deps.recordUnfit(site.siteId);
      const message = `The delivery was not accepted: ${receipt.reason}.`;
      const code = receipt.status === 401 ? 'bad_signature' : 'malformed_delivery';
      return reply.code(receipt.status).send({ error: { code, message } });
    }
    if (site && receipt.outcome === 'stored') deps.wake(site.siteId, 'webhook');
    // After a 2xx the registry does not send it again, so it must be on the disk first, also where another delivery stored it.
    await deps.journal.flushed();
    return reply.code(200).send({ stored: receipt.outcome === 'stored' });
  });
}
