// Keys of organisations. A running server knows a change within two seconds.
import { SCOPES } from '@artwork-registry/contract';
import { z } from 'zod';
import { makeApiKey } from '../../domain/access/api-key.ts';
import { ActionRefused, defineAction, WrongInput } from './action.ts';
import { given, MAX_NAME, oneOf, reference, shortText } from './fields.ts';
import { getOrganization } from './organization.ts';

const MAX_RATE = 999_999;

/** Null: no name, the limit of the server, no end. `expires` in microseconds since 1970. */
const terms = {
  name: shortText(MAX_NAME).nullable().optional(),
  rateLimit: z
    .string()
    .refine((text) => /^\d{1,6}$/.test(text) && Number(text) > 0, {
      error: `must be a whole number from 1 to ${MAX_RATE}`,
    })
    .transform(Number)
    .nullable()
    .optional(),
  expires: z.number().nullable().optional(),
};

/** The key itself is in the result only. */
export const createKey = defineAction({
  name: 'key create',
  role: 'administer',
  input: z.object({
    ...terms,
    org: reference,
    scopes: z.array(oneOf(SCOPES)).min(1, { error: `must be one or more of ${SCOPES.join(', ')}` }),
  }),
  run: async ({ storage }, { org, scopes, name = null, rateLimit = null, expires: expiresAt = null }) => {
    const { id: organizationId } = await getOrganization(storage, org);
    const { apiKey, hash, prefix } = makeApiKey();
    await storage.insertApiKey({ organizationId, hash, prefix, name, scopes, rateLimit, expiresAt });
    return { apiKey, prefix, scopes, expiresAt };
  },
});

export const updateKey = defineAction({
  name: 'key update',
  role: 'administer',
  input: z.object({ ...terms, prefix: reference }),
  run: async ({ storage }, { prefix, name, rateLimit, expires: expiresAt }) => {
    const changes = given({ name, rateLimit, expiresAt });
    if (Object.keys(changes).length === 0)
      throw new WrongInput('there is nothing to change: give --name, --rate-limit or --expires');
    return (await storage.updateApiKey(prefix, changes)) ?? noKey(prefix);
  },
});

export const revokeKey = defineAction({
  name: 'key revoke',
  role: 'administer',
  input: z.object({ prefix: reference }),
  run: async ({ storage }, { prefix }) => {
    if (!(await storage.revokeApiKey(prefix))) noKey(prefix);
  },
});

function noKey(prefix: string): never {
  throw new ActionRefused('key_not_found', `no valid key begins with "${prefix}"`, 'key list shows them');
}
