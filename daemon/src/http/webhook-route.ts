// Receives the registry's webhooks (specification, "Delivery" and "Signature"): verify, store raw, answer, process later.
import { verifyWebhook } from '@artwork-registry/contract';
import type { FastifyInstance } from 'fastify';
import { webhookSecrets } from '../inbox.ts';
import type { ReceiverDeps } from './receiver.ts';

const MAX_DELIVERY_ID = 200;

/** `POST /webhooks/registry/<site_id>`. Whatever is not signed with the site's secret changes nothing. */
export function addWebhookRoute(server: FastifyInstance, deps: ReceiverDeps): void {
  server.post<{ Params: { siteId: string } }>('/webhooks/registry/:siteId', (request, reply) => {
    const header = (name: string) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const refuse = (reason: string) =>
      reply
        .code(401)
        .send({ error: { code: 'bad_signature', message: `The delivery was not accepted: ${reason}.` } });
    const site = deps.findSite(request.params.siteId);
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const now = deps.clock.now();
    if (!site) return refuse('mismatch');
    // Fresh by our own clock, or by the registry's as its answers showed it: either may be the one that is right.
    const clocks = [now, deps.registryNow(site.siteId)];
    const tries = webhookSecrets(site, now).flatMap((secret) => clocks.map((time) => ({ secret, time })));
    const verdicts = tries.map(({ secret, time }) =>
      verifyWebhook({
        secret,
        timestamp: header('x-registry-timestamp'),
        signature: header('x-registry-signature'),
        rawBody,
        nowSeconds: Math.floor(time / 1000),
      }),
    );
    if (!verdicts.some((verdict) => verdict.ok)) {
      const stale = verdicts.find((verdict) => !verdict.ok && verdict.reason === 'stale');
      return refuse(stale ? 'stale' : 'mismatch');
    }

    const deliveryId = header('x-registry-delivery') ?? '';
    if (deliveryId === '' || deliveryId.length > MAX_DELIVERY_ID) {
      return reply
        .code(400)
        .send({ error: { code: 'no_delivery_id', message: 'x-registry-delivery is missing.' } });
    }
    const isNew = deps.journal.deliveries.insert(site.siteId, deliveryId, rawBody.toString('utf8'), now);
    if (isNew) deps.wake(site.siteId, 'webhook');
    return reply.code(200).send({ stored: isNew });
  });
}
