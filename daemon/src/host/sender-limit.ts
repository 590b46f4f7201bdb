// At most so many new sites, or wrong passwords, an hour from one sender: an address, or the /64 of an IPv6 address.
import type { Clock } from '#kit/clock';
import { senderOf } from '@artwork-registry/contract';
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
  return {
    take(sender) {
      const name = senderOf(sender);
      const recent = times.of(name);
      if (recent.length >= most) return Math.ceil((recent[0]! + HOUR_MS - clock.elapsed()) / 1000);
      times.add(name);
      return 0;
    },
    forget: (sender) => times.forget(senderOf(sender)),
  };
}
