// The kill run: a gallery's works on their way into the registry while the sync service is killed at every point that matters and
// at random, the registry is killed three times and WordPress fails for a while. At the end everything must be true all the same.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { KILL_POINTS } from './kill-points.ts';
import { checkJournal } from './journal-check.ts';
import { phpScriptsDir } from '../paths.ts';
import { startRecorder } from './recorder.ts';
import { readApi } from '../system/registry.ts';
import { importWorks, setPrice, type GalleryWork } from '../wordpress/shop.ts';
import { listWorks, waitFor, type SiteWork } from '../system/site-works.ts';
import type { Ports } from '../machine/ports.ts';
import { startSystem, type System } from '../system/system.ts';
import { addSupportPlugin } from '../wordpress/wordpress-files.ts';

export interface KillRunOptions {
  dataDir: string;
  ports: Ports;
  works: GalleryWork[];
  /** How often the sync service is killed at a moment of chance, beside the named points. */
  randomKills: number;
  /** How long WordPress answers 500. */
  outageMs: number;
  seed: number;
  say: (line: string) => void;
}

export interface KillRunResult {
  /** One sentence for each thing that is not as it must be; none: the run passed. */
  faults: string[];
  /** Figures for people. */
  figures: Record<string, number | string>;
}

const openStates = new Set(['waiting', 'sending', 'published_waiting', 'not_shared']);
/** A point that does not come by within this time, after new prices, has nothing to do any more. */
const pointWithinMs = 20_000;

export async function killRun(options: KillRunOptions): Promise<KillRunResult> {
  const { dataDir, ports, works, say } = options;
  const generator = xoroshiro128plus(options.seed);
  const random = () => uniformFloat64(generator);
  const recorder = await startRecorder(`http://127.0.0.1:${ports.registry}`);
  const system = await startSystem({
    dataDir,
    ports,
    rateLimit: 1_000_000,
    woocommerce: true,
    apiUrl: recorder.apiUrl,
    webhookBackoffSeconds: '0,1,2,5,10,20',
    say,
  });
  const { wordpress, daemon, registry } = system;
  const faults: string[] = [];
  let kills = 0;
  let serverKills = 0;
  try {
    await addSupportPlugin(system.wordpress.siteDir, 'faults.php');
    say(`importing ${works.length} works …`);
    let started = Date.now();
    await importWorks(wordpress, dataDir, works);
    const importSeconds = (Date.now() - started) / 1000;
    await system.connect();
    await daemon.stop();
    started = Date.now();
    await wordpress.wp('artwork-registry', 'register-all');

    // 1. Each point once early and once later; prices change meanwhile, so that there is always something to do.
    for (const times of [1, 2]) {
      for (const point of KILL_POINTS) {
        await daemon.start(`${point} ${times}`);
        const death = daemon.ended().then(() => true);
        let died = false;
        for (let round = 0; round < 3 && !died; round += 1) {
          await changePrices(system, works, random, 5);
          died = await Promise.race([death, delay(pointWithinMs, false, { ref: false })]);
        }
        if (died) kills += 1;
        else faults.push(`the point "${point}" did not come by ${times} times`);
        daemon.kill();
      }
    }
    say(`killed at named points: ${kills}`);

    // 2. Random kills, with the registry killed on the way.
    for (let n = 0; n < options.randomKills; n += 1) {
      await daemon.start();
      await changePrices(system, works, random, 20);
      await delay(100 + random() * 1500);
      if (serverKills < 3 && n % Math.max(1, Math.floor(options.randomKills / 3)) === 0) {
        registry.kill();
        serverKills += 1;
        await delay(200 + random() * 1000);
        await registry.start();
      }
      daemon.kill();
      kills += 1;
    }

    // 3. WordPress fails as a broken site fails.
    await daemon.start();
    const broken = join(wordpress.siteDir, 'wp-content/answer-500');
    await writeFile(broken, '');
    await changePrices(system, works, random, 20);
    await delay(options.outageMs);
    await rm(broken);
    say(`WordPress answered 500 for ${options.outageMs / 1000} s`);

    const final = await settled(system, works.length);
    const seconds = (Date.now() - started) / 1000;
    faults.push(...(await verify(system, final, recorder.sent)));
    faults.push(...(await verifyPrice(system, final)));
    faults.push(...(await verify(system, await settled(system, works.length), recorder.sent)));
    return {
      faults: [...new Set(faults)],
      figures: {
        works: works.length,
        seed: options.seed,
        'WordPress on': `${wordpress.database}${wordpress.woocommerce ? `, WooCommerce ${wordpress.woocommerce}` : ''}`,
        'kills of the sync service': kills,
        'kills of the registry': serverKills,
        'items sent': recorder.sent.length,
        'answers of the registry': countWords(recorder.answers.map(({ status }) => String(status))),
        outcomes: countWords(final.map((work) => work.state)),
        'import seconds': importSeconds.toFixed(1),
        'chain seconds': seconds.toFixed(1),
      },
    };
  } finally {
    await system.stop();
    await recorder.close();
  }
}

/** New prices for some works, in one process of WP-CLI. */
async function changePrices(
  system: System,
  works: GalleryWork[],
  random: () => number,
  count: number,
): Promise<void> {
  const priced = works.filter((work) => work.price);
  const changes = Array.from({ length: Math.min(count, priced.length) }, () => {
    const work = priced[Math.floor(random() * priced.length)]!;
    return { inventory_number: work.inventory_number, amount: 100 + Math.floor(random() * 9000) };
  });
  const file = join(system.dataDir, 'prices.json');
  await writeFile(file, JSON.stringify(changes));
  await system.wordpress.wp('eval-file', join(phpScriptsDir, 'change-prices.php'), file);
}

/** Waits until no work is on its way any more; returns them. */
async function settled(system: System, count: number): Promise<SiteWork[]> {
  return waitFor(
    `${count} works with an outcome`,
    async () => {
      const all = await listWorks(system);
      return all.length === count && all.every((work) => !openStates.has(work.state)) && all;
    },
    600_000,
  );
}

/** Every work exactly one Art ID or a named outcome; registry, shop and journal say the same. */
async function verify(
  system: System,
  final: SiteWork[],
  sent: { key: string; sentAtMs: number }[],
): Promise<string[]> {
  const faults: string[] = [];
  const unexplained = final.filter((work) => !work.registry_id && !work.error && work.state !== 'held');
  if (unexplained.length > 0) faults.push(`${unexplained.length} works have neither Art ID nor reason`);
  const ids = final.flatMap((work) => work.registry_id ?? []);
  if (new Set(ids).size !== ids.length) faults.push('two works share an Art ID');
  const records = await listRegistry(system);
  if (records.size !== ids.length)
    faults.push(`the registry has ${records.size} works, the shop ${ids.length}`);
  const journal = checkJournal(system.dataDir, sent);
  faults.push(...journal.faults.map((fault) => `journal: ${fault}`));
  const shop = new Map(final.map((work) => [work.external_id, work]));
  for (const { external_id: id, registry_id: artId, content } of journal.works) {
    if (shop.get(id)?.registry_id !== artId) faults.push(`journal and WordPress differ on work ${id}`);
    const record = artId === null ? undefined : records.get(artId);
    if (artId === null || content === null) continue;
    const differences = record ? differing(content, record) : ['not in the registry'];
    if (differences.length > 0) faults.push(`work ${id} (${artId}): ${differences.join(', ')}`);
  }
  return faults;
}

/** 100 → 120 → 100 within a minute must end at 100: a replayed answer of the first 100 would say so without being true. */
async function verifyPrice(system: System, final: SiteWork[]): Promise<string[]> {
  const records = await listRegistry(system);
  const work = final.find((one) => records.get(one.registry_id ?? '')?.['price']);
  if (!work?.registry_id) return ['no work with a price was found'];
  const price = async () => {
    const { body } = await readApi(system.registry, system.account.apiKey, `/artworks/${work.registry_id}`);
    return (body['data'] as { price: { amount: number } | null }).price?.amount;
  };
  for (const amount of [100, 120, 100]) {
    await setPrice(system.wordpress, work.external_id, amount);
    const seen = await waitFor(`price ${amount}`, async () => (await price()) === amount, 30_000).catch(
      () => false,
    );
    if (!seen) return [`price 100 → 120 → 100: ${amount} did not arrive, the registry says ${await price()}`];
  }
  // And once more without waiting in between.
  for (const amount of [120, 100]) await setPrice(system.wordpress, work.external_id, amount);
  await settled(system, final.length);
  return (await price()) === 100 ? [] : [`price 100 → 120 → 100 ended at ${await price()}`];
}

async function listRegistry(system: System): Promise<Map<string, Record<string, unknown>>> {
  const records = new Map<string, Record<string, unknown>>();
  for (let offset = 0; ; offset += 100) {
    const path = `/artworks?limit=100&offset=${offset}`;
    const { body } = await readApi(system.registry, system.account.apiKey, path);
    const page = body['data'] as Record<string, unknown>[];
    for (const record of page) records.set(String(record['registry_id']), record);
    if (page.length < 100) return records;
  }
}

function differing(content: Record<string, unknown>, record: Record<string, unknown>): string[] {
  const shown: Record<string, unknown> = {
    ...record,
    artist_name: (record['artist'] as { name: string }).name,
    ...(record['dimensions'] as object),
  };
  const isPriced = ['for_sale', 'open_to_offers'].includes(String(content['availability']));
  const expected: Record<string, unknown> = {
    ...content,
    price: isPriced ? (content['price'] ?? null) : null,
  };
  return ['title', 'artist_name', 'year_created', 'medium', 'availability', 'price']
    .filter((field) => JSON.stringify(shown[field] ?? null) !== JSON.stringify(expected[field] ?? null))
    .map(
      (field) => `${field} is ${JSON.stringify(shown[field])}, expected ${JSON.stringify(expected[field])}`,
    );
}

/** "published: 190, held: 10" */
function countWords(words: string[]): string {
  const groups = Object.entries(Object.groupBy(words, (word) => word));
  return groups.map(([word, group]) => `${word}: ${group?.length ?? 0}`).join(', ');
}
