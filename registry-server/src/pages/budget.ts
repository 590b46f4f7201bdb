// How much of the public side one address may ask for in a minute: much for pages, less for searches; what costs more than a page
// weighs more. A request counts when it begins, so that many at once get no further than one after the other. What the reader has
// already (304) costs nothing, but for a search. Each instance counts for itself.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kit/clock';
import { senderOf } from '@artwork-registry/contract';
import { BASE_PATH, routeOf } from '../http/endpoint.ts';
import { SITEMAP_PART } from './machine/sitemap.ts';

export type Budget = { pages: number; searches: number };

const WINDOW_MS = 60_000;
/** Who has not asked for longest is forgotten first. */
const MOST_SENDERS = 100_000;
/**
 * By route. Measured beside a page of 5 ms: a printed page takes 50 to 135 ms, a sheet of fifty labels 800 ms, a sitemap of 50,000 works
 * 600 ms, and the script of the API description, which is 1.6 MB, 7 ms.
 */
const PRINT_WEIGHT = 10;
const LONG_WEIGHT = 50;
const SCRIPT_WEIGHT = 5;
const WEIGHTS: Readonly<Record<string, (params: { id?: string }) => number>> = {
  '/artworks/:id/label.pdf': () => PRINT_WEIGHT,
  '/certificates/:id': ({ id }) => (id?.endsWith('.pdf') === true ? PRINT_WEIGHT : 1),
  '/labels.pdf': () => LONG_WEIGHT,
  [SITEMAP_PART]: () => LONG_WEIGHT,
  '/docs/static/*': () => SCRIPT_WEIGHT,
};
/**
 * But for what has a weight. Style sheets are loaded once, whether the registry works may be asked at any time, and the console has limits of
 * its own.
 */
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

/** Whether a 304 cost little: a search was carried out all the same, and "*" is said by who has nothing. */
const isCheap = (request: FastifyRequest): boolean =>
  routeOf(request) !== '/search' && request.headers['if-none-match']?.trim() !== '*';

export function addBudget(
  app: FastifyInstance,
  options: { clock: Clock; budget: Budget; publicUrl: () => string; hasDumps: boolean },
): void {
  const { clock, budget, publicUrl, hasDumps } = options;
  const pages = new Allowance(clock, budget.pages);
  const searches = new Allowance(clock, budget.searches);
  const chargeOf = (request: FastifyRequest) => {
    const route = routeOf(request);
    const weigh = WEIGHTS[route];
    const isFree = weigh === undefined && FREE.some((path) => route.startsWith(path));
    if (isFree || route.startsWith(BASE_PATH)) return undefined;
    const weight = weigh?.(request.params as { id?: string }) ?? 1;
    return { allowance: route === '/search' ? searches : pages, weight };
  };

  app.addHook('onRequest', (request, reply, done) => {
    const charge = chargeOf(request);
    const seconds = charge?.allowance.take(senderOf(request.ip), charge.weight) ?? 0;
    if (seconds > 0) refuse(reply, seconds);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const charge = reply.statusCode === 304 && isCheap(request) ? chargeOf(request) : undefined;
    charge?.allowance.giveBack(senderOf(request.ip), charge.weight);
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
      .send(`Too many requests from your address. Continue in ${seconds} seconds.\n${everything}\n`);
  }
}

type Window = { used: number; endsAtMs: number };

/** So many points in a minute for each sender. The last request of a minute may weigh more than what is left. */
class Allowance {
  readonly #clock: Clock;
  readonly #points: number;
  readonly #windows = new LRUCache<string, Window>({ max: MOST_SENDERS });

  constructor(clock: Clock, points: number) {
    this.#clock = clock;
    this.#points = points;
  }

  /** Answers after how many seconds the sender may ask again, and counts nothing then; 0: at once, and it is counted. */
  take(sender: string, weight: number): number {
    const nowMs = this.#clock.elapsed();
    let window = this.#windows.get(sender);
    if (window === undefined || window.endsAtMs <= nowMs) {
      window = { used: 0, endsAtMs: nowMs + WINDOW_MS };
      this.#windows.set(sender, window);
    }
    if (window.used >= this.#points) return Math.ceil((window.endsAtMs - nowMs) / 1000);
    window.used += weight;
    return 0;
  }

  giveBack(sender: string, weight: number): void {
    const window = this.#windows.get(sender);
    if (window !== undefined) window.used = Math.max(0, window.used - weight);
  }
}
