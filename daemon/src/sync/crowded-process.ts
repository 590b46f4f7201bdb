// Whether a process still has time to spare.
import { performance } from 'node:perf_hooks';

const CROWDED = 0.9;

/** Returns a function that says whether the process was busy for nearly all the time since it was last asked. */
export function createCrowdWatch(): () => boolean {
  let known = performance.eventLoopUtilization();
  return () => {
    const before = known;
    known = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(known, before).utilization > CROWDED;
  };
}
