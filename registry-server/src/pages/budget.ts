// How much of the public side one address may ask for in a minute: much for pages, less for searches. What the reader has already
// (304) costs nothing. Each instance counts for itself.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { senderOf } from '../domain/sender-address.ts';
import { BASE_PATH } from '../http/endpoint.ts';

export type Budget = { pages: number; searches: number };

const SECONDS = 60;
/** Style sheets are loaded once; whether the registry works may be asked at any time; the console has limits of its own. */
const FREE = [
  '/assets/',
  '/healthz',
  '/readyz',
  '/status',
  '/robots.txt',
  '/operator',
  '/docs',
  '/.well-known/',
];

export function addBudget(
  app: FastifyInstance,
  { budget, publicUrl, hasDumps }: { budget: Budget; publicUrl: () => string; hasDumps: boolean },
): void {
  const pages = new RateLimiterMemory({ points: budget.pages, duration: SECONDS });
  const searches = new RateLimiterMemory({ points: budget.searches, duration: SECONDS });
  const limiterFor = (request: FastifyRequest) => {
    const { url } = request;
    if (url.startsWith(BASE_PATH) || FREE.some((path) => url.startsWith(path))) return undefined;
    return url.startsWith('/search') ? searches : pages;
  };

  app.addHook('onRequest', async (request, reply) => {
    const limiter = limiterFor(request);
    if (limiter === undefined) return;
    const sender = senderOf(request.ip);
    const used = await limiter.get(sender);
    if (used === null || used.consumedPoints < limiter.points) return;
    return refuse(reply, Math.ceil(used.msBeforeNext / 1000));
  });
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 304 || reply.statusCode === 429) return;
    // The limit is asked before; this only counts.
    await limiterFor(request)?.penalty(senderOf(request.ip));
  });

  function refuse(reply: FastifyReply, seconds: number): FastifyReply {
    const everything = hasDumps
      ? `Everything is in one file, made each night: ${publicUrl()}/dumps/`
      : `Programs read the API: ${publicUrl()}/docs`;
    return reply
      .code(429)
      .header('retry-after', String(Math.max(1, seconds)))
      .type('text/plain; charset=utf-8')
      .send(
        `Too many requests from your address. Go on in ${Math.max(1, seconds)} seconds.\n${everything}\n`,
      );
  }
}
