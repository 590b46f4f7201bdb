// How the table names each side.
import type { Engine } from '../place.ts';
import type { PeerName } from './options.ts';
import type { Side } from './table.ts';

export const NAMES: Record<Engine | PeerName, string> = {
  sqlite: 'ours SQLite',
  postgres: 'ours PostgreSQL',
  directus: 'Directus',
  'graphile-worker': 'graphile-worker',
  'pg-boss': 'pg-boss',
  bullmq: 'BullMQ',
};

export const sidesOf = (engines: readonly Engine[], peers: readonly PeerName[]): Side[] => [
  ...engines.map((engine) => ({ name: NAMES[engine], isOurs: true })),
  ...peers.map((peer) => ({ name: NAMES[peer], isOurs: false })),
];
