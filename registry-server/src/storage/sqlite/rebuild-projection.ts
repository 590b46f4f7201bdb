// The public JSON of a work, made again from what is stored: for works that a restore changes.
import { projectionOf } from '../../domain/publishing/projection.ts';
import type { ArtworkRow } from '../artwork-facts.ts';
import type { SqliteContext } from './engine/context.ts';
import { findArtwork } from './statements/artwork-rows.ts';

export function rebuildProjection(context: SqliteContext, number: number): ArtworkRow {
  const artwork = findArtwork(context, number);
  if (artwork === undefined) throw new Error(`artwork ${number} is missing`);
  const { publicJson, sourceInstallationId } = projectionOf(context, artwork.row, artwork.sources).stored;
  context
    .sql('UPDATE artworks SET public_json = ?, source_installation_id = ? WHERE number = ?')
    .run(publicJson, sourceInstallationId, number);
  return artwork.row;
}
