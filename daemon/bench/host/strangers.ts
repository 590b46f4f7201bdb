// host.strangers: what a caller without a signature costs galleries, on real sockets: a save until the registry's yes, while a stranger asks
// each address of the host for the dearest it has, or holds connections that ask nothing or whose requests come a byte a second. Beside the
// same saves alone.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { startStranger, type Stranger } from '../../../packages/kit/tests/strangers/stranger.ts';
import type { Ask } from '../../../packages/kit/tests/strangers/stranger-process.ts';
import { anonymousMiB } from '../../../registry-server/bench/anonymous-memory.ts';
import { strangerFigure, type Costs } from '../../../registry-server/bench/beside-stranger.ts';
import { median } from '../../../registry-server/bench/figure.ts';
import type { Figure } from '../../../registry-server/bench/figure.ts';
import { HostWorld } from '../../tests/support/host-world.ts';
import { percentile } from './host-figure.ts';
import { confirmFirst, saveAgainAndAgain } from './noisy.ts';

const GALLERIES = 20;
const CONNECTIONS = 4;
const MOST_ASKS = 300;
const HELD = 2000;
const MOST_MORE_MIB = 64;
/** The site that a stranger names; each call of the host to it counts. */
const NAMED = '127.0.0.77';
const JSON_BODY = { 'content-type': 'application/json' };
const LARGE = 'x'.repeat(5 * 2 ** 20);

type Options = { program: string; rounds: number; windowMs: number };

export async function strangersRows({ program, rounds, windowMs }: Options): Promise<Figure[]> {
  const named = createServer((_request, response) => response.end('{}'));
  let calls = 0;
  named.on('connection', () => (calls += 1));
  named.listen(0, NAMED);
  await once(named, 'listening');
  const world = new HostWorld({ tenants: GALLERIES, program });
  const stranger = startStranger();
  try {
    await world.prepare();
    await world.host.start();
    await confirmFirst(world, world.tenants);
    const acts = actsOf(
      world,
      stranger,
      `http://${NAMED}:${(named.address() as AddressInfo).port}`,
      windowMs,
    );
    const alone: Costs[] = [];
    const each = new Map<string, Costs[]>();
    for (let count = 0; count < rounds; count += 1) {
      alone.push(
        await cost(
          world,
          windowMs,
          () => calls,
          () => Promise.resolve({}),
        ),
      );
      for (const [name, act] of acts) {
        each.set(name, [...(each.get(name) ?? []), await cost(world, windowMs, () => calls, act)]);
        await stranger.release();
      }
    }
    const floor = median(alone.map(({ p99 }) => p99));
    return [...each].map(([name, costs]) =>
      strangerFigure(`host.strangers.${name}`, costs, { floor, most: { MiB: MOST_MORE_MIB } }),
    );
  } finally {
    stranger.stop();
    named.close();
    named.closeAllConnections();
    await world.stop();
  }
}

type Act = () => Promise<Costs['answers']>;

function actsOf(world: HostWorld, stranger: Stranger, namedUrl: string, windowMs: number): [string, Act][] {
  const { url } = world.host;
  const siteId = world.tenants[0]!.site.siteId;
  let sender = 0;
  const ask =
    (...asks: Ask[]): Act =>
    () => {
      // Another address each time: it has its share once.
      sender += 1;
      const seconds = windowMs / 1000;
      return stranger.ask({
        url,
        from: `127.0.5.${sender}`,
        asks,
        most: MOST_ASKS,
        connections: CONNECTIONS,
        seconds,
      });
    };
  const hold =
    (begin: string, more: string): Act =>
    () =>
      stranger.hold({ url, from: '127.0.9.9', connections: HELD, begin, more });
  const post = (path: string, body: string) => ask({ method: 'POST', path, headers: JSON_BODY, body });
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: sync.example\r\ncontent-length: 60000\r\n\r\n`;
  return [
    ['POST/sites', ask(...Array.from({ length: 50 }, (_, serial) => introduction(`${namedUrl}/${serial}`)))],
    ['POST/sites/:id/turn', post(`/sites/${siteId}/turn`, LARGE)],
    ['POST/sites/:id/feed', post(`/sites/${siteId}/feed`, LARGE)],
    ['POST/sites/:id/wake', post(`/sites/${siteId}/wake`, '{}')],
    ['POST/webhooks/registry/:id', post(`/webhooks/registry/${siteId}`, LARGE.slice(0, 60_000))],
    ['GET/readyz', ask({ method: 'GET', path: '/readyz' })],
    ['GET/metrics', ask({ method: 'GET', path: '/metrics' })],
    ['GET/console', ask({ method: 'GET', path: '/console' })],
    ['idle_connections', hold('', '')],
    ['slow_headers', hold('GET / HTTP/1.1\r\nhost: sync.example\r\nx-a: ', 'x')],
    ['slow_bodies', hold(head(`/sites/${siteId}/turn`), ' ')],
  ];
}

function introduction(siteUrl: string): Ask {
  const body = {
    protocol: 1,
    site_url: siteUrl,
    name: 'Stranger',
    platform: 'wordpress',
    secret: randomBytes(32).toString('base64'),
    registry_url: 'https://registry.example/api/v1',
    plugin_version: '0.1.0',
    environment: 'production',
    public: true,
  };
  return { method: 'POST', path: '/sites', headers: JSON_BODY, body: JSON.stringify(body) };
}

async function cost(world: HostWorld, windowMs: number, calls: () => number, act: Act): Promise<Costs> {
  // Of the host's own process, which every stranger meets first.
  const memoryMiB = () => anonymousMiB(world.host.pid);
  const [memory, before] = [memoryMiB(), calls()];
  const acted = act();
  const took = await saveAgainAndAgain(world, world.tenants, windowMs);
  const answers = await acted;
  return {
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    more: { MiB: memoryMiB() - memory, 'calls to the site it names': calls() - before },
    answers,
  };
}
