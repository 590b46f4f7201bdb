import { expect, it } from 'vitest';
import { OutcomeUnknown, StorageUnavailable } from '../storage.ts';
import { RunningKeys } from './running-keys.ts';

const input = (key: string) => ({ organizationId: 'o', idempotency: { key, requestHash: 'h' } });
const inputs = ['a', 'b', 'c'].map(input);
const keyOf = ({ idempotency }: { idempotency: { key: string } | null }) => idempotency?.key ?? '';
/** Answers each input by its key. */
const during = (keys: RunningKeys, answers: Record<string, unknown>, of = inputs) =>
  keys.during(of, async (one) => {
    const answer = await answers[keyOf(one)];
    if (answer instanceof Error) throw answer;
    return answer;
  });

it('one write of a batch that the database does not take leaves the others their answers', async () => {
  const answered = await during(new RunningKeys(), {
    a: 1,
    b: new StorageUnavailable('too many writes are waiting'),
    c: new OutcomeUnknown('the answer was lost'),
  });
  expect(answered).toMatchObject([
    1,
    { ok: false, code: 'unavailable' },
    { ok: false, code: 'internal_error', message: OutcomeUnknown.advice },
  ]);
});

it('a batch of which none was taken fails as a whole, as one that may have been done where one may', async () => {
  const refused = new StorageUnavailable('the disk is full');
  const lost = new OutcomeUnknown('the answer was lost');
  const keys = new RunningKeys();
  await expect(during(keys, { a: refused, b: refused, c: refused })).rejects.toBe(refused);
  await expect(during(keys, { a: refused, b: lost, c: refused })).rejects.toBe(lost);
});

it('a defect in one write fails the batch, once all of it has ended', async () => {
  const keys = new RunningKeys();
  const late = Promise.withResolvers<number>();
  const defect = new TypeError('a defect');
  let hasEnded = false;
  const failed = expect(
    during(keys, { a: defect, b: late.promise, c: 1 }).finally(() => (hasEnded = true)),
  ).rejects.toBe(defect);
  // A repeat of what still runs is refused, whatever became of the rest.
  expect(await during(keys, { b: 2 }, [input('b')])).toMatchObject([
    { code: 'idempotent_request_in_progress' },
  ]);
  expect(hasEnded).toBe(false);
  late.resolve(1);
  await failed;
  expect(await during(keys, { b: 2 }, [input('b')])).toEqual([2]);
});
