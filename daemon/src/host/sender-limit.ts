// At most so many new sites an hour from one sender: an address, or the /64 of an IPv6 address.
import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.ts';

const MOST_SITES = 30;
const WINDOW_MS = 3600_000;

/** Returns the seconds to wait; 0: the site may be added, and counts. */
export function createSenderLimit(clock: Clock, most = MOST_SITES): (sender: string) => number {
  const added = new Map<string, number[]>();
  return (sender) => {
    const nowMs = clock.elapsed();
    for (const [name, times] of added) if (times.at(-1)! <= nowMs - WINDOW_MS) added.delete(name);
    const name = isIPv6(sender) ? networkOf(sender) : sender;
    const recent = (added.get(name) ?? []).filter((atMs) => atMs > nowMs - WINDOW_MS);
    if (recent.length >= most) return Math.ceil((recent[0]! + WINDOW_MS - nowMs) / 1000);
    added.set(name, [...recent, nowMs]);
    return 0;
  };
}

/** The first four groups; an address with "::" is written out first. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest].slice(0, 4).join(':');
}
