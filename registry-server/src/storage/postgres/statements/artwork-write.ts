// Writing works: rows with their public JSON, their sources, their words, and what is told of them. Each statement writes what
// all works that are handed over together need of it; all are sent at once and run in the order in which they are sent.
import { foldText } from '@artwork-registry/contract';
import type { ArtworkRow, ArtworkWrite, SourceRow } from '../../artwork-facts.ts';
import { COLUMNS, INSERTED } from '../../shared/artwork-columns.ts';
import { togetherOf } from '../engine/context.ts';
import type { PostgresContext } from '../engine/context.ts';
import { removeTexts, writeTexts } from '../search/text-index.ts';
import type { Sent } from './outbox.ts';
import { fieldsOf, givenRows, rowsJson } from './rows.ts';
import type { Fields } from './rows.ts';

export function writeArtwork(context: PostgresContext, artwork: ArtworkWrite): void {
  togetherOf(context).write(context, { artwork });
}

export function writeArtworks(context: PostgresContext, artworks: ArtworkWrite[]): void {
  for (const artwork of artworks) writeArtwork(context, artwork);
}

/** The works themselves; no work and no artist may be among them twice. */
export function sendArtworks({ connection }: PostgresContext, writes: ArtworkWrite[]): Sent {
  const each = <Part>(partOf: (write: ArtworkWrite) => Part | undefined): Part[] =>
    writes.flatMap((write) => partOf(write) ?? []);
  const run = (text: string, rows: object[]) =>
    rows.length === 0 ? [] : [connection.run(text, [rowsJson(rows)])];
  const isNew = (write: ArtworkWrite) => write.before === undefined;
  const isSame = ({ before, row }: ArtworkWrite) => COLUMNS.every((name) => before?.[name] === row[name]);
  const sources = writes.flatMap(({ row, source }) => (source === undefined ? [] : [{ row, source }]));
  return [
    ...run(
      INSERT_ARTISTS,
      each(({ artist }) => artist),
    ),
    ...run(
      NAME_ARTISTS,
      each(({ naming }) => naming),
    ),
    ...run(INSERT_MEDIUMS, newMediums(writes)),
    ...run(INSERT_WORKS, writes.filter(isNew).map(storedOf)),
    ...run(UPDATE_WORKS, writes.filter((write) => !isNew(write) && !isSame(write)).map(storedOf)),
    ...run(UPDATE_FORMS, writes.filter(isSame).map(formOf)),
    ...run(
      WRITE_SOURCES,
      sources.map(({ row, source }, place) => ({ ...sourceOf(row, source), place })),
    ),
    ...run(NOTE_SYNC, lastSyncs(sources.map(({ source }) => source))),
    ...run(
      END_SOURCES,
      each(({ row, endSources }) => endSources && { number: row.number, ...endSources }),
    ),
    ...writeTexts(
      connection,
      each(({ row, isIndexed }) => (isIndexed === true ? row : undefined)),
    ),
    ...removeTexts(
      connection,
      each(({ row, isIndexed }) => (isIndexed === false ? row.number : undefined)),
    ),
  ];
}

const OTHER_TYPES: Fields = {
  ...fieldsOf('double precision', 'height_cm width_cm depth_cm price_amount'),
  ...fieldsOf('bigint', 'number withdrawn_at created_at updated_at'),
  is_transferred: 'boolean',
};
const typed = (names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, OTHER_TYPES[name] ?? 'text']));

const FORM = ['public_json', 'source_installation_id'];
const MEDIUM =
  '(SELECT m.id FROM mediums m WHERE md5(m.key) = md5(given.medium_key) AND m.key = given.medium_key)';
const given = (names: readonly string[]) => names.map((name) => `given.${name}`).join(', ');

const STORED = [...INSERTED, ...FORM];
const INSERT_WORKS = `INSERT INTO artworks (${STORED.join(', ')}, medium_id) SELECT ${given(STORED)}, ${MEDIUM}
  FROM ${givenRows('$1', typed([...STORED, 'medium_key']))} ORDER BY number`;

// What stays as it is, is written as it is: triggers and indexes go by what differs.
const CHANGED = [...COLUMNS, ...FORM];
const UPDATE_WORKS = `UPDATE artworks w SET (${CHANGED.join(', ')}, medium_id) = (${given(CHANGED)},
    CASE WHEN given.medium IS NOT DISTINCT FROM w.medium THEN w.medium_id ELSE ${MEDIUM} END)
  FROM ${givenRows('$1', typed(['number', ...CHANGED, 'medium_key']))} WHERE w.number = given.number`;
const UPDATE_FORMS = `UPDATE artworks w SET (${FORM.join(', ')}) = (${given(FORM)})
  FROM ${givenRows('$1', typed(['number', ...FORM]))} WHERE w.number = given.number`;

function formOf({ row, publicJson, sourceInstallationId }: ArtworkWrite) {
  return { number: row.number, public_json: publicJson, source_installation_id: sourceInstallationId };
}

function storedOf(write: ArtworkWrite) {
  const { row } = write;
  const columns = Object.fromEntries(INSERTED.map((name) => [name, row[name]]));
  return { ...columns, ...formOf(write), medium_key: row.medium === null ? null : foldText(row.medium) };
}

// Without ON CONFLICT, which would use up a number each time; groups that come here run one after the other.
const INSERT_MEDIUMS = `INSERT INTO mediums (key) SELECT key FROM ${givenRows('$1', { key: 'text' })}
  WHERE NOT EXISTS (SELECT 1 FROM mediums m WHERE md5(m.key) = md5(given.key) AND m.key = given.key)`;

function newMediums(writes: ArtworkWrite[]): { key: string }[] {
  const named = writes.flatMap(({ before, row: { medium } }) =>
    medium === null || medium === before?.medium ? [] : [foldText(medium)],
  );
  return [...new Set(named)].map((key) => ({ key }));
}

const INSERT_ARTISTS = `INSERT INTO artists (id, slug, name, name_key, sort_name, is_named, created_at, updated_at)
  SELECT id, slug, name, "nameKey", "sortName", "isNamed", at, at
  FROM ${givenRows('$1', { ...fieldsOf('text', 'id slug name "nameKey" "sortName"'), '"isNamed"': 'boolean', at: 'bigint' })}`;

const NAME_ARTISTS = `UPDATE artists a SET name = given.name, sort_name = given."sortName", is_named = true,
    created_at = CASE WHEN a.is_named THEN a.created_at ELSE given.at END, updated_at = given.at
  FROM ${givenRows('$1', { ...fieldsOf('text', 'id name "sortName"'), at: 'bigint' })} WHERE a.id = given.id`;

const SOURCE: Fields = {
  ...fieldsOf('text', 'installation_id platform platform_label platform_key external_id source_url status'),
  ...fieldsOf('bigint', 'artwork_number last_synced_at'),
  is_public: 'boolean',
};
const SOURCE_COLUMNS = Object.keys(SOURCE).join(', ');
const WRITE_SOURCES = `INSERT INTO sources (${SOURCE_COLUMNS}) SELECT ${SOURCE_COLUMNS}
  FROM ${givenRows('$1', { ...SOURCE, place: 'int' })} ORDER BY place
  ON CONFLICT (artwork_number, installation_id) DO UPDATE SET platform = excluded.platform,
    platform_label = excluded.platform_label, platform_key = excluded.platform_key,
    external_id = excluded.external_id, source_url = excluded.source_url, status = excluded.status,
    last_synced_at = excluded.last_synced_at`;

const sourceOf = ({ number, is_public }: ArtworkRow, source: SourceRow) => ({
  ...source,
  artwork_number: number,
  is_public: is_public === 1,
});

const NOTE_SYNC = `UPDATE installations i SET last_synced_at = greatest(i.last_synced_at, given.at)
  FROM ${givenRows('$1', { id: 'text', at: 'bigint' })} WHERE i.id = given.id`;

function lastSyncs(sources: SourceRow[]): { id: string; at: number }[] {
  const latest = new Map<string, number>();
  for (const { installation_id: id, last_synced_at: at } of sources)
    latest.set(id, Math.max(latest.get(id) ?? 0, at));
  return [...latest].map(([id, at]) => ({ id, at }));
}

// What a work's sources were for the organisation that gives it away: kept, shown to nobody, written by nobody.
const END_SOURCES = `WITH given AS (SELECT * FROM ${givenRows('$1', { number: 'bigint', at: 'bigint', '"workKey"': 'text' })}),
  ended AS (DELETE FROM sources s USING given WHERE s.artwork_number = given.number RETURNING s.*, given.at, given."workKey")
  INSERT INTO former_sources (artwork_number, installation_id, platform, platform_label, external_id, source_url,
    status, last_synced_at, ended_at, work_key)
  SELECT artwork_number, installation_id, platform, platform_label, external_id, source_url, 'removed',
    last_synced_at, at, "workKey" FROM ended ORDER BY number`;
