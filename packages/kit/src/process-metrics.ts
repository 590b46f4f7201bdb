// What Prometheus reads of the process itself: memory, CPU, event loop, garbage collector.
import { collectDefaultMetrics, Registry } from 'prom-client';

const known = new Map<string, Registry>();

/**
 * Collected from the first call on. Once in a process, whatever it serves: each collection has a timer of ten milliseconds and an observer
 * of the garbage collector, which end with the process alone.
 *
 * @param prefix Of the names.
 */
export function processMetrics(prefix = ''): Registry {
  const found = known.get(prefix);
  if (found !== undefined) return found;
  const made = new Registry();
  collectDefaultMetrics({ register: made, prefix });
  known.set(prefix, made);
  return made;
}
