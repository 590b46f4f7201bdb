// Every action of the operator, as the console and the command line run it.
import type { z } from 'zod';
import { perform } from '../../src/operator/actions/action.ts';
import type { Action, ActionContext } from '../../src/operator/actions/action.ts';
import * as accessRequest from '../../src/operator/actions/access-request.ts';
import * as artist from '../../src/operator/actions/artist.ts';
import * as artwork from '../../src/operator/actions/artwork.ts';
import * as certificate from '../../src/operator/actions/certificate.ts';
import * as key from '../../src/operator/actions/key.ts';
import * as organization from '../../src/operator/actions/organization.ts';
import * as person from '../../src/operator/actions/person.ts';
import * as profile from '../../src/operator/actions/profile.ts';
import * as webhook from '../../src/operator/actions/webhook.ts';
import { claimDeliveries } from '../support/deliveries.ts';
import { SECRET_KEYS } from '../support/test-registry.ts';
import { toldBy } from './told.ts';
import type { Operation, Prepared } from './each-statement.ts';
import type { World } from './world.ts';

const FILES = [accessRequest, artist, artwork, certificate, key, organization, person, profile, webhook];

/** All that there are, by name. */
export const ACTIONS: Record<string, Action> = Object.fromEntries(
  FILES.flatMap((file) => Object.values(file as Record<string, unknown>))
    .filter((value): value is Action => typeof value === 'object' && value !== null && 'run' in value)
    .map((action) => [action.name, action]),
);

type Line = { input: (world: Prepared) => Record<string, unknown> } & Omit<Operation, 'name' | 'ask'>;

/** By the name of the action; `~` and what follows tells two inputs of one action apart. */
const LINES: Record<string, Line> = {
  'org create': { input: () => ({ slug: 'new', name: 'New' }), again: 'refused' },
  'org activate': { input: () => ({ slug: 'own' }) },
  'org deactivate': { input: () => ({ slug: 'own' }) },
  'org export': { input: () => ({ slug: 'own' }) },
  'org erase': { input: () => ({ slug: 'own', yes: true }), isOfParts: true, again: 'refused' },
  'person export': { input: () => ({ email: 'ana@example.org' }) },
  'person erase': { input: () => ({ email: 'ana@example.org', yes: true }), isOfParts: true },
  'profile create': {
    input: () => ({ org: 'own', type: 'museum', slug: 'new', name: 'New' }),
    again: 'refused',
  },
  'profile update': {
    input: () => ({ slug: 'own', newSlug: 'renamed', name: 'Renamed', dumps: false }),
    again: 'refused',
  },
  'key create': { input: () => ({ org: 'own', scopes: ['artworks:read'] }), again: 'more' },
  'key update': { input: ({ prefix }) => ({ prefix, name: 'new', rateLimit: '5' }) },
  'key revoke': { input: ({ prefix }) => ({ prefix }), again: 'refused' },
  'webhook create': {
    input: () => ({ org: 'own', url: 'https://r.example/new', events: 'all' }),
    again: 'more',
  },
  'webhook update': { input: ({ webhook: id }) => ({ id, url: 'https://r.example/other' }) },
  'webhook rotate': { input: ({ webhook: id }) => ({ id }) },
  'webhook pause': { input: ({ webhook: id }) => ({ id }) },
  'webhook resume': { input: ({ webhook: id }) => ({ id }), prepare: pause },
  'webhook test': { input: ({ webhook: id }) => ({ id }), again: 'more' },
  'webhook replay': {
    input: ({ webhook: id }) => ({ id, since: 0 }),
    prepare: deliverAll,
    isOfParts: true,
  },
  'webhook replay~one': {
    input: ({ delivered }) => ({ delivery: delivered }),
    prepare: deliverAll,
    again: 'refused',
  },
  'access-request approve': {
    input: ({ request: id }) => ({ id, org: 'own' }),
    again: 'refused',
  },
  'access-request approve~new': {
    input: ({ request: id }) => ({ id, newOrg: true, slug: 'new', name: 'New' }),
    again: 'refused',
  },
  'access-request reject': { input: ({ request: id }) => ({ id, reason: 'x' }), again: 'refused' },
  'artwork withdraw': { input: ({ shown: id }) => ({ id }) },
  'artwork restore': { input: ({ withdrawn: id }) => ({ id }) },
  'artwork transfer': { input: ({ shown: id }) => ({ id, profile: 'other' }) },
  'artist update': { input: () => ({ artist: 'ana', born: '1853', nationality: 'Dutch' }) },
  'artist rename': { input: () => ({ artist: 'ana', name: 'Anna' }), isOfParts: true },
  'artist merge': {
    input: () => ({ from: 'eva', into: 'ana' }),
    isOfParts: true,
    again: 'refused',
  },
  'certificate withdraw': { input: ({ certificate: id }) => ({ id, reason: 'x' }) },
};

async function pause({ storage, webhook: id }: World) {
  await storage.updateWebhookStatus(id, 'paused');
  return {};
}

export async function deliverAll({ storage, clock }: World) {
  const claims = await claimDeliveries(storage, clock.now());
  await storage.finishDeliveries(
    claims.map((claim) => ({ claim, result: { kind: 'delivered', status: 200, durationMs: 1 } })),
  );
  return { delivered: claims[0]?.id };
}

const contextOf = ({ storage }: World): ActionContext => ({
  storage,
  secretKeys: () => SECRET_KEYS,
  webhookRefusal: () => undefined,
  onProgress: () => undefined,
});

export const ACTION_OPERATIONS: Operation[] = Object.entries(LINES).map(([name, { input, ...line }]) => {
  const action = ACTIONS[name.split('~')[0] ?? ''];
  if (action === undefined) throw new Error(`there is no action ${name}`);
  return {
    ...line,
    name,
    // Most of them read first, with the words of a reader.
    isRead: true,
    apart: ['operator_actions'],
    ask: (world) => toldBy(() => run(action, world, input(world))),
    look: (tables) => wrongEntry(tables['operator_actions'] ?? []),
  };
});

async function run(action: Action, world: Prepared, input: Record<string, unknown>): Promise<unknown> {
  const caller = { operator: 'ana', via: 'command' as const, told: input, role: 'administer' as const };
  const result = await perform(action as Action<z.ZodType>, contextOf(world), caller, () => input);
  const { data } = (result ?? {}) as { data?: AsyncIterable<unknown> };
  if (data === undefined) return result;
  const lines: unknown[] = [];
  for await (const line of data) lines.push(line);
  return lines;
}

/** What the newest entry of the list of actions says. */
function wrongEntry(rows: string[]): (told: 'done' | 'failed', wasDone: boolean) => string | undefined {
  const outcome =
    rows.length === 0 ? null : (JSON.parse(rows.at(-1) ?? '') as { outcome: string | null }).outcome;
  return (told, wasDone) => {
    if (outcome === 'done' && !wasDone) return 'the list of actions says that it was done';
    return outcome === 'refused' && wasDone && told === 'done'
      ? 'the list of actions says that it was refused'
      : undefined;
  };
}
