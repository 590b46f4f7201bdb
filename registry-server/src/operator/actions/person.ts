// What is held of a person, by the e-mail address: given out and erased.
import { z } from 'zod';
import { erasePerson as eraseAll, personData } from '../../domain/curation/personal-data.ts';
import { defineAction } from './action.ts';
import { reference } from './fields.ts';
import { notConfirmed } from './organization.ts';

export const NOTHING_HELD = 'nothing is held of this address';

export const exportPerson = defineAction({
  name: 'person export',
  role: 'administer',
  input: z.object({ email: reference }),
  run: ({ storage }, { email }) => personData(storage, email),
});

export const erasePerson = defineAction({
  name: 'person erase',
  role: 'administer',
  input: z.object({ email: reference, yes: z.boolean().default(false) }),
  run: ({ storage }, { email, yes: isConfirmed }) => {
    if (!isConfirmed) throw notConfirmed();
    return eraseAll(storage, email);
  },
});
