// Schemas that others publish and that are not part of this repository: REGISTRY_TEST_SCHEMAS names a folder with them.
// CONTRIBUTING.md says where each comes from.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of one publisher by name, or why they are not there. */
export function readSchemas(publisher: string, needed: string[]): Map<string, string> | string {
  const folder = process.env['REGISTRY_TEST_SCHEMAS'];
  if (folder === undefined || folder === '')
    return 'REGISTRY_TEST_SCHEMAS does not name a folder with published schemas';
  const own = join(folder, publisher);
  const missing = needed.find((name) => !existsSync(join(own, name)));
  if (missing !== undefined) return `${join(own, missing)} is not there`;
  return new Map(readdirSync(own).map((name) => [name, readFileSync(join(own, name), 'utf8')]));
}
