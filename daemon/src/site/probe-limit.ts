// One direct call a minute to an address at which no site was proven yet: a site that connects may name any address, and a host must
// not be the tool of a flood.
import type { Clock } from '#kit/clock';

const PAUSE_MS = 60_000;
const MOST_ADDRESSES = 10_000;

/** True where the address may be called now; it then counts. */
export function createProbeLimit(clock: Pick<Clock, 'elapsed'>): (address: string) => boolean {
  const probed = new Map<string, number>();
  return (address) => {
    const nowMs = clock.elapsed();
    for (const [old, atMs] of probed) {
      if (nowMs - atMs < PAUSE_MS) break;
      probed.delete(old);
    }
    if (probed.has(address) || probed.size >= MOST_ADDRESSES) return false;
    probed.set(address, nowMs);
    return true;
  };
}
