// Clocks of machines, as somebody sets them.
import type { Machine } from './machines.ts';
import type { World } from './world.ts';

export function setAhead(world: World, machine: Machine, aheadMs: number): void {
  machine.aheadMs = aheadMs;
  world.log.add(`clock of ${machine.name} is ${aheadMs} ms ahead`);
  const deed = { what: 'clock set', ...machine.program, ahead: machine.aheadMs } as const;
  world.told(deed, world.timeline.nowMs(), 'done');
  world.noteClocks();
}
