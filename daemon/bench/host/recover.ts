// host.recover: a cell, and then the whole host, is killed in the middle of an import; how long until everything that waited, and what
// was saved meanwhile, is confirmed.
import type { Figure } from '../../../registry-server/bench/figure.ts';
import { HostWorld } from '../../tests/support/host-world.ts';
import { figure, pause, until } from './host-figure.ts';
import { confirmFirst } from './noisy.ts';

export async function recoverRows(options: {
  program: string;
  tenants: number;
  works: number;
}): Promise<Figure[]> {
  const world = new HostWorld({ tenants: options.tenants, cells: 2, program: options.program });
  try {
    await world.prepare();
    await world.host.start();
    await confirmFirst(world, world.tenants);
    const cell = await secondsToRecover(world, options.works, 1000, async () => {
      process.kill(world.host.cellPids()[0]!, 'SIGKILL');
    });
    const host = await secondsToRecover(world, options.works, 20_000, async () => {
      await world.host.stop('SIGKILL');
      await world.host.start();
    });
    const expected = world.tenants.reduce((sum, { site }) => sum + site.works.size, 0);
    const detail = {
      tenants: options.tenants,
      'works each that waited': options.works,
      'artworks in the registry': world.registry.countArtworks(),
      'that should be there': expected,
    };
    const isOnce = world.registry.countArtworks() === expected;
    const row = (id: string, seconds: { killed: number; whole: number }): Figure =>
      figure({
        id,
        value: seconds.killed,
        unit: 's',
        floor: seconds.whole,
        goal: '<= 60, nothing twice',
        met: seconds.killed <= 60 && isOnce,
        detail: { ...detail, floor: 'the same without a kill' },
      });
    return [row('host.recover.cell', cell), row('host.recover', host)];
  } finally {
    await world.stop();
  }
}

async function secondsToRecover(
  world: HostWorld,
  works: number,
  firstId: number,
  kill: () => Promise<void>,
): Promise<{ killed: number; whole: number }> {
  const whole = await secondsUntilConfirmed(world, works, firstId, async () => {});
  const killed = await secondsUntilConfirmed(world, works, firstId + works, kill);
  return { killed, whole };
}

/** From the kill on, which comes as soon as a tenth of the works is confirmed. */
async function secondsUntilConfirmed(
  world: HostWorld,
  works: number,
  firstId: number,
  kill: () => Promise<void>,
): Promise<number> {
  let open = 0;
  const save = (tenant: (typeof world.tenants)[number], id: number) => {
    open += 1;
    void world.save(tenant, String(id)).then(() => (open -= 1));
  };
  for (const tenant of world.tenants)
    for (let id = firstId; id < firstId + works - 1; id += 1) save(tenant, id);
  await wakeAll(world);
  const all = open;
  await until(
    () => open < all * 0.9,
    () => 'it has begun',
    120_000,
  );
  const beganMs = performance.now();
  await kill();
  for (const tenant of world.tenants) save(tenant, firstId + works - 1);
  await wakeAll(world);
  await until(
    () => open === 0,
    () => `${open} works are not confirmed`,
    300_000,
  );
  return (performance.now() - beganMs) / 1000;
}

/** As WordPress does it: a wake-up that fails is given up, and the next one comes with the next change. */
async function wakeAll(world: HostWorld): Promise<void> {
  for (const tenant of world.tenants) {
    for (let tries = 0; tries < 3; tries += 1) {
      const status = await world.wake(tenant).catch(() => 0);
      if (status === 202) break;
      await pause(300);
    }
  }
}
