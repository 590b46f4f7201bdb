// The look-up of a request's key; on SQLite it is native.
import { foundKeyOf, USABLE_KEY } from '../../tables/texts/keys.ts';
import type { FoundKey, KeyRow } from '../../tables/texts/keys.ts';
import type { PostgresContext } from '../engine/context.ts';

export async function findUsableKey(
  { first, nowMs }: PostgresContext,
  hash: string,
): Promise<FoundKey | undefined> {
  const row = await first<KeyRow>(USABLE_KEY, [hash, nowMs * 1000]);
  return row && foundKeyOf(row, nowMs);
}
