// A registry for tests, as far as the sync service can tell: keys, fixed-window rate limit with its headers, idempotency,
// identity by external_id and title, batches, updates, sources. A real HTTP server; faults are switched on by name.
import { canonicalJson } from '@artwork-registry/contract';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeArtworks, Refusal, uuidOf } from './fake-artworks.ts';
import { FakeCertificates } from './fake-certificates.ts';

type Answer = { status: number; body: object };
export type Exchange = {
  method: string;
  path: string;
  status: number;
  headers: { [name: string]: string };
  body: unknown;
};

/** 500 with Retry-After: a COMMIT of the registry's database that no answer came for. */
const UNKNOWN_OUTCOME: Answer = {
  status: 500,
  body: { error: { code: 'internal_error', message: 'The registry does not know whether this was done.' } },
};

export class FakeRegistry {
  readonly artworks: FakeArtworks;
  readonly certificates = new FakeCertificates();
  readonly requests: { method: string; path: string; key: string; status: number; items: number }[] = [];
  key = 'areg_good';
  organization = { slug: 'ours', name: 'Our Gallery' };
  /** The key is one of another organisation: installations of ours list nothing. */
  isForeign = false;
  /** Refuses every call of the right key with this code. */
  refusal: { status: number; code: string } | null = null;
  profileTypes = ['gallery'];
  features: string[] = ['batch_update'];
  limit = 100_000;
  windowSeconds = 60;
  /** Refuses the next call of this kind. */
  refuseNext: { method: string; status: number; code: string } | null = null;
  /** Fails this often where works leave a former installation. */
  failFormer = 0;
  /** These listings fail, counted from the next one on. */
  failLists: number[] = [];
  private listed = 0;
  /** A record of this Art ID has a value that nobody knows. */
  oddRecord: string | null = null;
  /** 503 for everything. */
  isDown = false;
  /** Carries out this many writes and then cuts the line instead of answering. */
  lostAnswers = 0;
  /** Carries out this many writes and then answers that it does not know whether it did. */
  unknownOutcomes = 0;
  /** A whole batch with a work of this title is refused without a word about which. */
  poisonTitle: string | null = null;
  /** A whole batch with a work of this title ends in 500. */
  crashTitle: string | null = null;
  /** A firewall or a wrong route before the registry answers everything with a page of this status. */
  page: number | null = null;
  /** A firewall stops every call with this title in it. */
  blockedTitle: string | null = null;
  /** Hears every answer of the registry itself. */
  onExchange: (exchange: Exchange) => void = () => {};
  /** Time that each answer takes. */
  delayMs = 0;
  url = '';
  private readonly server: Server;
  /** By platform and address. */
  readonly installations = new Map<string, string>();
  isTest = false;
  /** What a claim of a request for access is answered; null: there is no such endpoint. */
  claim: { status: 'waiting' | 'approved' | 'rejected' | 'expired'; api_key: string | null } | null = null;
  private readonly idempotent = new Map<string, { body: string; answer: object }>();
  private windowStart = 0;
  private used = 0;
  readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
    this.artworks = new FakeArtworks(now);
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  count(path: string, method = 'POST'): number {
    return this.requests.filter((request) => request.path.startsWith(path) && request.method === method)
      .length;
  }

  statuses(status: number): number {
    return this.requests.filter((request) => request.status === status).length;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const method = request.method ?? 'GET';
    const path = (request.url ?? '').replace(/^\/api\/v1/, '');
    const key = String(request.headers.authorization ?? '').replace('Bearer ', '');
    const body = text === '' ? {} : JSON.parse(text);
    const idempotencyKey = String(request.headers['idempotency-key'] ?? '');
    const open = this.openRoute(method, request.url ?? '');
    if (open !== null) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(open));
      return;
    }
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    const isBlocked = this.blockedTitle !== null && text.includes(`"${this.blockedTitle}"`);
    const page = isBlocked ? 403 : this.page;
    if (page !== null) {
      this.requests.push({ method, path, key, status: page, items: body.items?.length ?? 0 });
      response.writeHead(page, { 'content-type': 'text/html' }).end('<title>Just a moment</title>');
      return;
    }
    const decided = this.decide(method, path, key, body, idempotencyKey);
    const isWritten = method !== 'GET' && path !== '/integrations/connect' && decided.status < 300;
    const isUnknown = isWritten && this.unknownOutcomes > 0;
    if (isUnknown) this.unknownOutcomes -= 1;
    const { status, body: answer } = isUnknown ? UNKNOWN_OUTCOME : decided;
    this.requests.push({ method, path, key, status, items: body.items?.length ?? 0 });
    if (isWritten && this.lostAnswers > 0) {
      this.lostAnswers -= 1;
      return void request.socket.destroy();
    }
    const date = new Date(this.now()).toUTCString();
    const headers: { [name: string]: string } = {
      'content-type': 'application/json',
      'x-registry-api-version': 'v1',
      'x-request-id': randomUUID(),
      'cache-control': 'no-store',
      date,
    };
    if (isUnknown) headers['retry-after'] = '1';
    if (key === this.key) {
      headers['x-ratelimit-limit'] = String(this.limit);
      headers['x-ratelimit-remaining'] = String(Math.max(0, this.limit - this.used));
      headers['x-ratelimit-reset'] = String(this.windowStart + this.windowSeconds);
    }
    if (status === 401) headers['www-authenticate'] = 'Bearer realm="registry"';
    if (status === 429) headers['retry-after'] = String(this.secondsLeft());
    if (status === 503) headers['retry-after'] = '1';
    this.onExchange({ method, path, status, headers, body: structuredClone(answer) });
    response.writeHead(status, headers).end(JSON.stringify(answer));
  }

  /** What needs no key. */
  private openRoute(method: string, url: string): object | null {
    if (url === '/.well-known/artwork-registry')
      return { object: 'registry', name: 'Test', test: this.isTest };
    const path = url.replace(/^\/api\/v1/, '');
    if (this.claim === null || method !== 'POST') return null;
    if (path === '/integrations/access-requests/claim')
      return { object: 'access_claim', key: null, ...this.claim };
    if (path !== '/integrations/access-requests') return null;
    const message = 'The operator decides.';
    return {
      object: 'access_request_result',
      request_id: randomUUID(),
      status: 'queued',
      access_type: 'both',
      api_key: null,
      key: null,
      message,
      claim_token: 'claim_secret_token',
    };
  }

  /** Steps of the feed, oldest first; the number of each is its place. */
  readonly feed: { op: 'upsert' | 'remove'; registry_id: string; updated_at: string }[] = [];

  private changes(path: string): object {
    const query = new URLSearchParams(path.split('?')[1]);
    const [after, limit] = [Number(query.get('after')), Number(query.get('limit'))];
    const steps = this.feed
      .map((step, index) => ({ seq: index + 1, ...step }))
      .filter((step) => step.seq > after);
    const data = steps.slice(0, limit);
    return {
      object: 'change_list',
      data,
      next_after: data.at(-1)?.seq ?? after,
      has_more: steps.length > data.length,
    };
  }

  private decide(
    method: string,
    path: string,
    key: string,
    body: { [field: string]: unknown },
    idempotencyKey: string,
  ): Answer {
    try {
      if (this.isDown) throw new Refusal(503, 'unavailable');
      if (key !== this.key) throw new Refusal(401, 'unauthorized');
      this.countRequest();
      if (this.refuseNext?.method === method) {
        const { status, code } = this.refuseNext;
        this.refuseNext = null;
        throw new Refusal(status, code);
      }
      if (this.refusal) throw new Refusal(this.refusal.status, this.refusal.code);
      if (method === 'GET' && path.startsWith('/changes?')) return { status: 200, body: this.changes(path) };
      const certificate = this.features.includes('certificates')
        ? this.certificates.answer(method, path, body, idempotencyKey)
        : null;
      return { status: 200, body: certificate ?? this.route(method, path, body) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, issues } = error;
      return {
        status,
        body: { error: { code, message: `Refused: ${code}.`, ...(issues ? { issues } : {}) } },
      };
    }
  }

  private countRequest(): void {
    const now = Math.floor(this.now() / 1000);
    if (now >= this.windowStart + this.windowSeconds) {
      this.windowStart = now;
      this.used = 0;
    }
    if (this.used >= this.limit) throw new Refusal(429, 'rate_limited');
    this.used += 1;
  }

  private secondsLeft(): number {
    return Math.max(1, Math.ceil(this.windowStart + this.windowSeconds - this.now() / 1000));
  }

  private route(method: string, path: string, body: { [field: string]: unknown }): object {
    const id = path.split('/')[2] ?? '';
    if (method === 'GET' && path === '/') return this.descriptor();
    if (method === 'GET' && path.startsWith('/artworks?')) return this.list(path);
    if (path === '/artworks/match' && this.features.includes('match')) return this.artworks.match(body);
    if (path === '/integrations/connect') return this.connect(body);
    const [, moved] = /^\/integrations\/installations\/([^/]+)\/move$/.exec(path) ?? [];
    if (moved && this.features.includes('installation_move')) return this.moveInstallation(moved, body);
    if (path === '/integrations/sync') return this.sync(body as never);
    if (path === '/integrations/updates' && this.features.includes('batch_update'))
      return this.updates(body as never);
    if (method === 'GET' && path.endsWith('/source')) return this.artworks.sourcesOf(id);
    if (method === 'GET' && path.startsWith('/artworks/')) {
      return { object: 'artwork_response', data: this.artworks.getPublic(id) };
    }
    if (method === 'PATCH' && path.endsWith('/source')) return this.artworks.patchSource(id, body as never);
    if (method === 'PATCH' && path.startsWith('/artworks/')) return this.artworks.update(id, body);
    throw new Refusal(404, 'not_found');
  }

  private descriptor(): object {
    const scopes = ['artworks:read', 'artworks:write'];
    return {
      object: 'service',
      name: 'Test Registry',
      api_version: 'v1',
      test: false,
      organization: { ...this.organization, status: 'active' },
      key: { prefix: 'areg_goo', name: null, scopes, created_at: '2026-01-01T00:00:00Z', expires_at: null },
      scopes,
      rate_limit: { limit: this.limit, window_seconds: this.windowSeconds },
      features: this.features,
      endpoints: [],
      documentation_url: 'https://registry.example/docs',
      time: new Date(this.now()).toISOString(),
    };
  }

  private list(path: string): object {
    this.listed = this.failLists.length === 0 ? 0 : this.listed + 1;
    if (this.failLists.includes(this.listed)) throw new Refusal(503, 'unavailable');
    const query = new URL(path, this.url).searchParams;
    const number = (name: string, fallback: number) => Number(query.get(name) ?? fallback);
    const since = query.get('updated_since') ?? '';
    const gallery = query.get('gallery');
    if (gallery !== null) return this.artworks.listIn(gallery, since, number('limit', 25));
    const page = this.artworks.listOf(
      this.isForeign ? 'none' : (query.get('installation_id') ?? ''),
      since,
      number('limit', 25),
      number('offset', 0),
    ) as { data: { registry_id: string; availability: string }[] };
    for (const record of page.data)
      if (record.registry_id === this.oddRecord) record.availability = 'on_the_moon';
    return page;
  }

  private moveInstallation(id: string, body: { [field: string]: unknown }): object {
    const [known] = [...this.installations].find(([, installationId]) => installationId === id) ?? [];
    if (known === undefined) throw new Refusal(404, 'installation_not_found');
    const platform = known.slice(0, known.indexOf(' '));
    const key = installationKey(platform, String(body['site_url']));
    if (this.installations.has(key) && key !== known) throw new Refusal(409, 'source_conflict');
    this.installations.delete(known);
    this.installations.set(key, id);
    return this.connect({ ...body, platform });
  }

  /** A day has passed. */
  forgetKeys(): void {
    this.idempotent.clear();
  }

  /** As after a restore to before the installation moved away from there. */
  forgetMove(id: string, siteUrl: string): void {
    const [known = ''] = [...this.installations].find(([, installationId]) => installationId === id) ?? [];
    this.installations.delete(known);
    this.installations.set(installationKey(known.slice(0, known.indexOf(' ')), siteUrl), id);
    this.artworks.addresses.set(id, siteUrl);
  }

  private connect(body: { [field: string]: unknown }): object {
    const profile = (type: string) => ({
      id: uuidOf(type),
      type,
      slug: 'ours',
      name: 'Our Gallery',
      city: null,
      country: null,
    });
    const siteUrl = String(body['site_url']);
    const installationId = this.installationAt(String(body['platform']), siteUrl);
    this.artworks.addresses.set(installationId, siteUrl);
    return {
      object: 'installation',
      installation_id: installationId,
      platform: body['platform'],
      platform_label: null,
      site_url: siteUrl,
      created: false,
      connected_at: '2026-01-01T00:00:00Z',
      last_synced_at: null,
      profiles: this.profileTypes.map(profile),
    };
  }

  /** One for each platform and address; a move to https is not a move. */
  private installationAt(platform: string, siteUrl: string): string {
    const key = installationKey(platform, siteUrl);
    const known = this.installations.get(key) ?? `ins_${this.installations.size + 1}`;
    this.installations.set(key, known);
    return known;
  }

  private sync(body: {
    installation_id: string;
    items: { idempotency_key: string; artwork: { [field: string]: unknown } }[];
  }): object {
    const titles = body.items.map((item) => item.artwork['title']);
    if (this.poisonTitle && titles.includes(this.poisonTitle)) throw new Refusal(400, 'invalid_json');
    if (this.crashTitle && titles.includes(this.crashTitle)) throw new Refusal(500, 'internal_error');
    if (!this.profileTypes.some((type) => type !== 'museum')) throw new Refusal(403, 'no_write_target');
    const data = body.items.map((item, index) =>
      this.item(index, item.idempotency_key, item.artwork, () =>
        this.artworks.publish(item.artwork, body.installation_id),
      ),
    );
    const summary = { total: data.length, created: 0, duplicates: 0, replayed: 0, failed: 0 };
    return { object: 'sync_result', installation_id: body.installation_id, summary, data };
  }

  private updates(body: {
    installation_id: string;
    items: {
      registry_id: string;
      idempotency_key: string;
      changes?: object;
      source?: { installation_id: string; status: string };
    }[];
  }): object {
    const isFormer = (id: string | undefined) => id !== undefined && id !== body.installation_id;
    if (this.failFormer > 0 && body.items.some((item) => isFormer(item.source?.installation_id))) {
      this.failFormer -= 1;
      throw new Refusal(503, 'unavailable');
    }
    const data = body.items.map((item, index) => ({
      registry_id: item.registry_id,
      ...this.item(index, item.idempotency_key, item, () =>
        item.source
          ? this.artworks.patchSource(item.registry_id, item.source)
          : this.artworks.update(item.registry_id, { ...item.changes }),
      ),
    }));
    const summary = { total: data.length, updated: 0, replayed: 0, failed: 0 };
    return { object: 'batch_update_result', installation_id: body.installation_id, summary, data };
  }

  private item(index: number, key: string, body: object, carryOut: () => object): object {
    const base = { index, idempotency_key: key, status: 200, replayed: false, result: null, error: null };
    const before = this.idempotent.get(key);
    if (before && before.body !== canonicalJson(body)) {
      return { ...base, status: 409, error: { code: 'idempotency_key_reused', message: 'Reused.' } };
    }
    if (before) return { ...base, replayed: true, result: before.answer };
    try {
      const answer = structuredClone(carryOut());
      this.idempotent.set(key, { body: canonicalJson(body), answer });
      return { ...base, result: answer };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, issues } = error;
      return {
        ...base,
        status,
        error: { code, message: `Refused: ${code}.`, ...(issues ? { issues } : {}) },
      };
    }
  }
}

function installationKey(platform: string, siteUrl: string): string {
  const { host, pathname } = new URL(siteUrl);
  return `${platform} ${host}${pathname.replace(/\/+$/, '')}`;
}
