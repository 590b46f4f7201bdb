// Two registries on one host, with the same Art IDs for other works: whatever happens at the one, nothing of it reaches the other or a site of
// it. ARTWORK_REGISTRY_LONG=1 takes 10,000 steps; FAULT_SEED repeats a run.
import { expect, test } from 'vitest';
import { crossingsOf } from '../support/crossings.ts';
import { aWhile } from '../support/start-stage.ts';
import { TwoRegistries } from '../support/two-registries.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const seed = Number(process.env['FAULT_SEED'] ?? 20_260_000);
const STEPS = isLong ? 10_000 : 300;
const MOVE_EVERY = isLong ? 230 : 60;
const RESTART_EVERY = isLong ? 700 : 150;
/** In which what the step began is under way, and not yet done. */
const PAUSE_MS = 8;

test(
  'nothing crosses between two registries with the same prefix',
  async () => {
    const world = new TwoRegistries(seed);
    try {
      await world.start();
      for (let step = 1; step <= STEPS; step += 1) {
        if (step % MOVE_EVERY === 0) await world.move(world.pick(world.tenants));
        else if (step % RESTART_EVERY === 0) await world.restart();
        else await world.act();
        await aWhile(PAUSE_MS);
      }
      await world.settle();
      const heard = world.tenants.map(({ site: { fake } }) => fake);
      const sum = (count: (one: (typeof heard)[number]) => number) =>
        heard.reduce((total, one) => total + count(one), 0);
      const figures = {
        seed,
        steps: STEPS,
        ...world.counts,
        'feed steps': world.sides.map(({ registry }) => registry.feed.length),
        artworks: world.sides.map(({ registry }) => registry.artworks.all.size),
        requests: world.sides.map(({ registry }) => registry.requests.length),
        'polls heard': sum(({ polls }) => polls.length),
        'reports heard': sum(({ reportLog }) => reportLog.length),
        'events heard': sum(({ events }) => events.length),
      };
      console.log(JSON.stringify(figures));
      expect(crossingsOf(world).slice(0, 20), JSON.stringify(figures)).toEqual([]);
      // Otherwise there was nothing that could have crossed.
      expect(figures['events heard']).toBeGreaterThan(STEPS / 20);
      expect(figures['reports heard']).toBeGreaterThan(STEPS / 20);
    } finally {
      await world.stop();
    }
  },
  STEPS * 60 + 120_000,
);
