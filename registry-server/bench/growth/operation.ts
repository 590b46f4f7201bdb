// What an operation of the growth table is, and what it may ask of the registry that is measured.
import type { Measured, Receivers } from '../processes.ts';
import type { World } from '../world.ts';

export type Context = {
  world: World;
  server: Measured;
  /** The number of the first work; the others follow it. */
  first: number;
  /** The last step of the feed before anything was written. */
  feedEnd: number;
  /** Art IDs of works of the gallery whose key is used. */
  own: string[];
  /** Slugs of artists: the most frequent ones, whom every size has. */
  artists: string[];
  /** Address of a part of the sitemap. */
  sitemapPart: string;
  /** Of an operator who is signed in. */
  cookie: string;
  /** A key of the gallery whose webhook is active, and where its deliveries arrive. */
  watched: { apiKey: string; receivers: Receivers };
};

export type Ask = {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};

export type Operation = {
  name: string;
  /** What the n-th call asks for. No two may be alike, or the second would be answered from what was kept. */
  ask: (context: Context, serial: number) => Ask;
  /** Waits for what comes after the answer. The time until then counts. */
  until?: (context: Context, serial: number) => Promise<void>;
  /** Default: 200. */
  mostCalls?: number;
};

/** Some thousand different pages of about the same length near the start of a list. */
export const nearStart = (serial: number): string =>
  `limit=${20 + (serial % 10)}&offset=${Math.floor(serial / 10) % 30}`;

/** A work of any gallery. Two calls in a row never ask for neighbours. */
export const anyWork = ({ world, first }: Context, serial: number): string =>
  `AREG-${first + ((serial * 7919) % world.works)}`;

/** A work of the gallery whose key is used. */
export const ownWork = ({ own }: Context, serial: number): string => own[serial % own.length] ?? '';
