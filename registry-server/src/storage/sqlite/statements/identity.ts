// Finds the work that a new one duplicates. Keys are tried in the specification's order; the first that matches wins.
import type { PublishInput } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';

export type Match = { number: number; organizationId: string; matchedOn: MatchKey };
export type MatchKey = 'fingerprint' | 'external_id' | 'inventory_ref' | 'source_url' | 'image_url';

type Candidate = { number: number; organization_id: string };

const WORK = 'SELECT w.number, w.organization_id FROM artworks w';

// A portfolio page or a placeholder picture is shared by many works: works that carry different external_ids of one
// installation, or different inventory numbers, are told apart by them.
const NOT_TOLD_APART = `(w.inventory_ref IS NULL OR @inventoryRef IS NULL OR w.inventory_ref = @inventoryRef)
  AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.artwork_number = w.number AND s.installation_id = @installationId
    AND s.external_id <> @externalId)
  AND NOT (@installationId IS NULL AND coalesce(w.external_id <> @externalId, 0)
    AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.artwork_number = w.number))`;

// Somebody else's works count for the fingerprint alone, and only while they are public. Own works come first,
// then the oldest.
const MATCHERS: readonly {
  matchedOn: MatchKey;
  needs: readonly string[];
  without?: string;
  query: string;
}[] = [
  {
    matchedOn: 'fingerprint',
    needs: ['fingerprint'],
    query: `${WORK} WHERE w.fingerprint = @fingerprint AND (w.organization_id = @organizationId OR w.is_public = 1)
      ORDER BY w.organization_id = @organizationId DESC, w.number LIMIT 1`,
  },
  {
    matchedOn: 'external_id',
    needs: ['externalId', 'installationId'],
    query: `${WORK} JOIN sources s ON s.artwork_number = w.number WHERE s.installation_id = @installationId
      AND s.external_id = @externalId AND w.organization_id = @organizationId ORDER BY w.number LIMIT 1`,
  },
  {
    matchedOn: 'external_id',
    needs: ['externalId'],
    without: 'installationId',
    query: `${WORK} WHERE w.organization_id = @organizationId AND w.external_id = @externalId
      ORDER BY w.number LIMIT 1`,
  },
  {
    matchedOn: 'inventory_ref',
    needs: ['inventoryRef'],
    query: `${WORK} WHERE w.organization_id = @organizationId AND w.inventory_ref = @inventoryRef
      ORDER BY w.number LIMIT 1`,
  },
  {
    matchedOn: 'source_url',
    needs: ['sourceUrl'],
    query: `${WORK} WHERE w.organization_id = @organizationId AND w.source_url = @sourceUrl AND ${NOT_TOLD_APART}
      ORDER BY w.number LIMIT 1`,
  },
  {
    matchedOn: 'image_url',
    needs: ['imageUrl'],
    query: `${WORK} WHERE w.organization_id = @organizationId AND w.cover_image_url = @imageUrl AND ${NOT_TOLD_APART}
      ORDER BY w.number LIMIT 1`,
  },
];

/** Only inside a write job: what it finds stays true until the job's insert. */
export function findMatch(
  context: SqliteContext,
  input: PublishInput,
  fingerprint: string | null,
): Match | undefined {
  const keys: Record<string, string | null> = {
    organizationId: input.organizationId,
    fingerprint,
    installationId: input.source?.installationId ?? null,
    externalId: input.source?.externalId ?? input.fields.external_id,
    inventoryRef: input.fields.inventory_ref,
    sourceUrl: input.fields.source_url,
    imageUrl: input.fields.cover_image_url,
  };
  for (const { matchedOn, needs, without, query } of MATCHERS) {
    if (needs.some((name) => keys[name] === null)) continue;
    if (without !== undefined && keys[without] !== null) continue;
    const found = context.sql<Candidate>(query).get(keys);
    if (found !== undefined)
      return { number: found.number, organizationId: found.organization_id, matchedOn };
  }
  return undefined;
}
