// The wake-up call of WordPress (docs/site-protocol.md): signed and answered at once. It only makes the next poll earlier.
import type { FastifyInstance } from 'fastify';
import type { ReceiverDeps } from './receiver-deps.ts';
import { faultOf } from './signed-request.ts';

/** `POST /sites/<site_id>/wake`. */
export function addWakeRoute(server: FastifyInstance, deps: ReceiverDeps): void {
  server.post<{ Params: { siteId: string } }>('/sites/:siteId/wake', (request, reply) => {
    const site = deps.findSite(request.params.siteId);
    const isSigned =
      site !== undefined && faultOf(request, `/sites/${site.siteId}/wake`, site, deps.clock) === null;
    if (!isSigned) {
      return reply
        .code(401)
        .send({ error: { code: 'bad_signature', message: 'The wake-up is not signed by the site.' } });
    }
    deps.wake(site.siteId, 'ping');
    return reply.code(202).send({ woken: true });
  });
}
