// The wake-up call of WordPress (docs/site-protocol.md): signed and answered at once. It only makes the next poll earlier.
import type { FastifyInstance } from 'fastify';
import { isSiteSignature } from '../site/site-signature.ts';
import type { ReceiverDeps } from './receiver-deps.ts';

const MAX_SKEW_SECONDS = 300;

/** `POST /sites/<site_id>/wake`. */
export function addWakeRoute(server: FastifyInstance, deps: ReceiverDeps): void {
  server.post<{ Params: { siteId: string } }>('/sites/:siteId/wake', (request, reply) => {
    const header = (name: string) => String(request.headers[name] ?? '');
    const site = deps.findSite(request.params.siteId);
    const timestamp = Number(header('x-areg-timestamp'));
    const isFresh = Math.abs(deps.clock.now() / 1000 - timestamp) <= MAX_SKEW_SECONDS;
    const isSigned =
      site !== undefined &&
      isFresh &&
      isSiteSignature(
        site.secret,
        {
          direction: 'site-to-daemon',
          method: 'POST',
          route: `/sites/${site.siteId}/wake`,
          siteId: site.siteId,
          timestamp,
          nonce: header('x-areg-nonce'),
          body: Buffer.isBuffer(request.body) ? request.body : '',
        },
        header('x-areg-signature'),
      );
    if (!isSigned) {
      return reply
        .code(401)
        .send({ error: { code: 'bad_signature', message: 'The wake-up is not signed by the site.' } });
    }
    deps.wake(site.siteId, 'ping');
    return reply.code(202).send({ woken: true });
  });
}
