// The feed of changes as the last state of each work. Native: each engine puts together what a work shows in its own way.
import type { FeedWork } from '../../records.ts';
import type { PostgresContext } from '../engine/context.ts';
import { OWN_COLUMNS, spliced } from '../search/public-json.ts';
import type { OwnRow } from '../search/public-json.ts';

type Row = OwnRow & { seq: number; at: number; subject: string };

// A step that a later one of the same work replaces is not shown.
const FEED_WORKS = `SELECT c.seq, c.written_at AS at, c.subject, ${OWN_COLUMNS}
  FROM changes c LEFT JOIN (artworks w JOIN artists a ON a.id = w.artist_id JOIN profiles p ON p.id = w.profile_id
    LEFT JOIN installations i ON i.id = w.source_installation_id) ON w.registry_id = c.subject AND w.is_public
  WHERE c.op IN ('upsert', 'remove')
    AND c.is_last`;

/** The last step of each work with after < seq ≤ upTo, with what it shows now. */
export async function listFeedWorks(
  { connection, publicUrl }: PostgresContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<FeedWork[]> {
  const rows = await connection.query<Row>(
    `${FEED_WORKS} AND c.seq > $1 AND c.seq <= $2 ORDER BY c.seq LIMIT $3`,
    [after, upTo, limit],
  );
  return rows.map((row) => feedWorkOf(row, publicUrl));
}

/** Undefined for a work that was never public. */
export async function findFeedWork(
  { connection, publicUrl }: PostgresContext,
  registryId: string,
): Promise<FeedWork | undefined> {
  const [row] = await connection.query<Row>(`${FEED_WORKS} AND c.subject = $1`, [registryId]);
  return row && feedWorkOf(row, publicUrl);
}

function feedWorkOf(row: Row, publicUrl: string): FeedWork {
  const { seq, at: writtenAt, subject: registryId } = row;
  // A work that is hidden has no columns here, whatever the type says.
  const json = (row.public_json as string | null) === null ? null : spliced(row, publicUrl);
  return { seq, registryId, writtenAt, json };
}
