// Stands between the sync service and the registry, or WordPress, and does by chance what networks, hosts and servers do.
// Whatever it does, it does to whole requests: nothing it says was signed by the other side.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from './random.ts';

/**
 * rate_limited: 429 with Retry-After, rate_limited_bare without. silent_before: no answer, the request is lost;
 * silent_after: no answer, the request was carried out. cut: half an answer. half_batch: the first half of the items is
 * carried out and the line cut. wrong_json: JSON that ends in the middle. wrong_shape: JSON that is something else.
 * unsigned: the answer without its signature. cached: an earlier answer of the same address. html, html_403, html_404: a page
 * of a machine in between; json_403: the same in JSON, with a code that the registry has too. redirect: to another address.
 */
export const FAULTS = [
  'rate_limited',
  'rate_limited_bare',
  'error_500',
  'unavailable_503',
  'gateway_503_after',
  'silent_before',
  'silent_after',
  'cut',
  'half_batch',
  'wrong_json',
  'wrong_shape',
  'unauthorized',
  'unsigned',
  'cached',
  'html',
  'html_403',
  'html_404',
  'json_403',
  'redirect',
] as const;
export type Fault = (typeof FAULTS)[number];
export type Probabilities = { [fault in Fault]?: number };

type Raw = { status: number; headers: { [name: string]: string }; body: Buffer };

export class FaultProxy {
  readonly counts = new Map<Fault, number>();
  probabilities: Probabilities = {};
  /** Before each request, which waits for it. */
  prepare: () => Promise<void> = () => Promise.resolve();
  requests = 0;
  url = '';
  private readonly upstream: string;
  private readonly random: Random;
  private readonly server: Server;
  private readonly earlier = new Map<string, Raw>();

  /** `upstream`: origin, without a path. */
  constructor(upstream: string, random: Random) {
    this.upstream = new URL(upstream).origin;
    this.random = random;
    this.server = createServer((request, response) => {
      this.handle(request, response).catch(() => request.socket.destroy());
    });
  }

  async start(port = 0): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** From now on everything goes through as it is. */
  heal(): void {
    this.probabilities = {};
    this.server.closeAllConnections();
  }

  private draw(): Fault | null {
    let at = this.random.next();
    for (const fault of FAULTS) {
      at -= this.probabilities[fault] ?? 0;
      if (at < 0) {
        this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
        return fault;
      }
    }
    return null;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    await this.prepare();
    const fault = this.draw();
    const error = (status: number, code: string, headers: { [name: string]: string } = {}) =>
      send(response, {
        status,
        headers: { 'x-registry-api-version': 'v1', ...headers },
        body: Buffer.from(JSON.stringify({ error: { code, message: code } })),
      });

    if (fault === 'rate_limited') return error(429, 'rate_limited', { 'retry-after': '2' });
    if (fault === 'rate_limited_bare') return error(429, 'rate_limited');
    if (fault === 'error_500') return error(500, 'internal_error');
    if (fault === 'unavailable_503') return error(503, 'unavailable', { 'retry-after': '1' });
    if (fault === 'unauthorized') return error(401, 'unauthorized');
    if (fault === 'html') return send(response, htmlPage(200));
    if (fault === 'html_403') return send(response, htmlPage(403));
    if (fault === 'html_404') return send(response, htmlPage(404));
    if (fault === 'json_403') return send(response, foreignRefusal);
    if (fault === 'redirect') return send(response, redirect);
    if (fault === 'silent_before') return;

    const sent = fault === 'half_batch' ? halfOf(body) : body;
    const key = `${request.method} ${request.url}`;
    const before = this.earlier.get(key);
    const answer = await this.forward(request, sent);
    this.earlier.set(key, answer);
    if (fault === 'silent_after') return;
    if (fault === 'gateway_503_after') return send(response, htmlPage(503));
    if (fault === 'half_batch') return void request.socket.destroy();
    if (fault === 'cached' && before) return send(response, before);
    if (fault === 'unsigned') return send(response, { ...answer, headers: unsigned(answer.headers) });
    if (fault === 'wrong_shape')
      return send(response, { ...answer, body: Buffer.from('{"data":{"a":[1]}}') });
    if (fault === 'wrong_json') {
      return send(response, { ...answer, body: answer.body.subarray(0, answer.body.length / 2) });
    }
    if (fault === 'cut') {
      response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
      response.write(answer.body.subarray(0, answer.body.length / 2), () => request.socket.destroy());
      return;
    }
    send(response, answer);
  }

  private async forward(request: IncomingMessage, body: Buffer): Promise<Raw> {
    const headers = Object.entries(request.headers).filter(
      ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
    );
    const answer = await fetch(`${this.upstream}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(headers) as { [name: string]: string },
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const passed = [...answer.headers].filter(
      ([name]) => !['connection', 'keep-alive', 'content-length', 'transfer-encoding'].includes(name),
    );
    return {
      status: answer.status,
      headers: Object.fromEntries(passed),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  }
}

function halfOf(body: Buffer): Buffer {
  const parsed = body.length > 0 ? (JSON.parse(body.toString()) as { items?: unknown[] }) : {};
  if (!parsed.items || parsed.items.length < 2) return body;
  return Buffer.from(JSON.stringify({ ...parsed, items: parsed.items.slice(0, parsed.items.length / 2) }));
}

const unsigned = (headers: { [name: string]: string }) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-areg-')));

const htmlPage = (status: number): Raw => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<html><title>Just a moment</title></html>'),
});

const foreignRefusal: Raw = {
  status: 403,
  headers: {},
  body: Buffer.from('{"error":{"code":"not_permitted","message":"Blocked by the firewall."}}'),
};

const redirect: Raw = { ...htmlPage(301), headers: { location: 'https://elsewhere.example/' } };

function send(response: ServerResponse, answer: Raw): void {
  response
    .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    .end(answer.body);
}
