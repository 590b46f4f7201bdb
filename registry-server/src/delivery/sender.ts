// One attempt of one delivery: signed POST to a vetted address, ten seconds in all, no redirects, little of the
// answer read. Connections are kept per endpoint, so a handshake is paid once.
import { X509Certificate } from 'node:crypto';
import type { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { buildConnector, Pool } from 'undici';
import type { Dispatcher } from 'undici';
import { isPublicAddress } from '@artwork-registry/contract';
import type { WebhookSigner } from '@artwork-registry/contract';
import type { ClaimedDelivery } from '../storage/records.ts';
import { traceparentOf } from '../trace.ts';
import { Attempt } from './attempt.ts';
import type { SendResult } from './attempt.ts';
import { checkedProxyAgent } from '#kit/checked-proxy';
import type { Proxy } from '#kit/checked-proxy';
import type { Clock } from '#kit/clock';
import { ConfigError, readFileOfSetting } from '#kit/config-error';
import { namesHost } from '#kit/web-host';
import { AddressRefused, guardedLookup, refusalOf } from './address-guard.ts';

export type SenderOptions = {
  clock: Clock;
  allowHosts: readonly string[];
  caFile: string | undefined;
  /** Undefined: receivers are called directly. Hosts of the allow-list always are. */
  proxy?: Proxy | undefined;
  /** What carries the calls in the place of connections; its owner closes it. Default: connections. */
  dispatcher?: Dispatcher | undefined;
  /** In all, per attempt. */
  timeoutMs?: number;
  /** For the connection with its handshake. */
  connectTimeoutMs?: number;
  /** How names are resolved, and which addresses count as global; tests bring their own. */
  resolve?: typeof lookup;
  isGlobal?: (address: string) => boolean;
};

const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 3_000;
const CONNECTIONS = 8;
// Below the five seconds after which Node and Apache close an idle connection: a POST into a closing one is a failure.
const KEEP_ALIVE_MS = 4_000;
// Endpoints whose connections are kept; a registry with more of them than this opens some again.
const MAX_LANES = 1000;

type Lane = { url: string; origin: string; path: string; pool: Dispatcher };

export class Sender {
  readonly #options: SenderOptions;
  /** Made once: reading all root certificates costs milliseconds. */
  readonly #secureContext: SecureContext | undefined;
  readonly #lanes = new Map<string, Lane>();
  readonly #underWay = new Set<Attempt>();

  constructor(options: SenderOptions) {
    this.#options = options;
    if (options.caFile !== undefined) {
      this.#secureContext = createSecureContext({ ca: [...rootCertificates, readAuthority(options.caFile)] });
    }
  }

  /** Never rejects: whatever happens is the result of the attempt. */
  async send(claim: ClaimedDelivery, signer: WebhookSigner, nowSeconds: number): Promise<SendResult> {
    const lane = this.#laneOf(claim);
    if ('refusal' in lane) return { error: `the address ${lane.refusal}` };
    const attempt = new Attempt(this.#options.clock, this.#options.timeoutMs ?? TIMEOUT_MS);
    this.#underWay.add(attempt);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'artwork-registry-webhooks/1',
      'x-registry-event': claim.event,
      'x-registry-timestamp': String(nowSeconds),
      'x-registry-delivery': claim.id,
      'x-registry-attempt': String(claim.attempt),
      'x-registry-signature': signer.sign(nowSeconds, claim.payload),
      // The same once more as Standard Webhooks names and computes it, for receivers that use its libraries.
      'webhook-id': claim.id,
      'webhook-timestamp': String(nowSeconds),
      'webhook-signature': signer.signStandard(claim.id, nowSeconds, claim.payload),
      ...(claim.trace !== null && { traceparent: traceparentOf(claim.trace) }),
    };
    try {
      const { origin, path } = lane;
      lane.pool.dispatch({ origin, method: 'POST', path, headers, body: claim.payload }, attempt);
      return await attempt.ended;
    } finally {
      // Without effect unless dispatch itself threw: then nothing else would stop the deadline.
      attempt.abort('the request could not be made');
      this.#underWay.delete(attempt);
    }
  }

  /** Breaks off what is under way. */
  abort(): void {
    for (const attempt of this.#underWay) attempt.abort('the server stops');
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(({ pool }) => pool.destroy()));
    this.#lanes.clear();
  }

  /** Kept per endpoint, and only for the address that it was vetted for. */
  #laneOf({ endpointId, url }: ClaimedDelivery): Lane | { refusal: string } {
    const known = this.#lanes.get(endpointId);
    // The order of the map is the order of use.
    this.#lanes.delete(endpointId);
    if (known?.url === url) {
      this.#lanes.set(endpointId, known);
      return known;
    }
    void known?.pool.close();
    const refusal = refusalOf(url, this.#options.allowHosts);
    if (refusal !== undefined) return { refusal };
    this.#dropOldest();
    const { origin, pathname, search } = new URL(url);
    const pool = this.#poolTo(origin, namesHost(this.#options.allowHosts, new URL(url)));
    const lane = { url, origin, path: pathname + search, pool };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  #poolTo(origin: string, isTrusted: boolean): Dispatcher {
    const { proxy, dispatcher } = this.#options;
    if (dispatcher !== undefined) return dispatcher;
    const options = {
      connect: this.#connector(isTrusted),
      connections: CONNECTIONS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The attempt has one deadline for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    if (proxy === undefined || isTrusted) return new Pool(origin, options);
    return checkedProxyAgent(proxy, {
      ...options,
      lookup: this.#lookup(),
      connectTimeout: this.#connectTimeoutMs,
      requestTls: this.#tls,
    });
  }

  get #connectTimeoutMs(): number {
    return this.#options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  }

  get #tls() {
    return { allowH2: false, ...(this.#secureContext && { secureContext: this.#secureContext }) };
  }

  #lookup(): LookupFunction {
    return guardedLookup(this.#options.resolve, this.#options.isGlobal ?? isPublicAddress);
  }

  #connector(isTrusted: boolean): buildConnector.connector {
    const isGlobal = this.#options.isGlobal ?? isPublicAddress;
    const connector = buildConnector({
      timeout: this.#connectTimeoutMs,
      ...this.#tls,
      ...(!isTrusted && { lookup: this.#lookup() }),
    });
    return (options, callback) =>
      connector(options, (error, socket) => {
        if (error !== null) return callback(error, null);
        // The socket has the last word: whatever was resolved before, this is where it went.
        if (!isTrusted && !isGlobal(socket.remoteAddress ?? '')) {
          socket.destroy();
          return callback(new AddressRefused('the connection went to an address that is not global'), null);
        }
        callback(null, socket);
      });
  }

  /** Closing waits for what is under way. */
  #dropOldest(): void {
    const [oldest] = this.#lanes;
    if (oldest === undefined || this.#lanes.size < MAX_LANES) return;
    this.#lanes.delete(oldest[0]);
    void oldest[1].pool.close();
  }
}

/** Node takes a file without a certificate for one without authorities: each delivery would fail. */
function readAuthority(file: string): string {
  const setting = 'REGISTRY_WEBHOOK_CA';
  const authority = readFileOfSetting(setting, file).toString();
  try {
    new X509Certificate(authority);
    return authority;
  } catch (error) {
    throw new ConfigError(
      `${setting} must be a PEM file of certificates. ${file} is not: ${(error as Error).message}`,
    );
  }
}
