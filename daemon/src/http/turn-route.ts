// A site that cannot be reached carries the calls itself, or leaves (docs/site-protocol.md, "Mailbox" and "Leaving a host").
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Turn } from '../site/turns.ts';
import type { Site } from '../site/sites-file.ts';
import type { ReceiverDeps } from './receiver-deps.ts';
import { createNonces, FAULTS, faultOf, replySigned } from './signed-request.ts';

/** An answer of 4 MiB as JSON text, most of which is one byte a character. */
const MOST_TURN_BYTES = 6 * 2 ** 20;
/** Far more than a first import takes, and nothing to a loop that lost its pause. */
const MOST_TURNS = 600;
const WINDOW_MS = 60_000;

type SiteRequest = { Params: { siteId: string } };

/** `POST /sites/<site_id>/turn` and `POST /sites/<site_id>/leave`. */
export function addTurnRoutes(server: FastifyInstance, deps: ReceiverDeps): void {
  const { clock } = deps;
  const nonces = createNonces(clock);
  const limit = createTurnLimit(deps);

  /** The site that signed the request; undefined where it was refused. */
  function signerOf(
    request: FastifyRequest<SiteRequest>,
    reply: FastifyReply,
    name: 'turn' | 'leave',
  ): Site | undefined {
    const find = name === 'leave' ? deps.findPaired : deps.findSite;
    const site = find(request.params.siteId);
    if (site === undefined) {
      void refuse(reply, 401, 'not_paired', 'This service does not know the site.');
      return undefined;
    }
    const route = `/sites/${site.siteId}/${name}`;
    const fault = faultOf(request, route, site, clock, { nonces });
    if (fault === null) return site;
    const error = { code: fault, message: FAULTS[fault] };
    // Only a right signature is answered with one.
    if (fault === 'bad_signature') void refuse(reply, 401, error.code, error.message);
    else void replySigned(reply, route, site, clock, { status: 401, body: { error } });
    return undefined;
  }

  server.post<SiteRequest>(
    '/sites/:siteId/turn',
    {
      bodyLimit: MOST_TURN_BYTES,
      // Before the body is read: a stranger must not fill the memory.
      onRequest(request, reply, done) {
        const { siteId } = request.params;
        if (deps.findSite(siteId) === undefined)
          return void refuse(reply, 401, 'not_paired', 'This service does not know the site.');
        return done();
      },
    },
    async (request, reply) => {
      const site = signerOf(request, reply, 'turn');
      if (site === undefined) return reply;
      const route = `/sites/${site.siteId}/turn`;
      // Only what the site itself has signed counts for it.
      const waitSeconds = limit(site.siteId);
      if (waitSeconds > 0) {
        void reply.header('retry-after', String(waitSeconds));
        return refuse(reply, 429, 'too_many_turns', 'This site takes too many turns.');
      }
      nonces.note(request, site.siteId);
      const turn = Turn.safeParse(jsonOf(request.body));
      const answer = turn.success
        ? await deps.takeTurn(site.siteId, turn.data)
        : { status: 422, body: { error: { code: 'invalid_body', message: turn.error.issues[0]!.message } } };
      return replySigned(reply, route, site, clock, answer);
    },
  );

  server.post<SiteRequest>('/sites/:siteId/leave', async (request, reply) => {
    const site = signerOf(request, reply, 'leave');
    if (site === undefined) return reply;
    nonces.note(request, site.siteId);
    const { reason } = (jsonOf(request.body) ?? {}) as { reason?: unknown };
    deps.leave(site.siteId, String(reason ?? 'disconnected').slice(0, 32));
    return replySigned(reply, `/sites/${site.siteId}/leave`, site, clock, {
      status: 200,
      body: { left: true },
    });
  });
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { code, message } });

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    return undefined;
  }
}

/** Seconds until the site may take its next turn; 0: now. */
function createTurnLimit({ clock }: ReceiverDeps): (siteId: string) => number {
  const counts = new Map<string, { sinceMs: number; turns: number }>();
  return (siteId) => {
    const nowMs = clock.elapsed();
    const known = counts.get(siteId);
    const count = known && nowMs - known.sinceMs < WINDOW_MS ? known : { sinceMs: nowMs, turns: 0 };
    counts.set(siteId, count);
    count.turns += 1;
    return count.turns > MOST_TURNS ? Math.ceil((count.sinceMs + WINDOW_MS - nowMs) / 1000) : 0;
  };
}
