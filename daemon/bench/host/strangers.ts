// host.strangers: what a caller without a signature costs galleries, on real sockets: a save until the registry's yes, while a stranger asks
// each address of the host for the dearest it has, or holds connections that ask nothing or whose requests come a byte a second. Beside the
// same saves alone.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { freePort } from '../../../stage/machine/ports.ts';
import { hashPassword } from '#kit/password';
import { startStranger, type Stranger } from '../../../packages/kit/tests/strangers/stranger.ts';
import { anonymousMiB } from '../../../registry-server/bench/anonymous-memory.ts';
import { strangerFigure, type Costs } from '../../../registry-server/bench/beside-stranger.ts';
import { median } from '../../../registry-server/bench/figure.ts';
import type { Figure } from '../../../registry-server/bench/figure.ts';
import { HostWorld } from '../../tests/support/host-world.ts';
import { LINES, lookAtDoor, nameOf, type Known } from '../../tests/strangers/lines.ts';
import { percentile } from './host-figure.ts';
import { confirmFirst, saveAgainAndAgain } from './noisy.ts';

const GALLERIES = 20;
const CONNECTIONS = 4;
const MOST_ASKS = 300;
const HELD = 2000;
const MOST_MORE_MIB = 64;
/** The site that a stranger names; each call of the host to it counts. */
const NAMED = '127.0.0.77';

type Options = { program: string; rounds: number; windowMs: number };

export async function strangersRows({ program, rounds, windowMs }: Options): Promise<Figure[]> {
  const named = createServer((_request, response) => response.end('{}'));
  let calls = 0;
  named.on('connection', () => (calls += 1));
  named.listen(0, NAMED);
  await once(named, 'listening');
  const consolePort = await freePort();
  const world = new HostWorld({
    tenants: GALLERIES,
    program,
    alsoAllowed: [NAMED],
    env: {
      DAEMON_CONSOLE_PORT: String(consolePort),
      DAEMON_CONSOLE_PASSWORD_HASH: await hashPassword('of the operator'),
    },
  });
  const stranger = startStranger();
  try {
    await world.prepare();
    await world.host.start();
    await confirmFirst(world, world.tenants);
    const consoleUrl = `http://127.0.0.1:${consolePort}`;
    const known = {
      siteId: world.tenants[0]!.site.siteId,
      registryUrl: world.registryUrl,
      namedUrl: `http://${NAMED}:${(named.address() as AddressInfo).port}`,
      login: await lookAtDoor(consoleUrl),
    };
    const acts = actsOf({ host: world.host.url, console: consoleUrl }, known, stranger, windowMs);
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

function actsOf(
  urls: { host: string; console: string },
  known: Known,
  stranger: Stranger,
  windowMs: number,
): [string, Act][] {
  let [sender, serial] = [0, 0];
  const lines = LINES.map((line): [string, Act] => [
    nameOf(line).replaceAll(' ', ''),
    async () => {
      // Another address each time: it has its share once.
      sender += 1;
      const answers = await stranger.ask({
        url: urls[line.of],
        from: `127.0.5.${sender}`,
        asks: Array.from({ length: 50 }, () => line.ask(known, (serial += 1))),
        most: MOST_ASKS,
        connections: CONNECTIONS,
        seconds: windowMs / 1000,
      });
      const others = Object.keys(answers).filter((status) => ![`${line.answer}`, '429'].includes(status));
      if (others.length > 0)
        throw new Error(`${nameOf(line)} answers ${others.join(', ')}, and not ${line.answer}`);
      return answers;
    },
  ]);
  const hold = (begin: string, more: string) => () =>
    stranger.hold({ url: urls.host, from: '127.0.9.9', connections: HELD, begin, more });
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: sync.example\r\ncontent-length: 60000\r\n\r\n`;
  return [
    ...lines,
    ['idle_connections', hold('', '')],
    ['slow_headers', hold('GET / HTTP/1.1\r\nhost: sync.example\r\nx-a: ', 'x')],
    ['slow_bodies', hold(head(`/sites/${known.siteId}/turn`), ' ')],
  ];
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
