// At most so many new sites, or wrong passwords, an hour from one sender: an address, or the /64 of an IPv6 address.
import { isIPv6 } from 'node:net';
import type { Clock } from '#kit/clock';
import { createRecentTimes, HOUR_MS } from '../sealed/recent-times.ts';

const MOST_SITES = 30;

export type SenderLimit = {
  /** Returns the seconds to wait; 0: this one is allowed, and counts. */
  take: (sender: string) => number;
  /** What the sender did until now no longer counts. */
  forget: (sender: string) => void;
};

export function createSenderLimit(clock: Clock, most = MOST_SITES): SenderLimit {
  const times = createRecentTimes(clock);
  const nameOf = (sender: string) => {
    // How a server that listens on IPv6 as well sees an IPv4 address.
    const bare = sender.replace(/^::ffff:(?=[\d.]+$)/i, '');
    return isIPv6(bare) ? networkOf(bare) : bare;
  };
  return {
    take(sender) {
      const name = nameOf(sender);
      const recent = times.of(name);
      if (recent.length >= most) return Math.ceil((recent[0]! + HOUR_MS - clock.elapsed()) / 1000);
      times.add(name);
      return 0;
    },
    forget: (sender) => times.forget(nameOf(sender)),
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
