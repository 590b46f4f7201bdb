import { expect, it } from 'vitest';
import type { EndedAction } from '../../storage/operator-records.ts';
import { OutcomeUnknown } from '../../storage/storage.ts';
import { recorded } from './operator-actions.ts';

const ACTION = { operator: 'root', via: 'command', action: 'migrate', told: {} } as const;

function store(endAction: (seq: number, end: EndedAction) => Promise<void>) {
  const subject = { organizationId: null, requestId: null };
  return {
    beginAction: () => Promise.resolve(1),
    findActionSubject: () => Promise.resolve(subject),
    endAction,
  };
}

it('an action that throws before it awaits anything is in the list as refused', async () => {
  const outcomes: unknown[] = [];
  const storage = store((_, { outcome }) => Promise.resolve(void outcomes.push(outcome)));
  const refused = recorded(storage, ACTION, () => {
    throw new Error('the file is locked');
  });
  await expect(refused).rejects.toThrow('the file is locked');
  expect(outcomes).toEqual(['refused']);
});

it('an action that may have been done is in the list without an end, not as refused', async () => {
  const outcomes: unknown[] = [];
  const storage = store((_, { outcome }) => Promise.resolve(void outcomes.push(outcome)));
  const lost = recorded(storage, ACTION, () => Promise.reject(new OutcomeUnknown('the answer was lost')));
  await expect(lost).rejects.toThrow('the answer was lost');
  expect(outcomes).toEqual([]);
});

it('what an action made is answered also where its end cannot be written', async () => {
  const storage = store(() => Promise.reject(new Error('disk full')));
  expect(await recorded(storage, ACTION, () => Promise.resolve('a key'))).toBe('a key');
});
