import { refusalOfNode as refusalOf } from '#kit/node-version';

/** Set by undici 8, which fails while it is loaded by anything older. */
export const OLDEST_NODE = '22.19.0';

/** Why this version of Node cannot run the sync service, in one sentence; null where it can. */
export const refusalOfNode = (version: string): string | null =>
  refusalOf('The sync service', OLDEST_NODE, version);
