// Receivers of signed events, and what was sent to them.
import { EVENT_KINDS } from '@artwork-registry/contract';
import { z } from 'zod';
import { makeSigningSecret, sealSecret } from '../../domain/delivery/signing-secret.ts';
import type { FinishedStatus } from '../../storage/operator-records.ts';
import type { WebhookEndpoint } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { ActionRefused, defineAction, WrongInput } from './action.ts';
import type { ActionContext } from './action.ts';
import { given, oneOf, reference } from './fields.ts';
import { getOrganization } from './organization.ts';

export const CHOOSABLE_EVENTS = EVENT_KINDS.filter((kind) => kind !== 'webhook.test');
export const FINISHED: readonly FinishedStatus[] = ['delivered', 'failed', 'expired'];

/** `all`, or kinds with commas between them. */
const events = z
  .string()
  .transform((list) => [...new Set(list.split(',').map((kind) => kind.trim()))])
  .refine(
    (kinds) =>
      kinds.join() === 'all' || kinds.every((kind) => CHOOSABLE_EVENTS.some((known) => known === kind)),
    {
      error: `must be all, or some of ${CHOOSABLE_EVENTS.join(', ')}`,
    },
  )
  .transform((kinds) => (kinds.join() === 'all' ? ['*'] : kinds));
const byId = z.object({ id: reference });

/** The signing secret is in the result only. */
export const createWebhook = defineAction({
  name: 'webhook create',
  role: 'administer',
  input: z.object({ org: reference, url: reference, events }),
  run: async (context, { org, ...endpoint }) => {
    checkAddress(context, endpoint.url);
    const { id: organizationId } = await getOrganization(context.storage, org);
    const { secret, sealed } = newSecret(context);
    const { id } = await context.storage.insertWebhook({ ...endpoint, organizationId, secret: sealed });
    return { id, secret };
  },
});

export const updateWebhook = defineAction({
  name: 'webhook update',
  role: 'administer',
  input: z.object({ id: reference, url: reference.optional(), events: events.optional() }),
  run: async (context, { id, ...changes }) => {
    if (Object.keys(given(changes)).length === 0)
      throw new WrongInput('there is nothing to change: give --url or --events');
    if (changes.url !== undefined) checkAddress(context, changes.url);
    return (await context.storage.updateWebhook(id, changes)) ?? noWebhook(id);
  },
});

/** The former secret stops at once. */
export const rotateWebhook = defineAction({
  name: 'webhook rotate',
  role: 'administer',
  input: byId,
  run: async (context, { id }) => {
    const { secret, sealed } = newSecret(context);
    if (!(await context.storage.updateWebhookSecret(id, sealed))) noWebhook(id);
    return { id, secret };
  },
});

export const pauseWebhook = defineAction({
  name: 'webhook pause',
  role: 'operate',
  input: byId,
  run: async ({ storage }, { id }) => (await storage.updateWebhookStatus(id, 'paused')) ?? noWebhook(id),
});

export const resumeWebhook = defineAction({
  name: 'webhook resume',
  role: 'operate',
  input: byId,
  run: async ({ storage }, { id }) => (await storage.updateWebhookStatus(id, 'active')) ?? noWebhook(id),
});

export const testWebhook = defineAction({
  name: 'webhook test',
  role: 'operate',
  input: byId,
  run: async ({ storage }, { id }) => {
    const endpoint = await getWebhook(storage, id);
    return { endpoint, deliveryId: (await storage.insertTestDelivery(id)) ?? noWebhook(id) };
  },
});

/** One delivery, or all of a receiver that were written since a time (microseconds). Answers how many are sent again. */
export const replayDeliveries = defineAction({
  name: 'webhook replay',
  role: 'operate',
  input: z.object({
    delivery: reference.optional(),
    id: reference.optional(),
    since: z.number().optional(),
    status: z.array(oneOf(FINISHED)).optional(),
  }),
  run: async ({ storage }, { delivery, id, since, status }) => {
    if (delivery !== undefined) {
      if (id !== undefined || since !== undefined || status !== undefined)
        throw new WrongInput('--delivery names one delivery; leave --id, --since and --status out');
      if (await storage.replayDelivery(delivery)) return 1;
      throw new ActionRefused('delivery_not_found', `no finished delivery has the id "${delivery}"`);
    }
    if (id === undefined || since === undefined)
      throw new WrongInput('say which: --delivery ID, or --id WEBHOOK --since DATE-TIME');
    await getWebhook(storage, id);
    return storage.replayDeliveriesSince({ endpointId: id, since, statuses: status ?? [...FINISHED] });
  },
});

export async function getWebhook(storage: Storage, id: string): Promise<WebhookEndpoint> {
  return (await storage.findWebhook(id)) ?? noWebhook(id);
}

function noWebhook(id: string): never {
  throw new ActionRefused('webhook_not_found', `there is no webhook "${id}"`, 'webhook list shows them');
}

function checkAddress({ webhookRefusal }: ActionContext, url: string): void {
  const refusal = webhookRefusal(url);
  if (refusal === undefined) return;
  throw new ActionRefused(
    'url_refused',
    `the address ${refusal}`,
    'REGISTRY_WEBHOOK_ALLOW_HOSTS opens local ones',
  );
}

function newSecret({ secretKeys }: ActionContext): { secret: string; sealed: string } {
  const secret = makeSigningSecret();
  return { secret, sealed: sealSecret(secret, secretKeys()[0]) };
}
