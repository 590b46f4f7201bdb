// What the host and its cells say to each other; JSON.
import type { Config } from '../config.ts';
import type { TenantLimits } from '../site/sites-file.ts';
import type { CallCounts } from '../http/call-counts.ts';

/** What a cell is started with; JSON. */
export type CellStart = {
  cell: number;
  socket: string;
  /** `dataDir` is the host's. */
  config: Config;
  sealingKeyFile: string;
  siteAllowHosts: string[];
  limits: TenantLimits;
  instance: string;
};

/** What a cell says of itself every few seconds. */
export type CellReport = {
  sites: number;
  stuck: number;
  failing: number;
  problem: string | null;
  counts: CallCounts;
  /** When the full check of a site ended last since the cell began; null: not yet. */
  lastCheckAt: string | null;
  journalBytes: number;
};
