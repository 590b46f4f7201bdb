// `npm run bench -w plugin`: what the connector adds to a shop, each figure beside the same site without it, in the same run, on
// MariaDB and on SQLite (ids that end in .sqlite). Wants WooCommerce. `-- --json` prints one object per line; `-- --quick` takes
// fewer products and rounds, `-- --smallest` hardly any, to see that each row still runs; further words choose rows: `-- save front`.
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { startWordPress, type Database, type WordPress } from '../../stage/wordpress/wordpress.ts';
import {
  median,
  print,
  printFailure,
  round,
  spread,
  type Figure,
} from '../../registry-server/bench/figure.ts';

interface Cost {
  queries: number;
  cpuMs: number;
  ms: number;
  http: number;
  sqlMs: number;
  /** That the database read, by MariaDB's own count; 0 on SQLite. */
  rows: number;
  slowest: string;
}

interface Shop {
  wordpress: WordPress;
  suffix: string;
  /** A product of the filled catalogue by its number. */
  product: (index: number) => number;
  /** Sends the request with or without the connector and reads what it cost. */
  cost(variant: 'with' | 'without', path: string, init?: RequestInit): Promise<Cost>;
  /** As `cost`, with the connector and what the database did. */
  sql(path: string, tag?: string, init?: RequestInit): Promise<Cost & { status: number; tag: string }>;
  /** As the shop's owner, without a meter; the answer must be fine. */
  call(path: string, init?: RequestInit): Promise<unknown>;
}

const flags = process.argv.slice(2);
const isSmallest = flags.includes('--smallest');
const isQuick = flags.includes('--quick');
const isJson = flags.includes('--json');
const chosen = flags.filter((flag) => !flag.startsWith('--'));
const SEARCHED = 16_000;
const PRODUCTS = isSmallest ? 300 : isQuick ? 5_000 : 100_000;
const ROUNDS = isSmallest ? 2 : isQuick ? 10 : 60;
/** Every second number; the others are the pictures. */
const FIRST_PRODUCT = 1_000_000;
const NEW_PASSWORD =
  'echo WP_Application_Passwords::create_new_application_password(1, array( "name" => "bench" ))[0];';
const WORKS = '/wp-json/artwork-registry/v1/screen/works?per_page=20';
const COUNT_JOBS =
  'global $wpdb; echo $wpdb->get_var("SELECT count(*) FROM {$wpdb->prefix}artwork_registry_jobs");';

const ROWS: Record<string, (shop: Shop) => Promise<Figure>> = {
  save: saving,
  front: shopFront,
  page_50: page,
  publish_all_100k: registerAll,
  // Last: they give the products states of their own.
  overview_100k: overview,
  artworks_100k: artworks,
  sorted_100k: sorted,
  export_memory: exportMemory,
  plugins_screen: pluginsScreen,
  picture_100k: picture,
};
/** Asked of a smaller catalogue, before it grows to all products. */
const SMALLER_ROWS: typeof ROWS = { search_16k: search };
for (const database of ['mariadb', 'sqlite'] as const) await measure(database);

async function measure(database: Database): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-bench-'));
  const say = (line: string) => console.error(line);
  const port = await getPort();
  const wordpress = await startWordPress({
    dataDir,
    port,
    title: 'Bench',
    database,
    woocommerce: true,
    say,
  });
  try {
    if (wordpress.woocommerce === null) throw new Error('This benchmark wants WooCommerce: set WC_DIR.');
    const shop = await openShop(wordpress, database);
    const few = Math.min(PRODUCTS, SEARCHED);
    await grow(shop, 0, few, SMALLER_ROWS, say);
    await grow(shop, few, PRODUCTS, ROWS, say);
  } finally {
    await wordpress.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function grow(
  shop: Shop,
  from: number,
  to: number,
  rows: typeof ROWS,
  say: (line: string) => void,
): Promise<void> {
  const { wordpress, suffix } = shop;
  say(`${wordpress.database}: ${to} products …`);
  await wordpress.wp('eval-file', join(import.meta.dirname, 'fill.php'), String(to), String(from));
  for (const [name, row] of Object.entries(rows)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    try {
      print(await row(shop), isJson);
    } catch (error) {
      // The others continue.
      printFailure(`plugin.${name}${suffix}`, error, isJson);
      process.exitCode = 1;
    }
  }
}

async function openShop(wordpress: WordPress, database: Database): Promise<Shop> {
  const content = join(wordpress.siteDir, 'wp-content');
  await mkdir(join(content, 'mu-plugins'), { recursive: true });
  await copyFile(join(import.meta.dirname, 'meter.php'), join(content, 'mu-plugins/meter.php'));
  const meter = join(content, 'meter.jsonl');
  const password = await wordpress.wp('eval', NEW_PASSWORD);
  const authorization = `Basic ${Buffer.from(`${wordpress.admin.user}:${password}`).toString('base64')}`;
  const send = async (path: string, init: RequestInit, headers: Record<string, string>) => {
    const response = await fetch(`${wordpress.url}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const text = await response.text();
    if (!response.ok && response.status !== 304)
      throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return { text, status: response.status, tag: response.headers.get('etag') ?? '' };
  };
  return {
    wordpress,
    suffix: database === 'mariadb' ? '' : '.sqlite',
    product: (index) => FIRST_PRODUCT + 2 * (index % PRODUCTS),
    call: async (path, init = {}) => JSON.parse((await send(path, init, { authorization })).text) as unknown,
    cost: async (variant, path, init = {}) => {
      await rm(meter, { force: true });
      const owner: Record<string, string> = path.startsWith('/wp-json') ? { authorization } : {};
      await send(path, init, { 'x-meter': variant, ...owner });
      const lines = await untilWritten(meter);
      return JSON.parse(lines[0] ?? '') as Cost;
    },
    sql: async (path, tag, init = {}) => {
      await rm(meter, { force: true });
      const headers = { authorization, 'x-meter': 'with', 'x-meter-sql': '1' };
      const { status, tag: next } = await send(
        path,
        init,
        tag ? { ...headers, 'if-none-match': tag } : headers,
      );
      const lines = await untilWritten(meter);
      return { ...(JSON.parse(lines[0] ?? '') as Cost), status, tag: next };
    },
  };
}

/** The meter writes after the answer was sent. */
async function untilWritten(file: string): Promise<string[]> {
  const until = Date.now() + 10_000;
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return text.trim().split('\n');
    if (Date.now() > until) throw new Error('The meter wrote nothing.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

interface Pair {
  own: Cost[];
  floor: Cost[];
}

/**
 * By turns with and without, so that whatever else the machine does falls on both alike. Each asks for a product of its own that
 * nobody has asked for before: the second to come would find what the first had to make.
 */
async function byTurns(ask: (variant: 'with' | 'without', product: number) => Promise<Cost>): Promise<Pair> {
  const pair: Pair = { own: [], floor: [] };
  await ask('with', 0);
  await ask('without', 1);
  for (let count = 1; count <= ROUNDS; count += 1) {
    pair.own.push(await ask('with', 2 * count));
    pair.floor.push(await ask('without', 2 * count + 1));
  }
  return pair;
}

function middle(costs: Cost[], of: (cost: Cost) => number): number {
  return median(costs.map(of));
}

/** A product with every field changed at once, over the REST API as apps and the editor save it. */
async function saving(shop: Shop): Promise<Figure> {
  const change = (count: number) => ({
    name: `Another work ${count}`,
    regular_price: String(100 + count),
    sku: `NEW-${count}`,
    dimensions: { length: '2', width: String(20 + count), height: String(30 + count) },
    attributes: [
      { name: 'Artist', options: [`Paula ${count}`], visible: true },
      { name: 'Year', options: [String(1900 + count)], visible: true },
      { name: 'Medium', options: ['Oil'], visible: true },
    ],
  });
  const { own, floor } = await byTurns((variant, count) =>
    shop.cost(variant, `/wp-json/wc/v3/products/${shop.product(count)}`, {
      method: 'PUT',
      body: JSON.stringify(change(count)),
    }),
  );
  const [mine, without] = [middle(own, (cost) => cost.cpuMs), middle(floor, (cost) => cost.cpuMs)];
  const queries = middle(own, (cost) => cost.queries) - middle(floor, (cost) => cost.queries);
  const http = Math.max(...own.map((cost) => cost.http)) - Math.max(...floor.map((cost) => cost.http));
  return {
    id: `plugin.save${shop.suffix}`,
    value: round(mine - without),
    unit: 'ms CPU more for a save',
    floor: round(without),
    ratio: round(mine / without),
    goal: '≤ 2 queries, ≤ 5 ms, 0 HTTP',
    met: queries <= 2 && mine - without <= 5 && http <= 0,
    detail: {
      'queries more': queries,
      'HTTP more': http,
      'elapsed ms more': round(middle(own, (cost) => cost.ms) - middle(floor, (cost) => cost.ms)),
      'CPU spread': spread(own.map((cost) => cost.cpuMs)),
    },
  };
}

/** A visitor's page of a product. */
async function shopFront(shop: Shop): Promise<Figure> {
  const { own, floor } = await byTurns((variant, count) =>
    shop.cost(variant, `/product/work-${count % PRODUCTS}/`),
  );
  const [mine, without] = [middle(own, (cost) => cost.queries), middle(floor, (cost) => cost.queries)];
  return {
    id: `plugin.front${shop.suffix}`,
    value: mine - without,
    unit: 'queries more for a page of the shop',
    floor: without,
    ratio: round(mine / without),
    goal: '0',
    met: mine <= without,
    detail: {
      'ms CPU more': round(middle(own, (cost) => cost.cpuMs) - middle(floor, (cost) => cost.cpuMs)),
      'HTTP more': Math.max(...own.map((cost) => cost.http)) - Math.max(...floor.map((cost) => cost.http)),
    },
  };
}

/** Pages of 50 products as the sync service reads them, all of them new. */
async function page({ wordpress, suffix, call }: Shop): Promise<Figure> {
  await call('/wp-json/artwork-registry/v1/screen/register-all', { method: 'POST' });
  const file = join(import.meta.dirname, 'read-pages.php');
  const pages = (
    JSON.parse(await wordpress.wp('eval-file', file, String(ROUNDS))) as {
      works: number;
      queries: number;
      ms: number;
    }[]
  ).filter(({ works }) => works === 50);
  // The first page of a job reads the options of the site once more, and is told apart.
  const queries = Math.max(...pages.slice(1).map((one) => one.queries));
  return {
    id: `plugin.page_50${suffix}`,
    value: queries,
    unit: 'queries for a page of 50 products with pictures, the most of all pages but the first',
    floor: 1,
    ratio: queries,
    goal: '≤ 15',
    met: pages.length > 0 && queries <= 15,
    detail: {
      pages: pages.length,
      'queries for the first page of a job': pages[0]?.queries ?? 0,
      'ms a page': round(median(pages.map((one) => one.ms))),
    },
  };
}

/** "Register all": its answer, and what a customer's order notices while the products are walked through. */
async function registerAll({ wordpress, suffix, product, call, cost }: Shop): Promise<Figure> {
  const took: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const began = performance.now();
    await call('/wp-json/artwork-registry/v1/screen/register-all', { method: 'POST' });
    took.push(performance.now() - began);
  }
  const rows = Number(await wordpress.wp('eval', COUNT_JOBS));
  const order = (count: number) => ({
    method: 'POST',
    body: JSON.stringify({ line_items: [{ product_id: product(count), quantity: 1 }], set_paid: true }),
  });
  const alone: number[] = [];
  const beside: number[] = [];
  const orders = Math.max(5, ROUNDS / 4);
  for (let count = 0; count < orders; count += 1)
    alone.push((await cost('with', '/wp-json/wc/v3/orders', order(count))).ms);
  let isReading = true;
  const reading = wordpress
    .wp('eval-file', join(import.meta.dirname, 'read-pages.php'), String(PRODUCTS / 50))
    .finally(() => (isReading = false));
  for (let count = 0; count < orders && isReading; count += 1)
    beside.push((await cost('with', '/wp-json/wc/v3/orders', order(count + orders))).ms);
  await reading;
  const [value, floor] = [median(took), median(alone)];
  return {
    id: `plugin.publish_all_100k${suffix}`,
    value: round(value),
    unit: 'ms until "register all" is answered',
    floor: round(floor),
    ratio: round(value / floor),
    goal: '≤ 500 ms, one row, checkout never locked',
    met: value <= 500 && rows <= 1 && median(beside) <= 3 * floor,
    detail: {
      products: PRODUCTS,
      'rows of jobs': rows,
      floor: 'ms of a paid order',
      'ms of a paid order while the catalogue is walked through': round(median(beside)),
      'the slowest of these': round(Math.max(...beside)),
    },
  };
}

/** What the overview costs that is asked every few seconds, and whether it answers 304 where nothing changed. */
async function overview(shop: Shop): Promise<Figure> {
  await fillStates(shop);
  const path = '/wp-json/artwork-registry/v1/screen/overview';
  // A catalogue is counted when the plugin is activated, and after answers, now and then.
  const first = await shop.sql(path);
  const looks = [];
  for (let count = 0; count < Math.max(10, ROUNDS / 3); count += 1) {
    looks.push(await shop.sql(path, looks.at(-1)?.tag));
  }
  const unchanged = looks.slice(1).filter(({ status }) => status === 304).length;
  const isRight = unchanged === looks.length - 1 && first.sqlMs <= 200;
  return looked(shop, 'overview_100k', [looks], isRight, {
    'the first look, ms SQL (goal ≤ 200)': round(first.sqlMs),
    'answered 304': `${unchanged} of ${looks.length - 1}`,
  });
}

/** A page of the list of artworks: the newest, a later page, those of a rare state and those of the commonest. */
async function artworks(shop: Shop): Promise<Figure> {
  await fillStates(shop);
  await shop.call('/wp-json/artwork-registry/v1/screen/overview');
  const pages = ['', '&page=50', '&view=attention', '&view=published', '&view=not_shared'];
  const costs = [];
  const detail: Record<string, number | string> = {};
  for (const page of pages) {
    const path = `/wp-json/artwork-registry/v1/screen/works?per_page=20${page}`;
    const looks = [];
    for (let count = 0; count < Math.max(5, ROUNDS / 10); count += 1) looks.push(await shop.sql(path));
    costs.push(looks);
    detail[`ms SQL${page || ', newest'}`] = round(middle(looks, (cost) => cost.sqlMs));
  }
  return looked(shop, 'artworks_100k', costs, true, detail);
}

/** A search of the Artworks screen in a catalogue of 16,000: a few fit, all fit, none fits, and a text that is stored in several forms. */
async function search(shop: Shop): Promise<Figure> {
  const works = Math.min(PRODUCTS, SEARCHED);
  await fillStates(shop, works);
  const figure = await asked(shop, 'search_16k', works, {
    'a few fit': '&search=Work%20159',
    'all fit': '&search=Paula',
    'none fits': '&search=zzzzqq',
    'Sea & Sky': '&search=Sea%20%26%20Sky',
    'all fit, of a state': '&search=Paula&view=attention',
  });
  // The rows that follow begin without states.
  await fillStates(shop, 0);
  return figure;
}

/** The list by title, and the last pages. */
async function sorted(shop: Shop): Promise<Figure> {
  await fillStates(shop);
  return asked(shop, 'sorted_100k', PRODUCTS, {
    'by title': '&orderby=title&order=asc',
    'by title, last page': `&orderby=title&order=asc&page=${Math.ceil(PRODUCTS / 20)}`,
    'last page': `&page=${Math.ceil(PRODUCTS / 20)}`,
    'last page of the registered': `&view=published&page=${Math.ceil((PRODUCTS * 0.94) / 20)}`,
  });
}

/** The dearest of these lists, by its median. */
async function asked(
  shop: Shop,
  name: string,
  works: number,
  lists: Record<string, string>,
): Promise<Figure> {
  await shop.call('/wp-json/artwork-registry/v1/screen/overview');
  const detail: Record<string, number | string> = {};
  for (const [words, query] of Object.entries(lists)) {
    const looks = [];
    for (let count = 0; count < Math.max(5, ROUNDS / 10); count += 1)
      looks.push(await shop.sql(`${WORKS}${query}`));
    detail[words] = round(middle(looks, (cost) => cost.sqlMs));
  }
  const value = Math.max(...Object.values(detail).map(Number));
  return {
    id: `plugin.${name}${shop.suffix}`,
    value: round(value),
    unit: 'ms SQL for the dearest answer',
    floor: works,
    ratio: round((value * 1000) / works),
    goal: '≤ 200 ms',
    met: value <= 200,
    detail: { floor: 'works in the catalogue', ratio: 'µs a work', ...detail },
  };
}

/** The memory at its highest of a process that exports a part of the catalogue, and one ten times as large. */
async function exportMemory({ wordpress, suffix }: Shop): Promise<Figure> {
  const file = join(import.meta.dirname, 'export-memory.php');
  const peak = async (works: number) => Number(await wordpress.wp('eval-file', file, String(works)));
  const [small, large] = [Math.min(PRODUCTS / 10, 2_000), Math.min(PRODUCTS, 20_000)];
  const [floor, value] = [await peak(small), await peak(large)];
  return {
    id: `plugin.export_memory${suffix}`,
    value: round(value),
    unit: `MiB at most beyond WordPress for a file of ${large} works`,
    floor: round(floor),
    ratio: round(value / floor),
    goal: 'flat: ≤ 1.2 × of a tenth of the works, or ≤ 4 MiB more',
    met: value <= 1.2 * floor || value - floor <= 4,
    detail: { floor: `MiB for ${small} works` },
  };
}

/** What the plugins screen of WordPress asks the database on behalf of the connector: nothing that counts works. */
async function pluginsScreen({ wordpress, suffix }: Shop): Promise<Figure> {
  const file = join(import.meta.dirname, 'plugins-screen.php');
  const { queries, counts } = JSON.parse(await wordpress.wp('eval-file', file)) as {
    queries: number;
    counts: number;
  };
  return {
    id: `plugin.plugins_screen${suffix}`,
    value: counts,
    unit: 'statements that count, for the plugins screen',
    floor: queries,
    ratio: round(counts / Math.max(1, queries)),
    goal: '0',
    met: counts === 0,
    detail: { floor: 'statements in all' },
  };
}

/** A picture of the media library is edited: the works that show it are found. */
async function picture(shop: Shop): Promise<Figure> {
  const looks = [];
  for (let count = 1; count <= Math.max(5, ROUNDS / 10); count += 1) {
    const init = { method: 'POST', body: JSON.stringify({ alt_text: `Front, ${count}` }) };
    looks.push(await shop.sql(`/wp-json/wp/v2/media/${shop.product(count) + 1}`, undefined, init));
  }
  return looked(shop, 'picture_100k', [looks], true, {});
}

async function fillStates({ wordpress }: Shop, works = PRODUCTS): Promise<void> {
  await wordpress.wp('eval-file', join(import.meta.dirname, 'fill-states.php'), String(works));
}

/** The dearest of several requests, each by the median of its rounds. */
function looked(
  { suffix }: Shop,
  name: string,
  costs: Cost[][],
  isRight: boolean,
  detail: Record<string, number | string>,
): Figure {
  const value = Math.max(...costs.map((looks) => middle(looks, (cost) => cost.sqlMs)));
  const rows = Math.max(...costs.map((looks) => middle(looks, (cost) => cost.rows)));
  const dearest = costs.flat().sort((one, other) => other.sqlMs - one.sqlMs)[0];
  return {
    id: `plugin.${name}${suffix}`,
    value: round(value),
    unit: 'ms SQL for one answer',
    floor: PRODUCTS,
    ratio: round(rows / PRODUCTS),
    goal: '≤ 100 ms, fewer rows read than a tenth of the catalogue',
    met: isRight && value <= 100 && rows <= PRODUCTS / 10,
    detail: {
      floor: 'products in the catalogue',
      'rows read': rows,
      queries: Math.max(...costs.map((looks) => middle(looks, (cost) => cost.queries))),
      ...detail,
      'slowest statement of all': dearest?.slowest ?? '',
    },
  };
}
