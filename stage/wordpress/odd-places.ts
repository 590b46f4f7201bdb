// WordPress as some owners have it: each of these has broken a plugin somewhere. `$ARTWORK_REGISTRY_ODD` chooses one, for the PHP tests and
// for the stories.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What each means is in docs/qa.md. All are of MariaDB. */
export const oddPlaces = [
  'mixed',
  'utf8mb3',
  'lower-names',
  'own-folder',
  'config-above',
  'object-cache',
] as const;
export type OddPlace = (typeof oddPlaces)[number];

/** @throws Error that lists what the variable may be */
export function chosenOddPlace(): OddPlace | undefined {
  const given = process.env['ARTWORK_REGISTRY_ODD'] ?? '';
  const place = oddPlaces.find((name) => name === given);
  if (given !== '' && place === undefined)
    throw new Error(`ARTWORK_REGISTRY_ODD is "${given}"; it may be ${oddPlaces.join(', ')}.`);
  return place;
}

/** A database that keeps names of tables in small letters, and a configuration that writes them otherwise, as after a move from Windows. */
export const CAPITAL_PREFIX = 'WP_Gallery_';

/** WordPress's files in a folder of their own, and the content beside it. Of a site that was laid out just now. */
export const moveContent = (siteDir: string): Promise<void> =>
  rename(join(siteDir, 'wp-content'), contentDir(siteDir));

const contentDir = (siteDir: string) => join(siteDir, '../content');

const ownFolderAddresses = (url: string) => ({ WP_HOME: url, WP_SITEURL: `${url}/wordpress` });

const ownFolderConstants = (siteDir: string, url: string) => ({
  ...ownFolderAddresses(url),
  WP_CONTENT_DIR: contentDir(siteDir),
  WP_CONTENT_URL: `${url}/content`,
  WP_DEBUG_LOG: join(contentDir(siteDir), 'debug.log'),
});

export function oddConstants(
  odd: OddPlace | undefined,
  siteDir: string,
  url: string,
): Record<string, string> {
  if (odd === 'own-folder') return ownFolderConstants(siteDir, url);
  // All tables are made with it, ours too.
  if (odd === 'utf8mb3') return { DB_CHARSET: 'utf8mb3', DB_COLLATE: 'utf8mb3_general_ci' };
  return odd === 'config-above' ? ownFolderAddresses(url) : {};
}

/** WordPress's own cache, which it takes for one that outlives a request: transients and options are no longer read from the database. */
export async function addObjectCache(siteDir: string): Promise<void> {
  await mkdir(join(siteDir, 'wp-content'), { recursive: true });
  await writeFile(
    join(siteDir, 'wp-content/object-cache.php'),
    `<?php\nrequire_once ABSPATH . WPINC . '/cache.php';\n`,
  );
}

/** Tables of WordPress and the shop in the collation that WordPress had before; those that are made later get its present one. */
export async function ageTables(wp: (...args: string[]) => Promise<string>): Promise<void> {
  await wp('eval-file', join(import.meta.dirname, 'age-tables.php'));
}
