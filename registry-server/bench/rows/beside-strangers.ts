// What a caller without proof of identity costs everybody else: a read of one work with a key while a stranger asks each address for the
// dearest it has, inside its own budget, beside the same read alone; and while a stranger holds connections that ask nothing, or whose
// requests come a byte a second. The server is as an operator runs it, with the usual budgets.
import { hashPassword } from '#kit/password';
import { LINES, lookAround, nameOf } from '../../tests/strangers/lines.ts';
import type { Known } from '../../tests/strangers/lines.ts';
import type { Ask } from '../../../packages/kit/tests/strangers/stranger-process.ts';
import { startStranger } from '../../../packages/kit/tests/strangers/stranger.ts';
import type { Stranger } from '../../../packages/kit/tests/strangers/stranger.ts';
import { certificateInput } from '../../tests/support/certificates.ts';
import { strangerFigure } from '../beside-stranger.ts';
import type { Costs } from '../beside-stranger.ts';
import { median } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { onPostgres, onSqlite } from '../place.ts';
import type { Place } from '../place.ts';
import { startServer } from '../processes.ts';
import { p99 } from '../steady.ts';
import { readFor } from './bench.ts';
import type { World } from '../world.ts';
import type { Bench } from './bench.ts';

const CONNECTIONS = 4;
const MOST_ASKS = 600;
const HELD = 5000;
const MOST = { MiB: 64, rows: 100, 'calls outside': 0 };
/** What the server has where nothing else is set. */
const USUAL = { REGISTRY_PAGES_PER_MINUTE: '600', REGISTRY_SEARCHES_PER_MINUTE: '60' };

const POST_HEAD = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: registry.example\r\ncontent-type: application/json\r\ncontent-length: 15000\r\n\r\n`;
const HOLDS = [
  { name: 'idle connections', begin: '', more: '' },
  { name: 'slow headers', begin: 'GET / HTTP/1.1\r\nhost: registry.example\r\nx-a: ', more: 'x' },
  { name: 'slow bodies', begin: POST_HEAD('/api/v1/integrations/access-requests'), more: ' ' },
  { name: 'slow bodies without a key', begin: POST_HEAD('/api/v1/artworks'), more: ' ' },
] as const;

/** Its server has the data for itself. */
export async function besideStrangers(bench: Pick<Bench, 'world' | 'rounds' | 'seconds'>): Promise<Figure[]> {
  const certificate = await issueOne(bench.world);
  const server = await startServer(bench.world.place, {
    ...USUAL,
    REGISTRY_OPERATOR_PASSWORD_HASH: await hashPassword('of the operator'),
  });
  const stranger = startStranger();
  const own = { ...bench, server };
  try {
    await readFor(own, 1);
    return [...(await questions(own, stranger, certificate)), ...(await connections(own, stranger))];
  } finally {
    stranger.stop();
    await server.stop();
  }
}

type Own = Pick<Bench, 'world' | 'server' | 'rounds' | 'seconds'>;

async function questions(bench: Own, stranger: Stranger, certificate: string): Promise<Figure[]> {
  const known: Known = {
    works: bench.world.works,
    gallery: 'gallery-0',
    artist: 'anna-painter0',
    certificate,
    publicUrl: bench.server.url,
    ...(await lookAround(async (path) => {
      const page = await fetch(`${bench.server.url}${path}`);
      const cookie = page.headers.getSetCookie().map((one) => one.split(';')[0]!);
      return { body: await page.text(), cookie: cookie.join('; ') };
    })),
  };
  const alone: number[] = [];
  const each = new Map<string, Costs[]>();
  let sender = 0;
  let serial = 0;
  for (let count = 0; count < bench.rounds; count += 1) {
    alone.push(p99(await readFor(bench, bench.seconds)));
    for (const line of LINES) {
      const { ask, answer = 200 } = line;
      const asks: Ask[] = Array.from({ length: MOST_ASKS }, () => ask(known, (serial += 1)));
      const name = nameOf(line);
      // Another address each time: it has its budget once.
      sender += 1;
      const from = `127.0.${1 + (sender >> 7)}.${1 + (sender & 127)}`;
      const order = {
        url: bench.server.url,
        from,
        asks,
        most: MOST_ASKS,
        connections: CONNECTIONS,
        seconds: bench.seconds,
      };
      const costs = await cost(bench, () => stranger.ask(order));
      const others = Object.keys(costs.answers).filter((status) => ![`${answer}`, '429'].includes(status));
      if (others.length > 0) throw new Error(`${name} answers ${others.join(', ')}, and not ${answer}`);
      each.set(name, [...(each.get(name) ?? []), costs]);
    }
  }
  const floor = median(alone);
  return [...each].map(([name, costs]) =>
    strangerFigure(`strangers.${name.replaceAll(' ', '')}`, costs, { floor, most: MOST }),
  );
}

async function connections(bench: Own, stranger: Stranger): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, begin, more } of HOLDS) {
    const [alone, beside]: [number[], Costs[]] = [[], []];
    for (let count = 0; count < bench.rounds; count += 1) {
      alone.push(p99(await readFor(bench, bench.seconds)));
      const order = { url: bench.server.url, from: '127.0.9.9', connections: HELD, begin, more };
      beside.push(await cost(bench, () => stranger.hold(order)));
      await stranger.release();
    }
    figures.push(
      strangerFigure(`strangers.${name.replaceAll(' ', '_')}`, beside, { floor: median(alone), most: MOST }),
    );
  }
  return figures;
}

/** What others notice while it is done, and what it leaves. */
async function cost(bench: Own, act: () => Promise<Costs['answers']>): Promise<Costs> {
  const [before, rows] = [await bench.server.vitals(), await countRows(bench.world.place)];
  const acted = act();
  const took = await readFor(bench, bench.seconds);
  const answers = await acted;
  const after = await bench.server.vitals();
  return {
    p50: median(took),
    p99: p99(took),
    more: {
      MiB: after.anonymousMiB - before.anonymousMiB,
      rows: (await countRows(bench.world.place)) - rows,
      'calls outside': after.outgoing - before.outgoing,
    },
    answers,
  };
}

async function issueOne(world: World): Promise<string> {
  const storage = await world.place.open();
  try {
    const issued = await storage.issueCertificate(certificateInput('AREG-100001'));
    if (!issued.ok) throw new Error('no certificate could be issued');
    return issued.body.id;
  } finally {
    await storage.close();
  }
}

async function countRows(place: Place): Promise<number> {
  if (place.engine === 'postgres')
    return onPostgres(place, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()`,
      );
      const sums = rows.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ');
      return Number((await client.query<{ sum: string }>(`SELECT ${sums} AS sum`)).rows[0]?.sum);
    });
  const db = onSqlite(place);
  try {
    const names = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .pluck()
      .all();
    const sums = names.map((name) => `(SELECT count(*) FROM "${name}")`).join(' + ');
    return db.prepare<[], number>(`SELECT ${sums}`).pluck().get() ?? NaN;
  } finally {
    db.close();
  }
}
