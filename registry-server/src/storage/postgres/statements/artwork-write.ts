// Writing works: the row with its public JSON, its source, its words, and what is told of it. All statements of a write are
// sent at once; they run in the order in which they are sent.
import { foldText } from '@artwork-registry/contract';
import type { ArtistNaming, ArtworkRow, ArtworkWrite, NewArtist, SourceRow } from '../../artwork-facts.ts';
import { COLUMNS, INSERTED } from '../../shared/artwork-columns.ts';
import { written } from '../engine/context.ts';
import type { PostgresContext } from '../engine/context.ts';
import { removeText, writeText } from '../search/text-index.ts';
import { sendAnswer, sendChange, sendEvents } from './outbox.ts';
import type { Sent } from './outbox.ts';

export async function writeArtwork(context: PostgresContext, write: ArtworkWrite): Promise<void> {
  await written(context, sendArtwork(context, write));
}

export async function writeArtworks(context: PostgresContext, writes: ArtworkWrite[]): Promise<void> {
  await written(
    context,
    writes.flatMap((write) => sendArtwork(context, write)),
  );
}

function sendArtwork(context: PostgresContext, write: ArtworkWrite): Sent {
  const { before, row } = write;
  const sent: Sent = [];
  if (write.artist !== undefined) sent.push(insertArtist(context, write.artist));
  if (write.naming !== undefined) sent.push(nameArtist(context, write.naming));
  if (row.medium !== null && row.medium !== before?.medium) sent.push(insertMedium(context, row.medium));
  sent.push(before === undefined ? insertRow(context, row, write) : updateRow(context, before, row, write));
  if (write.source !== undefined) sent.push(...writeSource(context, row, write.source));
  if (write.endSourcesAt !== undefined) sent.push(endSources(context, row.number, write.endSourcesAt));
  if (write.isIndexed === true) sent.push(writeText(context, row));
  if (write.isIndexed === false) sent.push(removeText(context, row.number));
  for (const change of write.changes ?? []) sent.push(...sendChange(context, change));
  sent.push(...sendEvents(context, write.events ?? []));
  if (write.answer !== undefined) sent.push(sendAnswer(context, write.answer));
  return sent;
}

type Projection = Pick<ArtworkWrite, 'publicJson' | 'sourceInstallationId'>;
type Value = string | number | null;

const STORED = ['public_json', 'source_installation_id'];
const INSERT = (() => {
  const names = [...INSERTED, ...STORED];
  const places = names.map((_, index) => `$${index + 1}`);
  const medium = `(SELECT id FROM mediums WHERE md5(key) = md5($${names.length + 1}) AND key = $${names.length + 1})`;
  return `INSERT INTO artworks (${names.join(', ')}, medium_id) VALUES (${places.join(', ')}, ${medium})`;
})();

function insertRow(
  { connection }: PostgresContext,
  row: ArtworkRow,
  { publicJson, sourceInstallationId }: Projection,
): Promise<unknown> {
  const values: Value[] = INSERTED.map((name) => row[name]);
  return connection.run(INSERT, [...values, publicJson, sourceInstallationId, mediumKeyOf(row)]);
}

/** Writes what differs and nothing else: a column that is named has its counters and its list version changed. */
function updateRow(
  { connection }: PostgresContext,
  before: ArtworkRow,
  row: ArtworkRow,
  { publicJson, sourceInstallationId }: Projection,
): Promise<unknown> {
  const values: Value[] = [row.number, publicJson, sourceInstallationId];
  const assignments = ['public_json = $2', 'source_installation_id = $3'];
  for (const name of COLUMNS) {
    if (before[name] === row[name]) continue;
    values.push(row[name]);
    assignments.push(`${name} = $${values.length}`);
    if (name !== 'medium') continue;
    values.push(mediumKeyOf(row));
    const key = `$${values.length}`;
    assignments.push(`medium_id = (SELECT id FROM mediums WHERE md5(key) = md5(${key}) AND key = ${key})`);
  }
  return connection.run(`UPDATE artworks SET ${assignments.join(', ')} WHERE number = $1`, values);
}

const mediumKeyOf = ({ medium }: ArtworkRow) => (medium === null ? null : foldText(medium));

/** Without ON CONFLICT, which would use up a number each time; groups that come here run one after the other. */
function insertMedium({ connection }: PostgresContext, medium: string): Promise<unknown> {
  return connection.run(
    `INSERT INTO mediums (key) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM mediums WHERE md5(key) = md5($1) AND key = $1)`,
    [foldText(medium)],
  );
}

function insertArtist({ connection }: PostgresContext, artist: NewArtist): Promise<unknown> {
  return connection.run(
    `INSERT INTO artists (id, slug, name, name_key, sort_name, is_named, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [artist.id, artist.slug, artist.name, artist.nameKey, artist.sortName, artist.isNamed, artist.at],
  );
}

function nameArtist({ connection }: PostgresContext, naming: ArtistNaming): Promise<unknown> {
  return connection.run(
    `UPDATE artists SET name = $2, sort_name = $3, is_named = true,
       created_at = CASE WHEN is_named THEN created_at ELSE $4 END, updated_at = $4 WHERE id = $1`,
    [naming.id, naming.name, naming.sortName, naming.at],
  );
}

function writeSource(
  { connection }: PostgresContext,
  { number, is_public }: ArtworkRow,
  source: SourceRow,
): Sent {
  return [
    connection.run(
      `INSERT INTO sources (artwork_number, installation_id, platform, platform_label, platform_key, external_id,
         source_url, status, last_synced_at, is_public) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (artwork_number, installation_id) DO UPDATE SET platform = excluded.platform,
         platform_label = excluded.platform_label, platform_key = excluded.platform_key,
         external_id = excluded.external_id, source_url = excluded.source_url, status = excluded.status,
         last_synced_at = excluded.last_synced_at`,
      [
        number,
        source.installation_id,
        source.platform,
        source.platform_label,
        source.platform_key,
        source.external_id,
        source.source_url,
        source.status,
        source.last_synced_at,
        is_public === 1,
      ],
    ),
    connection.run('UPDATE installations SET last_synced_at = greatest(last_synced_at, $1) WHERE id = $2', [
      source.last_synced_at,
      source.installation_id,
    ]),
  ];
}

/** What a work's sources were for the organisation that gives it away: kept, shown to nobody, written by nobody. */
function endSources({ connection }: PostgresContext, artworkNumber: number, at: number): Promise<unknown> {
  return connection.run(
    `WITH ended AS (DELETE FROM sources WHERE artwork_number = $2 RETURNING *)
     INSERT INTO former_sources (artwork_number, installation_id, platform, platform_label, external_id, source_url,
       status, last_synced_at, ended_at)
     SELECT artwork_number, installation_id, platform, platform_label, external_id, source_url, 'removed',
       last_synced_at, $1 FROM ended ORDER BY number`,
    [at, artworkNumber],
  );
}
