// Memory that only this process has: what the system cannot drop.
import { readFileSync } from 'node:fs';

/** In MiB. */
export function anonymousMiB(): number {
  try {
    const line = /RssAnon:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
    return Number(line?.[1] ?? 0) / 1024;
  } catch {
    return process.memoryUsage().rss / 1024 / 1024;
  }
}
