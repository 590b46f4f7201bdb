// What a connection that only reads has read is good until another one commits: asking SQLite for that costs a sixth of reading a work.
import { LRUCache } from 'lru-cache';
import type { PublicForm } from '../../public-form.ts';
import type { SqliteContext } from '../engine/context.ts';

const MOST_CHARACTERS = 4 * 2 ** 20;
/** Beside the text: a kept form's objects. */
const BESIDE = 200;

type Kept = { version: number; publicUrl: string; forms: LRUCache<string, PublicForm> };

const keptByContext = new WeakMap<SqliteContext, Kept>();

/**
 * The public form of this id, read again only after another connection has committed. What is not shown is read each time: with it, anybody
 * could fill the memory. Of what the connection itself writes SQLite tells nothing, so that a connection that may write keeps nothing.
 */
export function untilWritten(
  context: SqliteContext,
  id: string,
  read: () => PublicForm | undefined,
): PublicForm | undefined {
  if (!context.db.readonly) return read();
  // Before the read: a commit between the two moves the next version, and what was read after it is only newer.
  const version = context.pluck<number>('PRAGMA data_version').get() ?? 0;
  const { publicUrl } = context;
  let kept = keptByContext.get(context);
  if (kept?.version !== version || kept.publicUrl !== publicUrl) {
    kept = { version, publicUrl, forms: kept?.forms ?? newForms() };
    kept.forms.clear();
    keptByContext.set(context, kept);
  }
  const known = kept.forms.get(id);
  if (known !== undefined) return known;
  const form = read();
  if (form !== undefined) kept.forms.set(id, form);
  return form;
}

const newForms = () =>
  new LRUCache<string, PublicForm>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ json }, id) => (json?.length ?? 0) + id.length + BESIDE,
  });
