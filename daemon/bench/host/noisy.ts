// host.noisy: what a tenant with a whole catalogue waiting, sites that hang and sites that answer rubbish cost the others.
import type { Figure } from '../../../registry-server/bench/figure.ts';
import type { Mode } from '../../../stage/fakes/fake-site.ts';
import { HostWorld, type Tenant } from '../../tests/support/host-world.ts';
import { figure, pause, percentile, until } from './host-figure.ts';

const GOOD = 40;
const HANGING = 50;
const BROKEN = 50;
const BETWEEN_SAVES_MS = 2000;
const BETWEEN_WAKES_MS = 5000;

export async function noisyRow(options: {
  program: string;
  works: number;
  windowMs: number;
}): Promise<Figure> {
  const world = new HostWorld({ tenants: GOOD + 1 + HANGING + BROKEN, program: options.program });
  try {
    await world.prepare();
    const good = world.tenants.slice(0, GOOD);
    const greedy = world.tenants[GOOD]!;
    const bad = world.tenants.slice(GOOD + 1);
    await world.host.start();
    await confirmFirst(world, good);
    const alone = await saveAgainAndAgain(world, good, options.windowMs);

    for (let id = 1; id <= options.works; id += 1) world.fill(greedy, String(id));
    bad.forEach(({ site }, index) => (site.mode = modeOf(index)));
    const stopNoise = wakeAgainAndAgain(world, [greedy, ...bad]);
    await pause(5000);
    const before = greedy.site.countReported('published');
    const beside = await saveAgainAndAgain(world, good, options.windowMs);
    const taken = greedy.site.countReported('published') - before;
    await stopNoise();
    const [p99, floor] = [percentile(beside, 0.99), percentile(alone, 0.99)];
    return figure({
      id: 'host.noisy',
      value: p99,
      unit: 'ms p99',
      floor,
      goal: '<= 2 x without them',
      met: isFair(alone, beside),
      detail: {
        'saves alone': alone.length,
        'saves beside': beside.length,
        'ms p50 alone': Math.round(percentile(alone, 0.5)),
        'ms p50 beside': Math.round(percentile(beside, 0.5)),
        'works of the noisy tenant meanwhile': taken,
        'of its works': options.works,
      },
    });
  } finally {
    await world.stop();
  }
}

/** A run in which nothing was saved beside the noise shows nothing about fairness. */
export const isFair = (alone: number[], beside: number[]): boolean =>
  alone.length > 0 && beside.length > 0 && percentile(beside, 0.99) <= 2 * percentile(alone, 0.99);

const modeOf = (index: number): Mode => (index < HANGING ? 'hangs' : index % 2 === 0 ? 'fatal' : 'rubbish');

/** Every site has its connection and one confirmed work. */
export async function confirmFirst(world: HostWorld, tenants: Tenant[]): Promise<void> {
  let open = tenants.length;
  for (const tenant of tenants) void world.save(tenant, '1').then(() => (open -= 1));
  await until(
    () => open === 0,
    () => `${open} sites have no confirmed work`,
    120_000,
  );
}

/** Each site saves, wakes and waits, then saves again; the milliseconds of all saves. */
export async function saveAgainAndAgain(
  world: HostWorld,
  tenants: Tenant[],
  windowMs: number,
): Promise<number[]> {
  const end = performance.now() + windowMs;
  const took: number[] = [];
  await Promise.all(
    tenants.map(async (tenant, index) => {
      await pause((BETWEEN_SAVES_MS * index) / tenants.length);
      while (performance.now() < end) {
        const id = String(tenant.site.works.size + 1_000_000);
        const confirmed = world.save(tenant, id);
        await world.wake(tenant).catch(() => 0);
        took.push(await confirmed);
        await pause(BETWEEN_SAVES_MS);
      }
    }),
  );
  return took;
}

function wakeAgainAndAgain(world: HostWorld, tenants: Tenant[]): () => Promise<void> {
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      for (const tenant of tenants) await world.wake(tenant).catch(() => 0);
      await pause(BETWEEN_WAKES_MS);
    }
  })();
  return () => {
    isOver = true;
    return running;
  };
}
