// Idempotency keys: the committed answer is stored with the data it answers for, and returned again when somebody repeats the
// request. Only 200 and 201 are stored; a refused request may use its key again.
import type { NewAnswer, StoredAnswer } from '../../storage/artwork-facts.ts';
import type { Idempotency, Outcome } from '../../storage/records.ts';
import { Refused } from '../../storage/tx.ts';
import type { Tx } from '../../storage/tx.ts';

type Body = { registry_id: string; data: unknown; public?: boolean };
type Keyed = { organizationId: string; idempotency: Idempotency | null };

/** The stored answer, once more; undefined where there is none. Refuses a key that was used for another request. */
export function replayOf<Replayed extends Body>(
  stored: StoredAnswer | undefined,
  { idempotency }: Keyed,
): Outcome<Replayed> | undefined {
  if (stored === undefined || idempotency === null) return undefined;
  if (stored.requestHash !== idempotency.requestHash) throw new Refused('idempotency_key_reused');
  const body = JSON.parse(stored.response) as Replayed;
  return { ok: true, replayed: true, status: stored.status, body: stored.isPublic ? body : hidden(body) };
}

/** A work that has left the public since is shown to nobody, its owner included. */
function hidden<Replayed extends Body>(body: Replayed): Replayed {
  if (body.data == null) return body;
  return { ...body, data: null, ...(body.public !== undefined && { public: false }) };
}

/** What to store of an answer; undefined for a request without key. */
export function answerToStore(
  tx: Tx,
  { organizationId, idempotency }: Keyed,
  status: number,
  body: Body,
): NewAnswer | undefined {
  if (idempotency === null) return undefined;
  const { key, requestHash, isSlim } = idempotency;
  const response = JSON.stringify(isSlim ? { ...body, data: null } : body);
  return { organizationId, key, requestHash, status, response, createdAt: tx.tick() };
}
