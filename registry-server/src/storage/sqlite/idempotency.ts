// Idempotency keys: the committed answer beside the data it answers for. While a call runs, its keys are held in
// memory; a crash frees them, a timer never does.
import { Refused, tick } from './context.ts';
import type { SqliteContext } from './context.ts';
import type { Idempotency, Outcome, Refusal } from '../records.ts';

type Keyed = { organizationId: string; idempotency: Idempotency | null };

export class RunningKeys {
  readonly #held = new Set<string>();

  /** Runs `work` with the keys of these inputs held; inputs whose key another call holds are refused. */
  async during<Input extends Keyed, Answer>(
    inputs: Input[],
    work: (input: Input) => Promise<Answer>,
  ): Promise<(Answer | Refusal)[]> {
    const own = new Set<string>();
    const isHeldElsewhere = inputs.map((input) => {
      const name = nameOf(input);
      if (name === undefined || own.has(name)) return false;
      if (this.#held.has(name)) return true;
      this.#held.add(name);
      own.add(name);
      return false;
    });
    try {
      return await Promise.all(
        inputs.map((input, index) =>
          isHeldElsewhere[index]
            ? { ok: false as const, code: 'idempotent_request_in_progress' as const }
            : work(input),
        ),
      );
    } finally {
      for (const name of own) this.#held.delete(name);
    }
  }
}

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

function nameOf(input: Keyed): string | undefined {
  return input.idempotency === null ? undefined : `${input.organizationId} ${input.idempotency.key}`;
}
