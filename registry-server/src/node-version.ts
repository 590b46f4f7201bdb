import { refusalOfNode as refusalOf } from '#kit/node-version';

/** Set by read 6, which asks for the password of the operator; undici 8 needs 22.19. */
export const OLDEST_NODE = '22.22.2';

/** Why this version of Node cannot run the registry server, in one sentence; null where it can. */
export const refusalOfNode = (version: string): string | null =>
  refusalOf('The registry server', OLDEST_NODE, version);
