// Schemas that others publish and whose text is not part of this repository. docs/development.md says where each comes from.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const cacheDir = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
const folder = process.env['PUBLISHED_SCHEMAS_DIR'] ?? join(cacheDir, 'artwork-registry/schemas');
const isRequired = process.env['REQUIRE_PUBLISHED_SCHEMAS'] === '1';

/** Why the test cannot run, or undefined. Throws where the schemas are required. */
export function whyAbsent(...names: string[]): string | undefined {
  const missing = names.filter((name) => !existsSync(join(folder, name)));
  if (missing.length === 0) return undefined;
  const reason = `${folder} has no ${missing.join(', ')} (docs/development.md, published schemas)`;
  if (isRequired) throw new Error(reason);
  return reason;
}

export const readSchema = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** The texts of all JSON Schemas of a folder. */
export const readSchemas = (name: string): string[] =>
  readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.json'))
    .map((file) => readSchema(join(name, file)));
