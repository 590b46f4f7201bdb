// Each row of every bench runs once in its smallest form, so that none stops working unnoticed. The figures say nothing.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWooCommerce } from '../stage/wordpress/woocommerce-files.ts';
import { findWordPress } from '../stage/wordpress/wordpress-files.ts';

const ROOT = join(import.meta.dirname, '..');
const LONG_MS = 1_200_000;
const say = () => undefined;
const woocommerce = await findWooCommerce(await findWordPress(say), say);

/** The ids of the figures printed, and what failed; the bench must end well. */
async function runBench(part: string, ...words: string[]): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [join(ROOT, part, 'bench/main.ts'), '--json', '--smallest', ...words],
    {
      cwd: join(ROOT, part),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const rows = lines.map((line) => JSON.parse(line) as { id: string; value?: number; failed?: string });
  expect(
    rows.filter(({ failed }) => failed !== undefined),
    stderr,
  ).toEqual([]);
  for (const { id, value } of rows) expect([id, Number.isFinite(value)]).toEqual([id, true]);
  expect(code, stderr).toBe(0);
  return rows.map(({ id }) => id).sort();
}

const ON_BOTH_ENGINES = [
  'delivery.backlog_1m',
  'delivery.first_byte',
  'delivery.hanging',
  'delivery.slow_receiver',
  'delivery.steady_2000',
  'delivery.steady_300',
  'delivery.steady_50',
  'delivery.throughput',
  'public.dump',
  'public.oai',
  'public.page',
  'public.page_304',
  'public.sitemap',
  'server.get_by_id',
  'server.list_under_writes',
  'server.loop_delay',
  'server.memory_1m',
  'server.memory_mix',
  'server.offset_deep',
  'server.offset_shallow',
  'server.publish_durable',
  'server.read_beside_flood',
  'server.read_beside_labels',
  'server.search_broad',
  'server.search_narrow',
  'server.sync',
  'server.worst_list',
  'strangers',
];
const ON_POSTGRES = ['server.two_instances_cpu', 'server.two_instances_publish'];

describe('the smallest form of the bench of', () => {
  it('the registry measures every row on both engines', { timeout: LONG_MS }, async () => {
    const ids = await runBench('registry-server');
    // A row for each address without identity; tests/strangers/every-address.test.ts says that none is missing.
    const kinds = new Set(ids.map((id) => id.replace(/^strangers\..*?(\.pg)?$/, 'strangers$1')));
    expect([...kinds].sort()).toEqual(
      [...ON_BOTH_ENGINES, ...[...ON_BOTH_ENGINES, ...ON_POSTGRES].map((id) => `${id}.pg`)].sort(),
    );
  });
  it('the sync service measures every row', { timeout: LONG_MS }, async () => {
    expect(await runBench('daemon')).toEqual([
      'daemon.unchanged_100k',
      'daemon.unchanged_100k.cpu',
      'daemon.unchanged_100k.memory',
      'daemon.unlimited',
      'daemon.unlimited.cpu',
    ]);
  });
  it('a host measures every row', { timeout: LONG_MS }, async () => {
    const rows = new Set((await runBench('daemon', 'host')).map((id) => id.split('.')[1]));
    expect([...rows].sort()).toEqual(['first_import', 'idle_10k', 'noisy', 'recover', 'strangers', 'wake']);
  });
  it.skipIf(woocommerce.dir === null)(
    'the plugin measures every row on both databases',
    { timeout: LONG_MS },
    async () => {
      const rows = [
        'artworks_100k',
        'front',
        'overview_100k',
        'page_50',
        'picture_100k',
        'publish_all_100k',
        'save',
      ];
      expect(await runBench('plugin')).toEqual(
        rows.flatMap((row) => [`plugin.${row}`, `plugin.${row}.sqlite`]).sort(),
      );
    },
  );
});
