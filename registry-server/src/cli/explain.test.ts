import { expect, it } from 'vitest';
import { OutcomeUnknown, StorageUnavailable } from '../storage/storage.ts';
import { explain } from './program.ts';

it('a command that may have been done says so, and one that was refused keeps its own words', () => {
  expect(explain(new OutcomeUnknown('the database cannot be reached'))).toMatchObject({
    code: 'outcome_unknown',
    message: 'the database cannot be reached; it may have been done, so look before you run it again',
  });
  expect(explain(new StorageUnavailable('the disk is full'))).toBeUndefined();
});
