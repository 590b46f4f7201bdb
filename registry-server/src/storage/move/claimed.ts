// One move of a PostgreSQL database at a time.
import type pg from 'pg';
import { placeOf } from '../postgres/open.ts';
import { MoveRefused } from './copying.ts';
import { claim } from './postgres-side.ts';

/** Runs `work` on a connection that no other move has beside it, and ends the connection. */
export async function claimed<Value>(
  url: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = await claim(url);
  if (client === undefined) {
    throw new MoveRefused(
      'move_running',
      `another move of ${placeOf(url)} is under way, or its connection has not ended yet; try again in a minute`,
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
