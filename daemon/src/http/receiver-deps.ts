// What the routes of the receiver need from the rest of the service.
import type { Clock } from '#kit/clock';
import type { Config } from '../config.ts';
import type { Journal } from '../journal/journal.ts';
import type { Site } from '../site/sites-file.ts';
import type { Turn, TurnAnswer } from '../site/turns.ts';
import type { WakeReason } from '../types/wake-reason.ts';
import type { SavedStatus } from '../sync/status.ts';

export type ReceiverDeps = {
  config: Pick<Config, 'tls' | 'publicUrl' | 'metrics'>;
  /** A cell of a host, which only the host can reach. */
  isCell: boolean;
  clock: Clock;
  journal: Journal;
  /** The registry's time for a site's account, in ms since the epoch. */
  registryNow: (siteId: string) => number;
  findSite: (siteId: string) => Site | undefined;
  /** Also a site that is paused, which can still leave. */
  findPaired: (siteId: string) => Site | undefined;
  /** The address of a site's registry, also of one that is paused, or whose secrets cannot be opened. */
  registryOf: (siteId: string) => string | undefined;
  wake: (siteId: string, reason: WakeReason) => void;
  /** A turn of a site, whose signature is right. */
  takeTurn: (siteId: string, turn: Turn) => Promise<TurnAnswer>;
  /** The site left: its key and its journal are destroyed. */
  leave: (siteId: string, reason: string) => void;
  /** The latest status of each site's loop; null: none yet. */
  statuses: () => SiteState[];
  /** Prometheus text format. */
  metrics: () => Promise<string>;
  /** A delivery that is not signed with the site's secret came in. */
  recordUnfit: (siteId: string) => void;
  /** What keeps the service from doing its work, in one word; null: nothing. */
  problem: () => string | null;
};

export type SiteState = { site: string; status: SavedStatus | null; isStuck: boolean };
