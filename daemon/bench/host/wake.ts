// host.wake on simulated sites: from the save to the registry's yes as WordPress hears it, directly and by the mailbox. The goal is
// one for a real WordPress, which e2e measures; this row shows what is not WordPress's part.
import type { Figure } from '../../../registry-server/bench/figure.ts';
import type { DiallingSite } from '../../../stage/fakes/dialling-site.ts';
import { HostWorld, type Tenant } from '../../tests/support/host-world.ts';
import { figure, pause, percentile } from './host-figure.ts';
import { confirmFirst, saveAgainAndAgain } from './noisy.ts';

const OF_EACH = 15;
const GOALS = { direct: 5000, mailbox: 8000 };

export async function wakeRows(options: { program: string; windowMs: number }): Promise<Figure[]> {
  const world = new HostWorld({ tenants: 2 * OF_EACH, program: options.program });
  try {
    await world.prepare();
    const [reached, hidden] = [world.tenants.slice(0, OF_EACH), world.tenants.slice(OF_EACH)];
    for (const { site } of hidden) site.isHidden = true;
    await world.host.start();
    await confirmFirst(world, reached);
    const direct = await saveAgainAndAgain(world, reached, options.windowMs);
    // Their first save goes through the finding out that only the mailbox works.
    await dialAgainAndAgain(world, hidden, 1000);
    const mailbox = await dialAgainAndAgain(world, hidden, options.windowMs);
    return [row('direct', direct), row('mailbox', mailbox)];
  } finally {
    await world.stop();
  }
}

function row(way: keyof typeof GOALS, took: number[]): Figure {
  const p95 = percentile(took, 0.95);
  const p50 = percentile(took, 0.5);
  return figure({
    id: `host.wake.${way}`,
    value: p95,
    unit: 'ms p95',
    floor: p50,
    goal: `<= ${GOALS[way]}`,
    met: took.length > 0 && p95 <= GOALS[way],
    detail: { saves: took.length, floor: 'p50 of the same run' },
  });
}

/** They know the token of their next turn. */
const diallers = new Map<Tenant, DiallingSite>();

/** Sites that nobody reaches: after a save they dial, until their work was confirmed. */
async function dialAgainAndAgain(world: HostWorld, tenants: Tenant[], windowMs: number): Promise<number[]> {
  const end = performance.now() + windowMs;
  const took: number[] = [];
  await Promise.all(
    tenants.map(async (tenant) => {
      const dialling = diallers.get(tenant) ?? world.dialling(tenant);
      diallers.set(tenant, dialling);
      while (performance.now() < end) {
        let isConfirmed = false;
        const confirmed = world.save(tenant, String(tenant.site.works.size + 1_000_000));
        void confirmed.then((ms) => {
          isConfirmed = true;
          took.push(ms);
        });
        while (!isConfirmed) {
          const { call, status } = await dialling.turn({ body: { reason: 'change' } });
          if (call === null || status !== 200) await pause(500);
        }
        await pause(2000);
      }
    }),
  );
  return took;
}
