// Memory that only one process has: what the system cannot drop.
import { readFileSync } from 'node:fs';

/** In MiB. Of this process, or of another one, which runs. */
export function anonymousMiB(pid?: number): number {
  try {
    const line = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid ?? 'self'}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) / 1024;
  } catch (error) {
    if (pid !== undefined) throw error;
    return process.memoryUsage().rss / 1024 / 1024;
  }
}
