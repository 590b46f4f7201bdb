// The half of the plugin that dials out (docs/site-protocol.md, "Mailbox"): takes turns at a service, carries the calls to the fake
// site, and the answers back. A copy is a second one with the same state.
import { randomBytes } from 'node:crypto';
import { isSiteSignature, signSite } from '../../daemon/src/site/site-signature.ts';
import type { FakeSite } from './fake-site.ts';

/** WordPress waits no longer either: a call whose answer never comes is one that failed. */
export const PATIENCE_MS = 15_000;

type Call = {
  number: number;
  name: string;
  timestamp: number;
  nonce: string;
  signature: string;
  body: string;
};
export type TurnResult = {
  status: number;
  code: string | null;
  turn: string;
  carrier: string;
  nextTurnIn: number;
  call: Call | null;
};

type Request = { method: 'POST'; body: string; headers: { [name: string]: string } };
type Response = {
  status: number;
  headers: { get: (name: string) => string | null };
  text: () => Promise<string>;
};
/** How its calls get to the service, and those that it carries to the site itself. */
export type Send = (url: string, request: Request) => Promise<Response>;

const byFetch: Send = (url, request) => fetch(url, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) });

export class DiallingSite {
  token: string;
  siteUrl: string;
  doubt: string | null = null;
  /** How far the clock of the service is ahead of the site's, by its last refusal for that reason. */
  aheadMs = 0;
  answer: object | null = null;
  readonly results: TurnResult[] = [];
  private readonly site: FakeSite;
  private readonly serviceUrl: string;
  private readonly now: () => number;
  private readonly send: Send;

  constructor(site: FakeSite, serviceUrl: string, token: string, now: () => number, send = byFetch) {
    this.site = site;
    this.serviceUrl = serviceUrl;
    this.token = token;
    this.now = now;
    this.send = send;
    this.siteUrl = site.url;
  }

  /** One turn; the call that it brought is carried out, and its answer goes with the next. */
  async turn(change: { body?: object; nonce?: string; secret?: string } = {}): Promise<TurnResult> {
    const body = {
      turn: this.token,
      site_url: this.siteUrl,
      reason: 'silence',
      doubt: this.doubt,
      wait: 4,
      answer: this.answer,
      ...change.body,
    };
    const { status, json } = await this.post('turn', body, change);
    const error = json['error'] as { code: string } | undefined;
    const result = {
      status,
      code: error?.code ?? null,
      turn: String(json['turn'] ?? ''),
      carrier: String(json['carrier'] ?? ''),
      nextTurnIn: Number(json['next_turn_in']),
      call: (json['call'] ?? null) as Call | null,
    };
    this.results.push(result);
    if (status !== 200) return result;
    this.token = result.turn;
    this.answer = null;
    if (result.call !== null) this.answer = await this.carryOut(result.call);
    return result;
  }

  /** Takes turns until the condition holds. One for which the service is not ready yet does not count, for half a minute. */
  async until(condition: () => boolean, mostTurns = 60): Promise<void> {
    const readyBy = performance.now() + 30_000;
    for (let turns = 0; !condition();) {
      if (turns >= mostTurns)
        throw new Error(`Still not so after ${turns} turns: ${JSON.stringify(this.results.at(-1))}`);
      const { call, code } = await this.turn();
      if (code !== 'starting' || performance.now() > readyBy) turns += 1;
      // As the plugin, which waits as long as it was told; here a fraction of it.
      if (call === null) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Takes turns as a site does that is not called, until it is over. A service that does not answer just now is tried again. */
  async keepDialling(isOver: () => boolean, { pauseMs = 300, wait = 4 } = {}): Promise<void> {
    while (!isOver()) {
      const result = await this.turn({ body: { wait } }).catch(() => null);
      if (result?.status !== 200 || result.call === null)
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async post(name: string, body: object, change: { nonce?: string; secret?: string } = {}) {
    const { siteId } = this.site;
    const text = JSON.stringify(body);
    const route = `/sites/${siteId}/${name}`;
    const timestamp = Math.floor((this.now() + this.aheadMs) / 1000);
    const nonce = change.nonce ?? randomBytes(16).toString('hex');
    const parts = { route, siteId, timestamp, nonce, body: text };
    const signature = signSite(change.secret ?? this.site.secret, {
      direction: 'site-to-daemon',
      method: 'POST',
      ...parts,
    });
    const response = await this.send(this.serviceUrl + route, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-areg-version': '1',
        'x-areg-site': siteId,
        'x-areg-timestamp': String(timestamp),
        'x-areg-nonce': nonce,
        'x-areg-signature': signature,
      },
    });
    const answered = await response.text();
    const signed = response.headers.get('x-areg-signature');
    const answeredAt = Number(response.headers.get('x-areg-timestamp'));
    const isRight =
      signed !== null &&
      isSiteSignature(
        this.site.secret,
        {
          direction: 'daemon-to-site',
          method: String(response.status),
          route,
          siteId,
          timestamp: answeredAt,
          nonce,
          body: answered,
        },
        signed,
      );
    const json = JSON.parse(answered) as { [name: string]: unknown };
    if (isRight && (json['error'] as { code: string } | undefined)?.code === 'clock_skew')
      this.aheadMs = 1000 * answeredAt - this.now();
    if (response.status === 200 && !isRight) throw new Error('The answer of the service is not signed.');
    return {
      status: response.status,
      isSigned: isRight,
      json,
    };
  }

  private async carryOut(call: Call): Promise<object> {
    const response = await this.send(`${this.site.url}/wp-json/artwork-registry/v1/daemon/${call.name}`, {
      method: 'POST',
      body: call.body,
      headers: {
        'x-inside': '1',
        'content-type': 'application/json',
        'x-areg-version': '1',
        'x-areg-site': this.site.siteId,
        'x-areg-timestamp': String(call.timestamp),
        'x-areg-nonce': call.nonce,
        'x-areg-signature': call.signature,
      },
    });
    const header = (name: string) => response.headers.get(`x-areg-${name}`) ?? '';
    return {
      number: call.number,
      status: response.status,
      timestamp: Number(header('timestamp')),
      nonce: header('nonce'),
      signature: header('signature'),
      body: await response.text(),
    };
  }
}
