// Where things stand in the repository.
import { join } from 'node:path';

export const stageDir = import.meta.dirname;
/** Scripts that WP-CLI or PHP's web server runs in a site. */
export const phpScriptsDir = join(stageDir, 'wordpress');
export const rootDir = join(stageDir, '..');
