// Sealed orders of the owner from wp-admin, which only this service can open: a registry key, the signing secret of deliveries, or
// the form that asks the registry for access. Each ends in a code that WordPress translates.
import { AccessRequest, UNPROVEN_SITE } from '@artwork-registry/contract';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { isoTime, type Clock } from '#kit/clock';
import { meaningOfKey, registryMessage } from '../registry/answer-meaning.ts';
import { createRegistryClient, NoAnswer, type RawRegistryAnswer } from '../registry/registry-client.ts';
import type { Journal } from '../journal/journal.ts';
import { messageOfAnother, worksOfAnother } from '../registry/other-organization.ts';
import { atRegistry, type Site } from '../site/sites-file.ts';
import { withWebhookSecret } from '../site/webhook-secrets.ts';
import type { Proxy } from '#kit/checked-proxy';
import { createOutsideAgent, registryAddress } from './registry-address.ts';
import type { SealKey } from './seal-key.ts';
import { AccessRequestResult, Claimable, ErrorEnvelope } from '../types/registry-answers.ts';

const Order = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('api_key'),
    site_id: z.string(),
    registry_url: z.string().max(2000).nullable(),
    api_key: z.string().regex(/^[\x21-\x7e]{8,200}$/),
  }),
  z.object({
    kind: z.literal('webhook_secret'),
    site_id: z.string(),
    webhook_secret: z.string().regex(/^[\x21-\x7e]{8,200}$/),
  }),
  z.object({
    kind: z.literal('access_request'),
    site_id: z.string(),
    registry_url: z.string().max(2000).nullable(),
    request: z.record(z.string(), z.unknown()),
  }),
]);
type Order = z.infer<typeof Order>;

export type SealedOutcome = {
  ok: boolean;
  /** `key_saved`, `secret_saved`, `requested`, or what went wrong (docs/site-protocol.md lists them). */
  code: string;
  /** The registry's own words, where it said something. */
  message: string | null;
  /** Fields of the form that the registry did not accept. */
  fields: string[];
};

/** Asking for access is the one call that the registry would carry out twice: what was posted is noted before. */
export type Posting = {
  /** The request that the site had when this order was posted; undefined: it was not posted, or its outcome is known. */
  posted: { formerRequest: string | null } | undefined;
  /** Resolves when it would survive a power cut. */
  note: (formerRequest: string | null) => Promise<void>;
};

export type SealedOrderDeps = {
  sealKey: SealKey;
  agent: Dispatcher;
  /** For addresses of registries that wp-admin names. */
  proxy: Proxy | null;
  clock: Clock;
  timeoutMs: number;
  saveSite: (site: Site) => void;
  journal: Journal;
  /** The service works for no other registry than the one that the site was connected with. */
  isRegistryFixed?: boolean;
  /** False where the organization has as many sites here as it may have. Default: it may. */
  mayJoin?: (organization: string) => boolean;
  /** False where the site had its share of orders that reach the registry. Default: it has not. */
  mayOrder?: () => boolean;
  /** False where the site has not answered at its address yet. Default: it has. */
  isProven?: boolean;
  resolve?: (host: string) => Promise<string[]>;
};

const failed = (code: string, message: string | null = null, fields: string[] = []): SealedOutcome => ({
  ok: false,
  code,
  message,
  fields,
});
const done = (code: string, message: string | null = null): SealedOutcome => ({
  ok: true,
  code,
  message,
  fields: [],
});

/** Opens the box and carries it out. Never throws: what failed is the outcome. */
export async function runSealedOrder(
  deps: SealedOrderDeps,
  site: Site,
  box: string,
  posting: Posting,
): Promise<SealedOutcome> {
  const text = deps.sealKey.open(box);
  if (text === null) return failed('unreadable');
  let order: Order;
  try {
    order = Order.parse(JSON.parse(text));
  } catch {
    return failed('invalid');
  }
  // A box that was sealed for another site must not change this one.
  if (order.site_id !== site.siteId) return failed('unreadable');
  if (order.kind === 'webhook_secret') return saveSecret(deps, site, order.webhook_secret);
  if (order.kind === 'access_request' && posting.posted !== undefined)
    return outcomeOfPosted(site, posting.posted);
  const given = order.registry_url ?? site.registryUrl;
  if (given === '') return failed('bad_address');
  const address = await registryAddress(given, site.registryUrl, deps.resolve);
  if ('code' in address) return failed(address.code);
  if (deps.isRegistryFixed && !address.isKnown) return failed('bad_address');
  if (deps.mayOrder?.() === false) return failed('too_many_requests');
  const outside = address.isKnown ? null : createOutsideAgent(deps.proxy);
  const through = outside ? { ...deps, agent: outside } : deps;
  try {
    return order.kind === 'api_key'
      ? await saveKey(through, site, address.url, order.api_key)
      : await requestAccess(through, site, address.url, order.request, posting);
  } catch (error) {
    if (error instanceof NoAnswer) return failed('unreachable');
    throw error;
  } finally {
    await outside?.close();
  }
}

/** Checks the key with the registry and keeps it. Throws NoAnswer. */
export async function saveKey(
  deps: SealedOrderDeps,
  site: Site,
  url: string,
  apiKey: string,
): Promise<SealedOutcome> {
  const client = createRegistryClient(url, apiKey, deps);
  const meaning = meaningOfKey(await client.send({ method: 'GET', path: '/' }));
  if (meaning.kind === 'refused') return failed('key_refused', meaning.message);
  if (meaning.kind === 'unreachable') return failed('unreachable', meaning.message);
  if (meaning.kind === 'not_a_registry') return failed('not_a_registry');
  const { organization, scopes } = meaning.descriptor;
  if (!scopes.includes('artworks:write')) return failed('key_reads_only');
  const { journal } = deps;
  const facts = { journal, siteId: site.siteId, registryUrl: url, organization: organization.slug, client };
  const works = await worksOfAnother(facts);
  if (works > 0) return failed('key_of_another', messageOfAnother(works, organization.name));
  if (deps.mayJoin?.(organization.slug) === false) return failed('organization_full', organization.name);
  deps.saveSite({ ...atRegistry(site, url), apiKey });
  return done('key_saved', organization.name);
}

function saveSecret(deps: SealedOrderDeps, site: Site, webhookSecret: string): SealedOutcome {
  deps.saveSite(withWebhookSecret(site, webhookSecret, deps.clock.now()));
  return done('secret_saved');
}

/** This service ended after it posted the request. */
function outcomeOfPosted(
  { access }: Site,
  { formerRequest }: { formerRequest: string | null },
): SealedOutcome {
  const isStored = access != null && access.requestId !== formerRequest;
  return isStored ? done('requested', access.requestId) : failed('request_unclear');
}

async function requestAccess(
  deps: SealedOrderDeps,
  site: Site,
  url: string,
  request: object,
  posting: Posting,
): Promise<SealedOutcome> {
  // The approving operator is told.
  const platform = `wordpress${deps.isProven === false ? UNPROVEN_SITE : ''}`;
  // The key must also read: with one that only writes, the first look at an entry stops everything as a refused key.
  const body = AccessRequest.safeParse({ ...request, access_type: 'both', platform });
  if (!body.success) {
    return failed('form_invalid', null, [
      ...new Set(body.error.issues.map((issue) => String(issue.path[0]))),
    ]);
  }
  await posting.note(site.access?.requestId ?? null);
  const path = '/integrations/access-requests';
  const answer = await createRegistryClient(url, null, deps)
    .send({ method: 'POST', path, body: body.data })
    .catch((error: unknown) => {
      if (error instanceof NoAnswer && error.wasSent) return null;
      throw error;
    });
  // The registry may have it, and has no way to recognise a second one.
  if (answer === null) return failed('request_unclear');
  if (answer.status === 429) return failed('too_many_requests', registryMessage(answer));
  if (answer.status >= 500) {
    // What a registry says that is busy, and a proxy before one that is down. Any other may have come after it was written down.
    const isRefused = answer.status === 502 || answer.status === 503;
    return isRefused ? failed('unreachable', registryMessage(answer)) : failed('request_unclear');
  }
  if (answer.status === 422) return failed('form_invalid', registryMessage(answer), fieldsOf(answer));
  const result = AccessRequestResult.safeParse(answer.body);
  if (answer.status !== 200 || !result.success) return failed('not_a_registry');
  const { request_id: requestId } = result.data;
  const { claim_token: claimToken } = Claimable.parse(answer.body);
  const since = isoTime(deps.clock.now());
  if (claimToken !== null)
    deps.saveSite({
      ...atRegistry(site, url),
      access: { requestId, registryUrl: url, claimToken, state: 'waiting', since },
    });
  return done('requested', requestId);
}

function fieldsOf(answer: RawRegistryAnswer): string[] {
  const envelope = ErrorEnvelope.safeParse(answer.body);
  return envelope.success ? (envelope.data.error.issues ?? []).map((issue) => issue.path) : [];
}
