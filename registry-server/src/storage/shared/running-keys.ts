// Idempotency keys of calls that are running. They are held in memory: a crash releases them, a timer never does.
import type { Idempotency, Refusal } from '../records.ts';

export type Keyed = { organizationId: string; idempotency: Idempotency | null };

export class RunningKeys {
  readonly #held = new Set<string>();

  /** Calls `run` for each input while its key is held; inputs whose key another call holds are refused. */
  async during<Input extends Keyed, Answer>(
    inputs: Input[],
    run: (input: Input) => Promise<Answer>,
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
            : run(input),
        ),
      );
    } finally {
      for (const name of own) this.#held.delete(name);
    }
  }
}

function nameOf(input: Keyed): string | undefined {
  return input.idempotency === null ? undefined : `${input.organizationId} ${input.idempotency.key}`;
}
