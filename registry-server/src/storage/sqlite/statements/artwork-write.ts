// Writing works: the row with its public JSON, its source, its words, and what is told of it.
import type { ArtistNaming, ArtworkRow, ArtworkWrite, NewArtist, SourceRow } from '../../artwork-facts.ts';
import { COLUMNS, INSERTED } from '../../shared/artwork-columns.ts';
import type { SqliteContext } from '../engine/context.ts';
import { removeText, writeText } from '../search/text-index.ts';
import { findOrInsertMedium } from './mediums.ts';
import { writeAnswer, writeChange, writeEvents } from './outbox.ts';

export function writeArtwork(context: SqliteContext, write: ArtworkWrite): void {
  const { before, row } = write;
  if (write.artist !== undefined) insertArtist(context, write.artist);
  if (write.naming !== undefined) nameArtist(context, write.naming);
  if (before === undefined) insertRow(context, row, write);
  else updateRow(context, before, row, write);
  if (write.source !== undefined) writeSource(context, row, write.source);
  if (write.endSources !== undefined) endSources(context, row.number, write.endSources);
  if (write.isIndexed === true) writeText(context, row);
  if (write.isIndexed === false) removeText(context, row.number);
  for (const change of write.changes ?? []) writeChange(context, change);
  writeEvents(context, write.events ?? []);
  if (write.answer !== undefined) writeAnswer(context, write.answer);
}

export function writeArtworks(context: SqliteContext, writes: ArtworkWrite[]): void {
  for (const write of writes) writeArtwork(context, write);
}

type Projection = Pick<ArtworkWrite, 'publicJson' | 'sourceInstallationId'>;
type Value = string | number | null;

const STORED = ['medium_id', 'public_json', 'source_installation_id'];
const INSERT = `INSERT INTO artworks (${[...INSERTED, ...STORED].join(', ')})
  VALUES (${[...INSERTED, ...STORED].map((name) => `@${name}`).join(', ')})`;

function insertRow(
  context: SqliteContext,
  row: ArtworkRow,
  { publicJson, sourceInstallationId }: Projection,
): void {
  const values: Record<string, Value> = {
    medium_id: mediumOf(context, row),
    public_json: publicJson,
    source_installation_id: sourceInstallationId,
  };
  for (const name of INSERTED) values[name] = row[name];
  context.sql(INSERT).run(values);
}

/** Writes what differs and nothing else: a column that is named has its index, its counters and its list rewritten. */
function updateRow(
  context: SqliteContext,
  before: ArtworkRow,
  row: ArtworkRow,
  { publicJson, sourceInstallationId }: Projection,
): void {
  const changed = COLUMNS.filter((name) => before[name] !== row[name]);
  const values: Record<string, Value> = {
    number: row.number,
    public_json: publicJson,
    source_installation_id: sourceInstallationId,
  };
  for (const name of changed) values[name] = row[name];
  if (changed.includes('medium')) values.medium_id = mediumOf(context, row);
  const assignments = Object.keys(values)
    .slice(1)
    .map((name) => `${name} = @${name}`);
  context.sql(`UPDATE artworks SET ${assignments.join(', ')} WHERE number = @number`).run(values);
}

function mediumOf(context: SqliteContext, { medium }: ArtworkRow): number | null {
  return medium === null ? null : findOrInsertMedium(context, medium);
}

function insertArtist(context: SqliteContext, artist: NewArtist): void {
  context
    .sql(
      `INSERT INTO artists (id, slug, name, name_key, sort_name, is_named, created_at, updated_at)
       VALUES (@id, @slug, @name, @nameKey, @sortName, @named, @at, @at)`,
    )
    .run({ ...artist, named: Number(artist.isNamed), isNamed: null });
}

function nameArtist(context: SqliteContext, naming: ArtistNaming): void {
  context
    .sql(
      `UPDATE artists SET name = @name, sort_name = @sortName, is_named = 1,
         created_at = CASE is_named WHEN 1 THEN created_at ELSE @at END, updated_at = @at WHERE id = @id`,
    )
    .run(naming);
}

function writeSource(context: SqliteContext, { number, is_public }: ArtworkRow, source: SourceRow): void {
  context
    .sql(
      `INSERT INTO sources (artwork_number, installation_id, platform, platform_label, platform_key, external_id,
         source_url, status, last_synced_at, is_public)
       VALUES (@number, @installation_id, @platform, @platform_label, @platform_key, @external_id, @source_url, @status,
         @last_synced_at, @is_public)
       ON CONFLICT (artwork_number, installation_id) DO UPDATE SET platform = excluded.platform,
         platform_label = excluded.platform_label, platform_key = excluded.platform_key,
         external_id = excluded.external_id, source_url = excluded.source_url, status = excluded.status,
         last_synced_at = excluded.last_synced_at`,
    )
    .run({ number, is_public, ...source });
  context
    .sql('UPDATE installations SET last_synced_at = max(coalesce(last_synced_at, 0), ?) WHERE id = ?')
    .run(source.last_synced_at, source.installation_id);
}

/** What a work's sources were for the organisation that gives it away: kept, shown to nobody, written by nobody. */
function endSources(
  context: SqliteContext,
  artworkNumber: number,
  { at, workKey }: NonNullable<ArtworkWrite['endSources']>,
): void {
  context
    .sql(
      `INSERT INTO former_sources (artwork_number, installation_id, platform, platform_label, external_id, source_url,
         status, last_synced_at, ended_at, work_key)
       SELECT artwork_number, installation_id, platform, platform_label, external_id, source_url, 'removed',
         last_synced_at, ?, ? FROM sources WHERE artwork_number = ? ORDER BY number`,
    )
    .run(at, workKey, artworkNumber);
  context.sql('DELETE FROM sources WHERE artwork_number = ?').run(artworkNumber);
}
