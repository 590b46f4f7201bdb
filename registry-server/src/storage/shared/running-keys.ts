// Idempotency keys of calls that are running. They are held in memory: a crash releases them, a timer never does.
import type { Idempotency, Refusal } from '../records.ts';
import { OutcomeUnknown, StorageUnavailable } from '../storage.ts';

export type Keyed = { organizationId: string; idempotency: Idempotency | null };

export class RunningKeys {
  readonly #held = new Set<string>();

  /**
   * Calls `run` for each input, and holds all keys until the last has ended; inputs whose key another call holds are refused. An input
   * that the database did not take is refused, too, with 503 or 500 as alone. Throws where it took none of them.
   */
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
    const settled = await Promise.allSettled(
      inputs.map(async (input, index) =>
        isHeldElsewhere[index]
          ? { ok: false as const, code: 'idempotent_request_in_progress' as const }
          : await run(input),
      ),
    );
    for (const name of own) this.#held.delete(name);
    return answersOf(settled);
  }
}

function answersOf<Answer>(settled: PromiseSettledResult<Answer>[]): (Answer | Refusal)[] {
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const ofAll =
    errors.find((error) => !(error instanceof StorageUnavailable)) ??
    (errors.length < settled.length
      ? undefined
      : (errors.find((error) => error instanceof OutcomeUnknown) ?? errors[0]));
  if (ofAll !== undefined) throw ofAll;
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : refusalOf(one.reason)));
}

function refusalOf(error: unknown): Refusal {
  return error instanceof OutcomeUnknown
    ? { ok: false, code: 'internal_error', message: OutcomeUnknown.advice }
    : { ok: false, code: 'unavailable', message: 'The registry cannot write this just now. Send it again.' };
}

function nameOf(input: Keyed): string | undefined {
  return input.idempotency === null ? undefined : `${input.organizationId} ${input.idempotency.key}`;
}
