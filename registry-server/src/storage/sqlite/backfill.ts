// The public JSON and words of works, made anew from what is stored: after a migration changed their form, and for works
// that a restore changes.
import { projectionOf } from '../../domain/projection.ts';
import type { ArtworkRow } from '../artwork-facts.ts';
import type { SqliteContext } from './engine/context.ts';
import { writeText } from './search/text-index.ts';
import { findArtwork } from './statements/artwork-rows.ts';

const PIECE = 1000;

/** Works whose public JSON is not built yet: built before anybody reads. */
export function backfillProjections(context: SqliteContext): void {
  const unbuilt = context.pluck<number>(
    `SELECT number FROM artworks WHERE public_json IS NULL ORDER BY number LIMIT ${PIECE}`,
  );
  for (let numbers = unbuilt.all(); numbers.length > 0; numbers = unbuilt.all()) {
    const build = context.db.transaction(() => {
      for (const number of numbers) {
        const row = rebuildProjection(context, number);
        if (row.is_public === 1) writeText(context, row);
      }
    });
    build.immediate();
  }
}

export function rebuildProjection(context: SqliteContext, number: number): ArtworkRow {
  const artwork = findArtwork(context, number);
  if (artwork === undefined) throw new Error(`artwork ${number} is missing`);
  const { publicJson, sourceInstallationId } = projectionOf(context, artwork.row, artwork.sources).stored;
  context
    .sql('UPDATE artworks SET public_json = ?, source_installation_id = ? WHERE number = ?')
    .run(publicJson, sourceInstallationId, number);
  return artwork.row;
}
