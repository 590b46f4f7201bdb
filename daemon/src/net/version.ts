// The version of the sync service: package.json is the only place that states it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Two folders above this file both in the repository and in the published package.
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};

export const DAEMON_VERSION = manifest.version;
