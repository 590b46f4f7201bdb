// Texts about connected sites, for the statements of tables/ and for native ones of an engine.
import { INSTALLATION_OF_STEP } from '../../shared/feed-step.ts';
import { forBoth } from '../dialect.ts';
import type { Dialect } from '../dialect.ts';

export const INSTALLATION = `SELECT id, organization_id AS "organizationId", platform, platform_label AS "platformLabel",
  platform_key AS "platformKey", site_url AS "siteUrl", connected_at AS "connectedAt",
  last_synced_at AS "lastSyncedAt" FROM installations`;

/** No EXISTS: PostgreSQL may read all sources for it at once. */
const showing = (
  id: string,
  { isTrue }: Dialect,
) => `SELECT 1 FROM sources s JOIN artworks w ON w.number = s.artwork_number
  WHERE s.installation_id = ${id} AND ${isTrue('s.is_public')} AND w.source_installation_id = s.installation_id LIMIT 1`;

/** A row where a public work shows the site `$1`, and with it its address. */
export const SHOWING_SITE = forBoth((dialect) => showing('$1', dialect));

/** Of `changes`: a step by which a site moved is public only while a public work shows the site. */
export const isStepPublic = (dialect: Dialect): string =>
  `(op <> 'installation' OR (${showing(INSTALLATION_OF_STEP, dialect)}) IS NOT NULL)`;
