// Where things stand in the repository, seen from the test support.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const supportDir = dirname(fileURLToPath(import.meta.url));
export const e2eDir = join(supportDir, '..');
export const rootDir = join(e2eDir, '..');
