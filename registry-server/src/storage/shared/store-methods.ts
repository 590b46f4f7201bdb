// The part of a storage that is the same on every engine: what lives in the memory of this process (running idempotency
// keys, looked-up keys, answered lists, listeners) around an engine's operations.
import type { Artwork, ArtworkUpdateResult, ArtworkWriteResult } from '@artwork-registry/contract';
import type { Clock } from '#kit/clock';
import type {
  ApiKeyRecord,
  ArtworkFilter,
  CertificateInput,
  CertificateRecord,
  ClaimedLane,
  ClaimOptions,
  KeyChanges,
  Organization,
  OrganizationStatus,
  Outcome,
  PublicPage,
  PublishInput,
  PublishMatch,
  ReadCaller,
  Refusal,
  SourcePatchInput,
  UpdateInput,
  WebhookChanges,
  WebhookEndpoint,
} from '../records.ts';
import { StorageUnavailable } from '../storage.ts';
import type { Storage } from '../storage.ts';
import { KeyCache } from './key-cache.ts';
import { ListCache } from './list-cache.ts';
import type { VersionedPage } from './list-cache.ts';
import { RunningKeys } from './running-keys.ts';
import type { Ages, SweptPiece } from './sweep-ages.ts';

/** The operations of an engine that are called here. A rule's answer is a value or a refusal. */
export type StoreOperations = {
  clock: Clock;
  write: {
    publish(input: PublishInput): Promise<unknown>;
    issueCertificate(input: CertificateInput): Promise<unknown>;
    updateArtwork(input: UpdateInput): Promise<unknown>;
    patchSource(input: SourcePatchInput): Promise<unknown>;
    recordKeyUse(keyId: string): Promise<void>;
    updateApiKey(prefix: string, changes: KeyChanges): Promise<ApiKeyRecord | undefined>;
    revokeApiKey(prefix: string): Promise<boolean>;
    updateOrganizationStatus(slug: string, status: OrganizationStatus): Promise<Organization | undefined>;
    updateOrganizationName(slug: string, name: string): Promise<Organization | undefined>;
    claimDeliveries(options: ClaimOptions): Promise<ClaimedLane[]>;
    updateWebhook(id: string, changes: WebhookChanges): Promise<WebhookEndpoint | undefined>;
    removeDeliveriesOf(endpointId: string): Promise<number>;
    removeEndpoint(id: string): Promise<boolean>;
    updateWebhookSecret(id: string, secret: string): Promise<boolean>;
    updateWebhookStatus(id: string, status: WebhookEndpoint['status']): Promise<WebhookEndpoint | undefined>;
    recordProbe(): Promise<void>;
    sweepPiece(step: number, ages: Ages): Promise<SweptPiece>;
  };
  read: {
    matchArtwork(input: PublishInput): Promise<unknown>;
    hasDueDeliveries(options: ClaimOptions): Promise<boolean>;
  };
  point: {
    findPublicJson(id: string): Promise<string | undefined>;
    readListVersion(filter: ArtworkFilter): Promise<string>;
    findUsableKey(hash: string): Promise<{ key: ApiKeyRecord; isUseNoted: boolean } | undefined>;
  };
  list(filter: ArtworkFilter, caller?: ReadCaller): Promise<VersionedPage>;
  listPage(filter: ArtworkFilter): Promise<PublicPage>;
  sweepSteps: number;
};

type StoreMethods = Pick<
  Storage,
  | 'publishArtworks'
  | 'updateArtworks'
  | 'issueCertificate'
  | 'matchArtwork'
  | 'findPublicArtwork'
  | 'listPublicArtworks'
  | 'listPublicJson'
  | 'findApiKey'
  | 'updateApiKey'
  | 'revokeApiKey'
  | 'updateOrganizationStatus'
  | 'updateOrganizationName'
  | 'claimDeliveries'
  | 'onEndpointChange'
  | 'updateWebhook'
  | 'removeWebhook'
  | 'updateWebhookSecret'
  | 'updateWebhookStatus'
  | 'ping'
  | 'sweep'
>;

// A readiness check is answered with a result this recent; a write that takes longer has failed.
const PROBE_KEPT_MS = 1000;
const PROBE_MS = 5000;

export function storeMethods({
  clock,
  write,
  read,
  point,
  list,
  listPage,
  sweepSteps,
}: StoreOperations): StoreMethods {
  const keys = new KeyCache(clock);
  const forgetKeys = async <Value>(written: Promise<Value>): Promise<Value> => {
    // Also where it is not known whether it was done.
    return written.finally(() => keys.clear());
  };
  const lists = new ListCache();
  const running = new RunningKeys();
  const endpointListeners: ((endpointId: string) => void)[] = [];
  const notifyOf = async <Value>(endpointId: string, written: Promise<Value>): Promise<Value> => {
    return written.finally(() => {
      for (const listener of endpointListeners) listener(endpointId);
    });
  };
  let probe: { untilMs: number; written: Promise<void> } = { untilMs: 0, written: Promise.resolve() };

  return {
    publishArtworks: (inputs) =>
      running.during(inputs, (input) => write.publish(input) as Promise<Outcome<ArtworkWriteResult>>),
    updateArtworks: (inputs) =>
      running.during(
        inputs,
        (input) =>
          ('change' in input ? write.patchSource(input) : write.updateArtwork(input)) as Promise<
            Outcome<ArtworkUpdateResult>
          >,
      ),
    issueCertificate: async (input) => {
      const issue = () => write.issueCertificate(input) as Promise<Outcome<CertificateRecord>>;
      const { organizationId } = input;
      if (organizationId === null) return issue();
      const [outcome] = await running.during([{ ...input, organizationId }], issue);
      return outcome ?? issue();
    },
    matchArtwork: (input) => read.matchArtwork(input) as Promise<{ ok: true; match: PublishMatch } | Refusal>,
    findPublicArtwork: async (id) => {
      const json = await point.findPublicJson(id);
      return json === undefined ? undefined : (JSON.parse(json) as Artwork);
    },
    listPublicArtworks: async (filter) => {
      const { total, json } = await listPage(filter);
      return { total, artworks: JSON.parse(new TextDecoder().decode(json)) as Artwork[] };
    },
    listPublicJson: async (filter, caller) => {
      const key = JSON.stringify(filter);
      const kept = lists.has(key) ? lists.find(await point.readListVersion(filter), key) : undefined;
      if (kept !== undefined) return kept;
      const answered = await list(filter, caller);
      lists.keep(key, answered);
      return answered.page;
    },
    findApiKey: async (hash): Promise<ApiKeyRecord | undefined> => {
      const kept = keys.find(hash, clock.now());
      if (kept !== undefined) return kept;
      const lookUp = keys.begin();
      const found = await point.findUsableKey(hash);
      if (found === undefined) return undefined;
      keys.keep(hash, found.key, lookUp);
      // Nobody waits for this; when it fails, the next look-up tries again.
      if (!found.isUseNoted) void write.recordKeyUse(found.key.id).catch(() => undefined);
      return found.key;
    },
    updateApiKey: (prefix, changes) => forgetKeys(write.updateApiKey(prefix, changes)),
    revokeApiKey: (prefix) => forgetKeys(write.revokeApiKey(prefix)),
    updateOrganizationStatus: (slug, status) => forgetKeys(write.updateOrganizationStatus(slug, status)),
    updateOrganizationName: (slug, name) => forgetKeys(write.updateOrganizationName(slug, name)),
    claimDeliveries: async (claim) =>
      claim.isDueLikely || (await read.hasDueDeliveries(claim)) ? write.claimDeliveries(claim) : [],
    onEndpointChange: (listener) => {
      endpointListeners.push(listener);
    },
    updateWebhook: (id, changes) => notifyOf(id, write.updateWebhook(id, changes)),
    removeWebhook: async (id) => {
      while ((await write.removeDeliveriesOf(id)) > 0);
      return notifyOf(id, write.removeEndpoint(id));
    },
    updateWebhookSecret: (id, secret) => notifyOf(id, write.updateWebhookSecret(id, secret)),
    updateWebhookStatus: (id, status) => notifyOf(id, write.updateWebhookStatus(id, status)),
    ping: async () => {
      await point.readListVersion({ limit: 0, offset: 0 });
      if (clock.elapsed() >= probe.untilMs) {
        const written = within(clock, PROBE_MS, write.recordProbe());
        probe = { untilMs: clock.elapsed() + PROBE_KEPT_MS, written };
        written.catch(() => undefined);
      }
      await probe.written;
    },
    sweep: async (ages) => {
      let removed = 0;
      for (let step = 0; step < sweepSteps; step += 1) {
        for (let hasMore = true; hasMore;) {
          const piece = await write.sweepPiece(step, ages);
          removed += piece.removed;
          hasMore = piece.hasMore;
        }
      }
      return removed;
    },
  };
}

/** Rejects when it takes longer than `ms`. */
async function within(clock: Clock, ms: number, written: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const callOff = clock.timeout(ms, () => late.reject(new StorageUnavailable('a write takes too long')));
  try {
    await Promise.race([written, late.promise]);
  } finally {
    callOff();
  }
}
