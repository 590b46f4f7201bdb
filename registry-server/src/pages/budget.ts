// How much of the public side one address may ask for in a minute: much for pages, less for searches. What the reader has already
// (304) costs nothing. Each instance counts for itself.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { senderOf } from '../domain/sender-address.ts';
import { BASE_PATH } from '../http/endpoint.ts';

export type Budget = { pages: number; searches: number };

const SECONDS = 60;
const MOST_SENDERS = 10_000;
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
  const pages = new Allowance(budget.pages);
  const searches = new Allowance(budget.searches);
  const allowanceFor = ({ url }: FastifyRequest) => {
    if (url.startsWith(BASE_PATH) || FREE.some((path) => url.startsWith(path))) return undefined;
    return url.startsWith('/search') ? searches : pages;
  };

  app.addHook('onRequest', (request, reply, done) => {
    const seconds = allowanceFor(request)?.secondsToWait(senderOf(request.ip)) ?? 0;
    if (seconds > 0) refuse(reply, seconds);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode !== 304 && reply.statusCode !== 429)
      allowanceFor(request)?.count(senderOf(request.ip));
    done();
  });

  function refuse(reply: FastifyReply, seconds: number): void {
    const everything = hasDumps
      ? `Everything is in one file, made each night: ${publicUrl()}/dumps/`
      : `Programs read the API: ${publicUrl()}/docs`;
    void reply
      .code(429)
      .header('retry-after', String(seconds))
      .type('text/plain; charset=utf-8')
      .send(`Too many requests from your address. Go on in ${seconds} seconds.\n${everything}\n`);
  }
}

/** So many answers in a minute for each sender. */
class Allowance {
  readonly #limiter: RateLimiterMemory;
  /** Senders that have used all of it, until when in ms. The limiter answers with promises, for which no request waits so. */
  readonly #spentUntil = new LRUCache<string, number>({ max: MOST_SENDERS });

  constructor(points: number) {
    this.#limiter = new RateLimiterMemory({ points, duration: SECONDS });
  }

  /** 0: at once. */
  secondsToWait(sender: string): number {
    const until = this.#spentUntil.get(sender);
    return until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
  }

  count(sender: string): void {
    void this.#limiter.penalty(sender).then(({ consumedPoints, msBeforeNext }) => {
      if (consumedPoints >= this.#limiter.points) this.#spentUntil.set(sender, Date.now() + msBeforeNext);
    });
  }
}
