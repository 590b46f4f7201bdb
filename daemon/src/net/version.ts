import { join } from 'node:path';
import { programVersion } from '#kit/program-version';

export const DAEMON_VERSION = programVersion(join(import.meta.dirname, '..'));
