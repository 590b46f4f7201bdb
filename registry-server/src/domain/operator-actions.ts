// What operators did, on the command line and in the console: written down before it begins, so that an action that was cut off is in
// the list as well.
import type { NewAction } from '../storage/operator-records.ts';
import type { Storage } from '../storage/storage.ts';

type ActionStore = Pick<Storage, 'beginAction' | 'endAction'>;

/** Never written down: they open something, name a person whose data is asked for, or belong to the form alone. */
const LEFT_OUT = new Set(['token', 'password', 'email', 'confirm', 'json']);
const LONGEST_VALUE = 500;

/** What an action was told, as JSON. */
export function detailsOf(told: Record<string, unknown>): string {
  const kept = Object.entries(told)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined && value !== '')
    .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value]);
  return JSON.stringify(Object.fromEntries(kept));
}

/** Does it between the two entries; an error counts as refused. */
export async function recorded<Result>(
  storage: ActionStore,
  action: NewAction,
  work: () => Promise<Result>,
): Promise<Result> {
  const seq = await storage.beginAction(action);
  try {
    const result = await work();
    await storage.endAction(seq, 'done');
    return result;
  } catch (error) {
    await storage.endAction(seq, 'refused');
    throw error;
  }
}
