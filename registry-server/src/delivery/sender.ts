// One attempt of one delivery: signed POST to a vetted address, ten seconds in all, no redirects, little of the
// answer read. Connections are kept per endpoint, so a handshake is paid once.
import type { lookup } from 'node:dns';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { buildConnector, Pool } from 'undici';
import { LIMITS } from '@artwork-registry/contract';
import type { WebhookSigner } from '@artwork-registry/contract';
import type { ClaimedDelivery } from '../storage/records.ts';
import { AddressRefused, guardedLookup, isAllowed, isGlobalAddress, refusalOf } from './address-guard.ts';

export type SenderOptions = {
  allowHosts: readonly string[];
  caFile: string | undefined;
  /** In all, per attempt. */
  timeoutMs?: number;
  /** For the connection with its handshake. */
  connectTimeoutMs?: number;
  /** How names are resolved, and which addresses count as global; tests bring their own. */
  resolve?: typeof lookup;
  isGlobal?: (address: string) => boolean;
};

export type SendResult =
  /** `beginning`: the first words of the answer, for the operator. */
  { status: number; retryAfter: string | undefined; beginning: string } | { error: string };

const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 3_000;
const CONNECTIONS = 8;
// Below the five seconds after which Node and Apache close an idle connection: a POST into a closing one is a failure.
const KEEP_ALIVE_MS = 4_000;
const SHOWN_BYTES = 300;
// Endpoints whose connections are kept; a registry with more of them than this opens some anew.
const MAX_LANES = 1000;

type Lane = { url: string; path: string; pool: Pool };

export class Sender {
  readonly #options: SenderOptions;
  readonly #ca: string[] | undefined;
  readonly #lanes = new Map<string, Lane>();

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#ca =
      options.caFile === undefined ? undefined : [...rootCertificates, readFileSync(options.caFile, 'utf8')];
  }

  /** Never throws: whatever happens is the result of the attempt. */
  async send(
    claim: ClaimedDelivery,
    signer: WebhookSigner,
    nowSeconds: number,
    stop: AbortSignal,
  ): Promise<SendResult> {
    const lane = this.#laneOf(claim);
    if ('refusal' in lane) return { error: `the address ${lane.refusal}` };
    // One controller for both reasons to end: AbortSignal.any would grow with each attempt as long as the server runs.
    const abort = new AbortController();
    const end = () => abort.abort();
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      end();
    }, this.#options.timeoutMs ?? TIMEOUT_MS);
    stop.addEventListener('abort', end, { once: true });
    try {
      const response = await lane.pool.request({
        method: 'POST',
        path: lane.path,
        signal: abort.signal,
        headers: {
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
        },
        body: claim.payload,
      });
      const retryAfter = response.headers['retry-after'];
      return {
        status: response.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        beginning: await readLittle(response.body),
      };
    } catch (error) {
      return { error: isLate ? 'no answer in time' : messageOf(error) };
    } finally {
      clearTimeout(deadline);
      stop.removeEventListener('abort', end);
    }
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
    const pool = new Pool(origin, {
      connect: this.#connector(isAllowed(new URL(url), this.#options.allowHosts)),
      connections: CONNECTIONS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    });
    const lane = { url, path: pathname + search, pool };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  #connector(isTrusted: boolean): buildConnector.connector {
    const isGlobal = this.#options.isGlobal ?? isGlobalAddress;
    const connector = buildConnector({
      timeout: this.#options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      allowH2: false,
      ...(this.#ca && { ca: this.#ca }),
      ...(!isTrusted && { lookup: guardedLookup(this.#options.resolve, isGlobal) }),
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

/** Reads to the end or to 64 KiB; whatever is longer is cut off with its connection. */
async function readLittle(body: AsyncIterable<Uint8Array>): Promise<string> {
  let [read, beginning] = [0, Buffer.alloc(0)];
  for await (const chunk of body) {
    read += chunk.length;
    if (beginning.length < SHOWN_BYTES)
      beginning = Buffer.concat([beginning, chunk.subarray(0, SHOWN_BYTES)]);
    // Leaving the loop destroys the stream and with it the connection.
    if (read > LIMITS.webhookBodyBytes) break;
  }
  const text = beginning.subarray(0, SHOWN_BYTES).toString('utf8');
  // Shown in terminals: no escape sequences, no line breaks.
  return text.replace(/[\p{Cc}\p{Cf}\ufffd]+/gu, ' ').trim();
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  return (error.message || code || error.name).slice(0, 300);
}
