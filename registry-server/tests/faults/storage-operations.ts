// What no route and no action asks of the storage, but timers, other commands and the console; and each read by itself.
import type { Storage } from '../../src/storage/storage.ts';
import { claimDeliveries } from '../support/deliveries.ts';
import type { Claim } from '../support/deliveries.ts';
import { deliverAll } from './action-operations.ts';
import { toldBy } from './told.ts';
import type { Operation, Prepared } from './each-statement.ts';
import type { World } from './world.ts';

type Line = { call: (world: Prepared & { storage: Every }) => Promise<unknown> } & Omit<
  Operation,
  'name' | 'ask'
>;

/** The storage with the operations that only its own methods use. */
export type Every = Storage & Record<string, (...args: never[]) => Promise<unknown>>;

const DAY_MS = 86_400_000;
const LEASE = { name: 'task', owner: 'a' };
const claims = async ({ storage, clock }: World) => ({ claims: await claimDeliveries(storage, clock.now()) });
const failing = (nextAttemptAtMs: number | null) => ({
  kind: 'failed' as const,
  status: 500,
  error: 'HTTP 500',
  durationMs: 1,
  answer: null,
  nextAttemptAtMs,
  cooldownMs: [5000],
});
const finish =
  (result: Parameters<Storage['finishDeliveries']>[0][number]['result']): Line['call'] =>
  ({ storage, claims: claimed }) =>
    storage.finishDeliveries((claimed as Claim[]).map((claim) => ({ claim, result })));
const operator = { name: 'eva', role: 'look', passwordHash: 'h' } as const;
const subject = { organizationId: null, requestId: null };
const action = { operator: 'ana', via: 'console', action: 'org create', details: '{}', ...subject } as const;
const signingKey = { kid: 'k', publicKey: 'p', privateKey: 's' };
const link = (world: World) => ({ hash: 'link', expiresAt: (world.clock.now() + DAY_MS) * 1000 });
const withLink = async (world: World) => {
  await world.storage.insertOperatorLink(link(world));
  return {};
};
const withOperator = async ({ storage }: World) => {
  await storage.insertOperator(operator);
  return {};
};

const WRITES: Record<string, Line> = {
  claimDeliveries: { call: ({ storage, clock }) => claimDeliveries(storage, clock.now()), again: 'more' },
  'claimDeliveries~behind one under way': {
    prepare: async (world) => {
      const underWay = await claims(world);
      const { storage, organizationId, shown } = world;
      await storage.updateArtworks([
        { organizationId, artworkId: shown, fields: { title: 'Next' }, source: null, idempotency: null },
      ]);
      return underWay;
    },
    call: ({ storage, clock }) => claimDeliveries(storage, clock.now()),
    again: 'more',
  },
  'finishDeliveries~delivered': {
    prepare: claims,
    call: finish({ kind: 'delivered', status: 200, durationMs: 1 }),
  },
  // Only under the lease, which ends with the report.
  'finishDeliveries~failed': { prepare: claims, call: finish(failing(Date.parse('2026-03-01T13:00:00Z'))) },
  'finishDeliveries~given up': { prepare: claims, call: finish(failing(null)) },
  'finishDeliveries~released': { prepare: claims, call: finish({ kind: 'released' }) },
  removeWebhook: {
    prepare: deliverAll,
    call: ({ storage, webhook }) => storage.removeWebhook(webhook),
    isOfParts: true,
  },
  sweep: {
    prepare: deliverAll,
    aheadMs: 400 * DAY_MS,
    call: ({ storage }) => storage.sweep({ idempotencyHours: 24, deliveryDays: 30 }),
    isOfParts: true,
  },
  shortenWaits: {
    prepare: claims,
    aheadMs: -400 * DAY_MS,
    call: ({ storage }) => storage.shortenWaits(DAY_MS),
  },
  // Not through `ping`, which answers what it has found for a second.
  recordProbe: { call: ({ storage }) => storage['recordProbe']!() },
  recordKeyUse: { call: ({ storage, keyId }) => storage['recordKeyUse']!(keyId as never), aheadMs: DAY_MS },
  takeLease: { call: ({ storage }) => storage.takeLease({ ...LEASE, ms: 1000 }) },
  endLease: {
    prepare: async ({ storage }) => ({ taken: await storage.takeLease({ ...LEASE, ms: 1000 }) }),
    call: ({ storage }) => storage.endLease(LEASE),
  },
  updateDumpHold: { call: ({ storage }) => storage.updateDumpHold(true) },
  addDailyCounts: {
    call: ({ storage }) => storage.addDailyCounts([{ day: '2026-03-01', kind: 'writes', count: 1 }]),
    again: 'more',
  },
  recordSentMail: { call: ({ storage }) => storage.recordSentMail('problem of the registry: x') },
  forgetSentMail: {
    prepare: async ({ storage }) => ({ sent: await storage.recordSentMail('problem of the registry: x') }),
    call: ({ storage }) => storage.forgetSentMail('problem of the registry: x'),
  },
  // Each link has a token of its own, so this very one is never asked for again.
  insertOperatorLink: { call: (world) => world.storage.insertOperatorLink(link(world)), again: 'more' },
  takeOperatorLink: { prepare: withLink, call: ({ storage }) => storage.takeOperatorLink('link') },
  insertOperator: { call: ({ storage }) => storage.insertOperator(operator) },
  updateOperator: {
    prepare: withOperator,
    call: ({ storage }) => storage.updateOperator('eva', { role: 'operate' }),
  },
  removeOperator: { prepare: withOperator, call: ({ storage }) => storage.removeOperator('eva') },
  beginAction: { call: ({ storage }) => storage.beginAction(action), again: 'more' },
  endAction: {
    prepare: async ({ storage }) => ({ seq: await storage.beginAction(action) }),
    call: ({ storage, seq }) =>
      storage.endAction(seq as number, { outcome: 'done', details: null, ...subject }),
  },
  reduceActions: {
    prepare: async ({ storage, organizationId }) => ({
      seq: await storage.beginAction({ ...action, details: '{"name":"x"}', organizationId }),
    }),
    call: ({ storage, organizationId }) => storage.reduceActions('organization', organizationId),
  },
  replaceSealedSecret: {
    prepare: async ({ storage }) => ({ sealed: (await storage.listSealedSecrets())[0] }),
    call: ({ storage, sealed }) => storage.replaceSealedSecret(sealed as never, 'other'),
  },
  updateProvenance: { call: ({ storage, shown }) => storage.updateProvenance(shown, 'a summary') },
  insertSigningKey: {
    call: ({ storage }) => storage.insertSigningKey(signingKey, { onlyFirst: false }),
    again: 'more',
  },
  revokeSigningKey: {
    prepare: async ({ storage }) => ({
      key: await storage.insertSigningKey(signingKey, { onlyFirst: false }),
    }),
    call: ({ storage }) => storage.revokeSigningKey('k'),
  },
  updateOrganizationName: { call: ({ storage }) => storage.updateOrganizationName('own', 'Own') },
  republishArtworks: {
    call: ({ storage, shown }) => storage['republishArtworks']!([Number(shown.slice(5))] as never),
    again: 'more',
  },
  republishProfile: { call: ({ storage }) => storage['republishProfile']!('own' as never), again: 'more' },
  republishInstallation: {
    call: ({ storage, organizationId, installationId }) =>
      storage['republishInstallation']!(organizationId as never, installationId as never),
    again: 'more',
  },
};

/** What PostgreSQL alone has. */
const OF_POSTGRES: Record<string, Line> = {
  compareTimeline: { call: ({ storage }) => storage['compareTimeline']!() },
  recordInstance: {
    call: ({ storage }) => storage['recordInstance']!({ address: 'a', program: '1' } as never),
  },
  removeInstance: {
    prepare: async ({ storage }) => ({
      recorded: await (storage as Every)['recordInstance']!({ address: 'a', program: '1' } as never),
    }),
    call: ({ storage }) => storage['removeInstance']!(),
  },
  giveBackAllLanes: { prepare: claims, call: ({ storage }) => storage['giveBackAllLanes']!() },
};
const OF_SQLITE: Record<string, Line> = {
  saveRateWindows: {
    call: ({ storage, keyId }) =>
      storage['saveRateWindows']!([{ keyId, resetAtSeconds: 1, used: 1 }] as never),
  },
};

const operationsOf = (lines: Record<string, Line>): Operation[] =>
  Object.entries(lines).map(([name, { call, ...line }]) => ({
    ...line,
    name,
    ask: (world) => toldBy(() => call(world as Prepared & { storage: Every })),
  }));

export const STORAGE_WRITES = {
  SQLite: operationsOf({ ...WRITES, ...OF_SQLITE }),
  PostgreSQL: operationsOf({ ...WRITES, ...OF_POSTGRES }),
};

/** Every read by itself, with what is there, what is not, and what leads elsewhere. */
export const readOperations = (samples: Record<string, unknown[][]>, names: readonly string[]): Operation[] =>
  names.flatMap((name) =>
    (samples[name] ?? []).map((args, index) => ({
      name: `${name} ${index}`,
      isRead: true,
      ask: (world) => toldBy(() => (world.storage as unknown as Every)[name]!(...(args as never[]))),
    })),
  );
