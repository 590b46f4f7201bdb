// host.first_import: many galleries with their whole catalogues at once, beside the same works sent to the registry by a loop that does
// nothing else.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../../../registry-server/bench/figure.ts';
import { HostWorld } from '../../tests/support/host-world.ts';
import { RealRegistry, type Publisher } from '../../tests/support/real-registry.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { figure, percentile, until } from './host-figure.ts';

const AT_ONCE = 16;
const BATCH = 50;

export async function firstImportRows(options: {
  program: string;
  galleries: number;
  works: number;
}): Promise<Figure[]> {
  const { galleries, works } = options;
  const bareSeconds = await bareImport(galleries, works);
  const world = new HostWorld({ tenants: galleries, program: options.program });
  try {
    await world.prepare();
    const endedMs = new Map<number, number>();
    for (const tenant of world.tenants) {
      const { site, serial } = tenant;
      for (let id = 1; id <= works; id += 1) world.fill(tenant, String(id));
      const confirmed = new Set<string>();
      site.onReport = ({ state, external_id: id }) => {
        if (state === 'published' && confirmed.add(id).size === works) endedMs.set(serial, performance.now());
      };
    }
    await world.host.start();
    const beganMs = performance.now();
    const cpuBefore = process.cpuUsage();
    await until(
      () => endedMs.size === galleries,
      () => `${endedMs.size} of ${galleries} galleries are through`,
      3600_000,
    );
    const seconds = [...endedMs.values()].map((ms) => (ms - beganMs) / 1000);
    const [slowest, median] = [Math.max(...seconds), percentile(seconds, 0.5)];
    const { user, system } = process.cpuUsage(cpuBefore);
    const detail = {
      galleries,
      'works each': works,
      'works/s': Math.round((galleries * works) / slowest),
      'artworks in the registry': world.registry.countArtworks(),
      // What is left of the machine's is the registry's.
      'CPU seconds of the machine': Math.round(slowest * availableParallelism()),
      'CPU seconds of the host': Math.round(world.host.cpuSeconds()),
      'CPU seconds of the simulated sites': Math.round((user + system) / 1e6),
    };
    return [
      figure({
        id: 'host.first_import',
        value: slowest,
        unit: 's',
        floor: bareSeconds,
        goal: '<= 1.5 x the registry alone',
        met: slowest <= 1.5 * bareSeconds,
        detail,
      }),
      figure({
        id: 'host.first_import.slowest',
        value: slowest,
        unit: 's',
        floor: median,
        goal: '<= 2 x the median gallery',
        met: slowest <= 2 * median,
      }),
    ];
  } finally {
    await world.stop();
  }
}

/** Seconds that the registry alone needs for the same works. */
async function bareImport(galleries: number, works: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'daemon-bare-import-'));
  const registry = new RealRegistry(folder);
  try {
    const publishers = await registry.start(galleries);
    const beganMs = performance.now();
    const left = publishers.map((publisher, index) => ({ publisher, serial: index + 1 }));
    const sendNext = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        await sendWorks(registry.origin, next.publisher, next.serial, works);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
    const seconds = (performance.now() - beganMs) / 1000;
    if (registry.countArtworks() !== galleries * works) throw new Error('The bare import lost works.');
    return seconds;
  } finally {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sendWorks(
  origin: string,
  { apiKey }: Publisher,
  serial: number,
  works: number,
): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { installation_id: string };
  };
  const site = { platform: 'wordpress', site_url: `https://gallery-${serial}.example` };
  const { installation_id } = await post('/integrations/connect', site);
  for (let from = 1; from <= works; from += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, works - from + 1) }, (_, index) => ({
      idempotency_key: `bare-${serial}-${from + index}`,
      artwork: {
        external_id: String(from + index),
        ...sampleArtwork((from + index) % 1000, { title: `Study ${serial}-${from + index}` }),
      },
    }));
    await post('/integrations/sync', { installation_id, items });
  }
}
