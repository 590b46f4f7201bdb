// At most so many new sites, or wrong passwords, an hour from one sender: an address, or the /64 of an IPv6 address.
import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.ts';

const MOST_SITES = 30;
const WINDOW_MS = 3600_000;

export type SenderLimit = {
  /** Returns the seconds to wait; 0: this one is allowed, and counts. */
  take: (sender: string) => number;
  /** What the sender did until now no longer counts. */
  forget: (sender: string) => void;
};

export function createSenderLimit(clock: Clock, most = MOST_SITES): SenderLimit {
  const taken = new Map<string, number[]>();
  const nameOf = (sender: string) => {
    // How a server that listens on IPv6 as well sees an IPv4 address.
    const bare = sender.replace(/^::ffff:(?=[\d.]+$)/i, '');
    return isIPv6(bare) ? networkOf(bare) : bare;
  };
  return {
    take(sender) {
      const nowMs = clock.elapsed();
      for (const [name, times] of taken) if (times.at(-1)! <= nowMs - WINDOW_MS) taken.delete(name);
      const name = nameOf(sender);
      const recent = (taken.get(name) ?? []).filter((atMs) => atMs > nowMs - WINDOW_MS);
      if (recent.length >= most) return Math.ceil((recent[0]! + WINDOW_MS - nowMs) / 1000);
      taken.set(name, [...recent, nowMs]);
      return 0;
    },
    forget: (sender) => void taken.delete(nameOf(sender)),
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
