// Requests that a site signs to this service (docs/site-protocol.md, "Signature", direction `site-to-daemon`), and the signed answers.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#kit/clock';
import { isSiteSignature, signSite } from '../site/site-signature.ts';

const MAX_SKEW_SECONDS = 300;
const NONCE_MS = 600_000;
/** One form only: what is remembered of a request must not be as long as its sender likes. */
const NONCE = /^[0-9a-f]{32}$/;

type Signer = { siteId: string; secret: string };
export type Fault = 'bad_signature' | 'clock_skew' | 'replayed';

export const FAULTS: { [code in Fault]: string } = {
  bad_signature: 'The request is not signed by this site.',
  clock_skew: 'The clocks of site and service are more than five minutes apart.',
  replayed: 'This request was made before.',
};

const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? '');
const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Checks signature, time and, with `nonces`, that it was not noted; null: all is right. `body`: where it was read apart. */
export function faultOf(
  request: FastifyRequest,
  route: string,
  site: Signer,
  clock: Clock,
  { nonces, body = bodyOf(request) }: { nonces?: Nonces; body?: Buffer } = {},
): Fault | null {
  const timestamp = Number(header(request, 'x-areg-timestamp'));
  const nonce = header(request, 'x-areg-nonce');
  const parts = {
    direction: 'site-to-daemon',
    method: 'POST',
    route,
    siteId: site.siteId,
    timestamp,
    nonce,
    body,
  } as const;
  const isOfSite = header(request, 'x-areg-site') === site.siteId && NONCE.test(nonce);
  if (!isOfSite || !isSiteSignature(site.secret, parts, header(request, 'x-areg-signature')))
    return 'bad_signature';
  if (Math.abs(clock.now() / 1000 - timestamp) > MAX_SKEW_SECONDS) return 'clock_skew';
  return nonces?.isSeen(request, site.siteId) ? 'replayed' : null;
}

/** Answers with the signature of the service, which repeats the nonce of the request. */
export function replySigned(
  reply: FastifyReply,
  route: string,
  site: Signer,
  clock: Clock,
  { status, body }: { status: number; body: object },
): FastifyReply {
  const text = JSON.stringify(body);
  const nonce = header(reply.request, 'x-areg-nonce');
  const timestamp = Math.floor(clock.now() / 1000);
  const parts = { direction: 'daemon-to-site', method: String(status), route, siteId: site.siteId } as const;
  return reply
    .code(status)
    .type('application/json')
    .headers({
      'x-areg-version': '1',
      'x-areg-site': site.siteId,
      'x-areg-timestamp': String(timestamp),
      'x-areg-nonce': nonce,
      'x-areg-signature': signSite(site.secret, { ...parts, timestamp, nonce, body: text }),
    })
    .send(text);
}

export type Nonces = ReturnType<typeof createNonces>;

/**
 * Remembers for ten minutes which nonces were used. Only requests with a right signature get here, and `note` only those within their
 * site's limit: each costs memory, and a site could send as many as its line carries.
 */
export function createNonces(clock: Clock) {
  const seen = new Map<string, number>();
  const nameOf = (request: FastifyRequest, siteId: string) => `${siteId} ${header(request, 'x-areg-nonce')}`;
  return {
    isSeen(request: FastifyRequest, siteId: string): boolean {
      const atMs = seen.get(nameOf(request, siteId));
      return atMs !== undefined && clock.elapsed() - atMs < NONCE_MS;
    },
    note(request: FastifyRequest, siteId: string): void {
      const nowMs = clock.elapsed();
      // In the order in which they came, so that the old ones are in front.
      for (const [old, atMs] of seen) {
        if (nowMs - atMs < NONCE_MS) break;
        seen.delete(old);
      }
      seen.set(nameOf(request, siteId), nowMs);
    },
  };
}
