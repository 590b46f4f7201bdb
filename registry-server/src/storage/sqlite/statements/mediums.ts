// Medium rows: one for each way a medium is written, folded, so that a partial match looks at each once.
import { foldText } from '@artwork-registry/contract';
import type { SqliteContext } from '../engine/context.ts';

/** Only inside a write job. */
export function findOrInsertMedium(context: SqliteContext, medium: string): number {
  const key = foldText(medium);
  const known = context.sql<{ id: number }>('SELECT id FROM mediums WHERE key = ?').get(key);
  return known?.id ?? Number(context.sql('INSERT INTO mediums (key) VALUES (?)').run(key).lastInsertRowid);
}
