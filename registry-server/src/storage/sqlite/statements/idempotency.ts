// Idempotency keys: the committed answer, stored in the same transaction as the data it answers for.
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import type { Outcome } from '../../records.ts';
import type { Keyed } from '../../shared/running-keys.ts';
import { Refused } from '../../tx.ts';

type StoredBody = { registry_id: string; data: unknown; public?: boolean };

/** Inside a write job: replays the stored answer of this key, or runs `work` and stores its answer. */
export function idempotently<Body extends StoredBody>(
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
    const body = JSON.parse(stored.response) as Body;
    return { ok: true, replayed: true, status: stored.status, body: asPublicNow(context, body) };
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
      JSON.stringify(idempotency.isSlim ? { ...answer.body, data: null } : answer.body),
      tick(context),
    );
  return { ok: true, replayed: false, ...answer };
}

/** The stored answer, without a work that has left the public since: nobody gets that one any more, its owner included. */
function asPublicNow<Body extends StoredBody>(context: SqliteContext, body: Body): Body {
  if (body.data == null) return body;
  const isPublic = context.sql('SELECT 1 FROM artworks WHERE registry_id = ? AND is_public = 1');
  if (isPublic.get(body.registry_id) !== undefined) return body;
  return { ...body, data: null, ...(body.public !== undefined && { public: false }) };
}
