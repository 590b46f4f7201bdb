import { programVersion } from '#kit/program-version';

export const SERVER_VERSION = programVersion(import.meta.dirname);
