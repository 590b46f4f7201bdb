// Works whose public JSON or words are not built yet, because a migration changed their form: built before anybody reads.
import { getRow, storeProjection } from './artwork-rows.ts';
import type { SqliteContext } from '../engine/context.ts';
import { writeText } from '../search/text-index.ts';

const PIECE = 1000;

export function backfillProjections(context: SqliteContext): void {
  const unbuilt = context.sql<{ number: number }>(
    `SELECT number FROM artworks WHERE public_json IS NULL ORDER BY number LIMIT ${PIECE}`,
  );
  for (let rows = unbuilt.all(); rows.length > 0; rows = unbuilt.all()) {
    const build = context.db.transaction(() => {
      for (const { number } of rows) {
        const row = getRow(context, number);
        storeProjection(context, row);
        if (row.is_public === 1) writeText(context, row);
      }
    });
    build.immediate();
  }
}
