// Idempotency keys: the committed answer, stored in the same transaction as the data it answers for.
import { Refused, tick } from './context.ts';
import type { SqliteContext } from './context.ts';
import type { Outcome } from '../records.ts';
import type { Keyed } from './running-keys.ts';

/** Inside a write job: replays the stored answer of this key, or runs `work` and stores its answer. */
export function idempotently<Body>(
  context: SqliteContext,
  input: Keyed,
  work: () => { status: number; body: Body },
): Outcome<Body> {
  const { idempotency, organizationId } = input;
  if (idempotency === null) return { ok: true, replayed: false, ...work() };
  const stored = context
    .sql<{ request_hash: string; status: number; response: string }>(
      'SELECT request_hash, status, response FROM idempotency WHERE organization_id = ? AND key = ?',
    )
    .get(organizationId, idempotency.key);
  if (stored !== undefined) {
    if (stored.request_hash !== idempotency.requestHash) throw new Refused('idempotency_key_reused');
    return { ok: true, replayed: true, status: stored.status, body: JSON.parse(stored.response) as Body };
  }
  const answer = work();
  context
    .sql(
      `INSERT INTO idempotency (organization_id, key, request_hash, status, response, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      organizationId,
      idempotency.key,
      idempotency.requestHash,
      answer.status,
      JSON.stringify(answer.body),
      tick(context),
    );
  return { ok: true, replayed: false, ...answer };
}
