// Operations that await between their statements, for tests of what else may use the connection meanwhile.
import type { SqliteContext } from '../../src/storage/sqlite/engine/context.ts';
import type { Operations } from '../../src/storage/sqlite/engine/engine.ts';

const PAIR = 2;

/**
 * `insertPair slug` adds two organisations with awaits in between; `never slug` adds one and waits without end. `onStep` is
 * called between the two, while the group is open.
 */
export const awaitingOperations = (onStep: () => void = () => undefined): Operations => ({
  write: async (context, { name, args: [slug] }) => {
    for (let index = 0; index < PAIR; index += 1) {
      insert(context, `${String(slug)}-${index}`);
      for (let step = 0; step < 10; step += 1) await Promise.resolve();
      onStep();
      if (name === 'never') await new Promise(() => undefined);
    }
    return slug;
  },
  read: async (context, { name }) => {
    if (name === 'never') await new Promise(() => undefined);
    await Promise.resolve();
    return context.pluck<number>(`SELECT count(*) FROM organizations WHERE slug <> 'public-readers'`).get();
  },
});

function insert(context: SqliteContext, slug: string): void {
  context
    .sql(`INSERT INTO organizations (id, slug, name, status, created_at) VALUES (?, ?, ?, 'active', 1)`)
    .run(slug, slug, slug);
}
