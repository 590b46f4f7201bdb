// The journals of a host are lost, under tenants that are called and tenants that only dial: no gallery has to act, no work is registered twice,
// and what was changed meanwhile is sent. With ARTWORK_REGISTRY_LONG=1 under 200 tenants in four cells.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killAll } from '../../../registry-server/bench/processes.ts';
import { journalFile } from '../../src/journal/journal-file.ts';
import type { AccountState } from '../../src/types/site.ts';
import type { DiallingSite } from '../../../stage/fakes/dialling-site.ts';
import { isSettled } from '../support/host-fault-run.ts';
import { faultsOfHost } from '../support/host-outcome.ts';
import { HostWorld, type Tenant } from '../support/host-world.ts';
import { aWhile, until } from '../support/start-stage.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const [TENANTS, CELLS] = isLong ? [200, 4] : [8, 1];
const WORKS = 5;
const SETTLED_MS = 240_000;
/** States that end only when the owner of the gallery acts. */
const WAITING_FOR_OWNER: AccountState[] = ['copy', 'two_services', 'no_key', 'unauthorized', 'forbidden'];

const stateOf = (poll: { [field: string]: unknown }) =>
  (poll['status'] as { account: { state: AccountState } }).account.state;

test(
  'lost journals cost no gallery a step of its own, and no work a second Art ID',
  async () => {
    const world = new HostWorld({
      tenants: TENANTS,
      cells: CELLS,
      env: { DAEMON_POLL_ACTIVE_MS: '300', DAEMON_POLL_IDLE_MS: '2000' },
    });
    let isOver = false;
    const dialling: Promise<void>[] = [];
    try {
      await world.prepare();
      const { tenants } = world;
      // Both kinds in every cell.
      const isHidden = ({ serial }: Tenant) => Math.floor(serial / CELLS) % 2 === 0;
      const [hidden, called] = [tenants.filter(isHidden), tenants.filter((one) => !isHidden(one))];
      for (const { site } of hidden) site.isHidden = true;
      for (const tenant of tenants) for (let id = 1; id <= WORKS; id += 1) world.fill(tenant, String(id));
      await world.host.start();
      const diallers = new Map<Tenant, DiallingSite>();
      for (const tenant of tenants) diallers.set(tenant, world.dialling(tenant));
      for (const tenant of hidden)
        dialling.push(diallers.get(tenant)!.keepDialling(() => isOver, { wait: 1 }));
      const settled = (what: string) =>
        until(() => tenants.every(isSettled), `all are settled ${what}`, SETTLED_MS);
      await settled('at first');
      // They were not called for a while, and have tokens of their own now.
      const takeTurns = async (times: number) => {
        for (const tenant of called)
          for (let taken = 0; taken < times;) {
            const { status } = await diallers.get(tenant)!.turn({ body: { wait: 0 } });
            // Its cell just starts.
            if (status === 503) await aWhile(100);
            else taken += 1;
          }
      };
      await takeTurns(2);
      expect(world.registry.countArtworks()).toBe(TENANTS * WORKS);

      await world.host.stop();
      for (let cell = 1; cell <= CELLS; cell += 1)
        for (const suffix of ['', '-wal', '-shm'])
          rmSync(journalFile(join(world.hostDir, 'cells', String(cell))) + suffix, { force: true });
      for (const tenant of tenants) {
        world.fill(tenant, '1', { medium: 'Found after the loss' });
        world.fill(tenant, String(WORKS + 1));
      }
      const heard = new Map(tenants.map((tenant) => [tenant, tenant.site.polls.length]));
      const turned = new Map(tenants.map((tenant) => [tenant, diallers.get(tenant)!.results.length]));
      const beganMs = performance.now();
      await world.host.start();
      await takeTurns(1);
      await settled('after the journals were lost');
      const seconds = Math.round((performance.now() - beganMs) / 1000);
      await takeTurns(1);

      const states = tenants.flatMap((tenant) => tenant.site.polls.slice(heard.get(tenant)).map(stateOf));
      const codes = tenants.flatMap((tenant) =>
        diallers
          .get(tenant)!
          .results.slice(turned.get(tenant))
          .map(({ code }) => code),
      );
      const figures = {
        tenants: TENANTS,
        'that only dial': hidden.length,
        'seconds until all was sent': seconds,
        'polls afterwards': states.length,
        'turns afterwards': codes.length,
        artworks: world.registry.countArtworks(),
      };
      console.log(JSON.stringify(figures));
      expect(states.filter((state) => WAITING_FOR_OWNER.includes(state))).toEqual([]);
      expect(codes.filter((code) => code !== null && code !== 'starting')).toEqual([]);
      expect(tenants.filter(({ site }) => site.generation !== 1)).toEqual([]);
      expect(world.registry.countOfMedium('Found after the loss')).toBe(TENANTS);
      expect(await faultsOfHost(world, [])).toEqual([]);
      expect(figures.artworks).toBe(TENANTS * (WORKS + 1));
    } finally {
      isOver = true;
      await Promise.all(dialling);
      await world.stop();
    }
  },
  2 * SETTLED_MS + 120_000,
);

process.once('exit', killAll);
