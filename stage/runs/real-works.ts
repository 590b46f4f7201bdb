// `npm run real-works`: takes real artworks (../shared/data) through the whole chain on a local system with the limit raised, and
// says of each what became of it. For contributors: docs/development.md.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { freePorts } from '../machine/ports.ts';
import { stopAllServices } from '../machine/processes.ts';
import { readRealWorks, realDataFile } from './real-data.ts';
import { readApi } from '../system/registry.ts';
import { importWorks, type GalleryWork } from '../wordpress/shop.ts';
import { listWorks, waitFor, type SiteWork } from '../system/site-works.ts';
import { startSystem, type System } from '../system/system.ts';

const options = new Command('npm run real-works --')
  .option('--file <ndjson.gz>', 'the works', realDataFile)
  .option('--count <n>', 'how many works, spread evenly over the file', '1000')
  .option('--keep', 'leave the data folder for a look')
  .parse()
  .opts<{ file: string; count: string; keep?: boolean }>();

const settled = ['published', 'sold', 'matched', 'elsewhere', 'attention', 'held'];
process.once('SIGINT', () => process.exit(130));

const file = resolve(options.file);
if (!existsSync(file)) {
  console.error(`There is no ${file}. Name the file of works with --file.`);
  process.exit(2);
}
const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-real-'));
const works = await readRealWorks(file, Number(options.count));
console.log(`${works.length} works from ${file}`);
const system = await startSystem({
  dataDir,
  ports: await freePorts(),
  rateLimit: 100_000,
  woocommerce: true,
  say: console.log,
});
try {
  process.exitCode = (await run(system, works)) ? 0 : 1;
} finally {
  await stopAllServices();
  if (options.keep) console.log(`Data: ${dataDir}`);
  else await rm(dataDir, { recursive: true, force: true });
}

/** True when every work has exactly one Art ID or an outcome with a reason. */
async function run(system: System, works: GalleryWork[]): Promise<boolean> {
  let started = Date.now();
  await importWorks(system.wordpress, dataDir, works);
  console.log(`import into WordPress: ${seconds(started)} s`);
  await system.connect();
  started = Date.now();
  await system.wordpress.wp('artwork-registry', 'register-all');
  const final = await waitFor(
    'an outcome for every work',
    async () => {
      const all = await listWorks(system);
      const open = all.filter((work) => !settled.includes(work.state)).length;
      console.log(`  ${seconds(started)} s: ${all.length - open} of ${all.length} settled`);
      return all.length === works.length && open === 0 && all;
    },
    600_000,
  );
  const took = (Date.now() - started) / 1000;
  for (const [state, count] of countBy(final, (work) => work.state)) console.log(`  ${state}: ${count}`);
  for (const [why, count] of countBy(
    final.filter((work) => work.error),
    (work) => `${work.error?.code}: ${work.error?.message}`,
  )) {
    console.log(`    ${count} × ${why}`);
  }
  const ids = final.filter((work) => work.registry_id).map((work) => work.registry_id);
  const unexplained = final.filter((work) => !work.registry_id && !work.error && work.state !== 'held');
  const { body } = await readApi(system.registry, system.account.apiKey, '/artworks?limit=1');
  const total = (body['pagination'] as { total: number }).total;
  console.log(
    `Art IDs: ${ids.length} (${new Set(ids).size} different), in the registry: ${total}, without explanation: ${unexplained.length}`,
  );
  console.log(
    `${Math.round(took)} s for the whole chain, ${(works.length / took).toFixed(1)} works a second`,
  );
  console.log(
    `peak memory: registry-server ${await peakMb(system.registry.pid())} MiB, sync service ${await peakMb(system.daemon.pid())} MiB`,
  );
  return unexplained.length === 0 && new Set(ids).size === total;
}

function countBy(list: SiteWork[], key: (work: SiteWork) => string): [string, number][] {
  return Object.entries(Object.groupBy(list, key)).map(([name, group]) => [name, group?.length ?? 0]);
}

async function peakMb(pid: number | undefined): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kib = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return kib ? (Number(kib) / 1024).toFixed(0) : 'unknown';
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(1);
}
