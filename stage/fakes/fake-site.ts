// A WordPress site with the plugin, as far as docs/site-protocol.md goes: it answers real HTTP requests, and checks and signs.
// Its works are a map; tests change them as an owner would, and read what was reported. Has a server of its own, or shares one
// with thousands of others (site-farm.ts).
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSiteSignature, signSite } from '../../daemon/src/site/site-signature.ts';
import type { CertificateDone } from '../../daemon/src/types/site.ts';
import { endlessPage, errorBody, refuse, send } from './fake-answers.ts';
import { FakeReview } from './fake-review.ts';
import { keepReport, type Reported } from './site-reports.ts';

export type FakeWork = {
  revision: number;
  acked: number;
  state: 'shared' | 'not_shared' | 'gone' | 'broken';
  reason: string | null;
  artwork: { [field: string]: unknown } | null;
};
export type Mode =
  | 'ok'
  | 'cached'
  | 'hangs'
  | 'redirects'
  | 'silent'
  | 'unsigned'
  | 'wrong_signature'
  | 'fatal'
  | 'empty_unsigned'
  /** More bytes than any answer may have. */
  | 'rubbish'
  /** Signed and well-formed pages of works that never end. */
  | 'endless'
  /** Signed answers that claim another site's id and Art IDs (`claimed`). */
  | 'foreign';

type Ack = { external_id: string; revision: number; as_before?: boolean };

const PREFIX = '/artwork-registry/v1/daemon/';
const RUBBISH = Buffer.alloc(5 * 2 ** 20, '{"changes":[');

export class FakeSite {
  siteId = randomUUID() as string;
  secret = randomBytes(32).toString('base64');
  /** Of its next turn, where it dials out. */
  turn = '';
  readonly works = new Map<string, FakeWork>();
  readonly reports = new Map<string, Reported>();
  readonly reportLog: Reported[] = [];
  readonly events: { [field: string]: unknown }[] = [];
  readonly calls: string[] = [];
  readonly polls: { [field: string]: unknown }[] = [];
  readonly review = new FakeReview();
  commands: { id: number; name: string; external_id: string | null }[] = [];
  settings = { on_leave: 'not_for_sale' };
  platform = 'wordpress';
  /** Reading this work brings PHP down, whatever else is on the page. */
  deadlyId: string | null = null;
  /** The error code with which it refuses pages of works that are shared, once it has told those that leave; null: it does not. */
  refusesShared: string | null = null;
  /** It fails with acknowledgements. */
  refusesAcks = false;
  generation = 1;
  beat = 0;
  /** Beat and number of the last report that was saved. */
  lastReport = [0, 0] as [beat: number, number: number];
  /** Why the site itself thinks that it is a copy or was restored. */
  doubt: string | null = null;
  /** What the site says its address is; null: the one it answers on. */
  ownUrl: string | null = null;
  /** Orders for certificates, and what became of those that are done. */
  certificates: ({ id: string; kind: string } & { [field: string]: unknown })[] = [];
  certificatesDone: CertificateDone[] = [];
  sealed: { id: string; box: string }[] = [];
  sealedDone: { id: string; ok: boolean; code: string; message: string | null; fields: string[] }[] = [];
  inbox: { id: number; headers: { [name: string]: string }; body: string; received_at: string }[] = [];
  /** Hears every signed answer. */
  onAnswer: (name: string, answer: object) => unknown = () => {};
  /** Hears every report of a work. */
  onReport: (report: Reported) => void = () => {};
  /** What a site of the mode `foreign` says it is, and has. */
  claimed = { siteId: '', registryId: '' };
  code = 'ABCD-EFGH';
  /** Where each service that paired says it can be reached. */
  wakeUrls: (string | null)[] = [];
  /** The pairing that a new one continues, by the site's own word. */
  formerSiteId: string | null = null;
  /** With which it proves that; null: it cannot. */
  formerSecret: string | null = null;
  /** "user:password" that the web server asks for before anything else. */
  basicAuth: string | null = null;
  /** A bot wall answers everybody but the site itself. */
  isHidden = false;
  /** Under any name it gives itself this address; null: its own. */
  givesAddress: string | null = null;
  /** The service that polled before the last poll. */
  instance: string | null = null;
  watched = true;
  mode: Mode = 'ok';
  /** Where a site of the mode `redirects` leads. */
  redirectsTo = 'https://www.shop.example';
  /** What others print before and after each answer. */
  around: [string, string] = ['', ''];
  /** Which way in the host lets through: 0 /wp-json, 1 ?rest_route, 2 admin-ajax. */
  openWays = [0, 1, 2];
  /** WordPress' own, as `/wp`, below which alone admin-ajax.php is; empty: none. */
  ownFolder = '';
  clockOffsetSeconds = 0;
  url = '';
  private server: Server | null = null;
  private nextCommand = 1;
  private hasPaired = false;
  private nextEndless = 1;
  private kept: { status: number; text: string; headers: { [name: string]: string } } | null = null;
  private readonly nonces = new Set<string>();
  private readonly queue = new Map<string, FakeWork>();
  /** Works that the rolling sweep shows next, each until it is acknowledged. */
  private rolling: string[] = [];
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.handle(request, response));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** A work that the shop has, as a page of changes tells it. */
  changeOf(externalId: string): object {
    const work = this.works.get(externalId)!;
    return {
      external_id: externalId,
      revision: work.revision,
      state: work.state,
      title: String(work.artwork?.['title'] ?? externalId),
      reason: work.reason,
      artwork: work.state === 'shared' ? work.artwork : null,
      recheck_at: null,
      error: work.state === 'broken' ? { code: 'build_failed', message: 'It threw.' } : null,
      said: this.saidOf(externalId),
    };
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** The owner shares the work, or changes it. */
  share(externalId: string, artwork: { [field: string]: unknown }): void {
    this.change(externalId, {
      state: 'shared',
      reason: null,
      artwork: { external_id: externalId, ...artwork },
    });
  }

  leave(
    externalId: string,
    state: 'not_shared' | 'gone',
    reason = state === 'gone' ? 'deleted' : 'draft',
  ): void {
    this.change(externalId, { state, reason, artwork: null });
  }

  /** Somebody changes the database behind WordPress's back: nothing waits, the revision stays. */
  changeSilently(externalId: string, patch: Partial<FakeWork>): void {
    Object.assign(this.works.get(externalId)!, patch);
  }

  /** The turn of these works has come. */
  roll(...externalIds: string[]): void {
    this.rolling.push(...externalIds);
  }

  isRolling = () => this.rolling.length > 0;

  break(externalId: string): void {
    this.change(externalId, { state: 'broken', reason: null, artwork: null });
  }

  command(name: string, externalId: string | null = null): number {
    this.commands.push({ id: this.nextCommand, name, external_id: externalId });
    return this.nextCommand++;
  }

  /** Asks for a certificate, or withdraws one where `order` names it. */
  orderCertificate(id: string, order: { [field: string]: unknown }): void {
    const nothing = { external_id: null, edition_number: null, edition_size: null, note: null };
    const kind = 'certificate_id' in order ? 'withdraw' : 'issue';
    this.certificates.push({ id, kind, ...nothing, certificate_id: null, reason: null, ...order });
  }

  waiting(): FakeWork[] {
    return [...this.queue.values()];
  }

  countReported(state: string): number {
    return [...this.reports.values()].filter((report) => report.state === state).length;
  }

  private change(externalId: string, patch: Partial<FakeWork>): void {
    const before = this.works.get(externalId) ?? {
      revision: 0,
      acked: 0,
      state: 'shared',
      reason: null,
      artwork: null,
    };
    const work = { ...before, ...patch, revision: before.revision + 1 };
    this.works.set(externalId, work);
    this.queue.delete(externalId);
    this.queue.set(externalId, work);
  }

  private homeFolder = () => new URL(this.url).pathname.replace(/\/$/, '');
  private ajaxPath = () => `${this.homeFolder()}${this.ownFolder}/wp-admin/admin-ajax.php`;

  /** Answers a request that came in below the site's address. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', this.url);
    const path = url.pathname.slice(this.homeFolder().length);
    const way = path.startsWith('/wp-json') ? 0 : path.endsWith('admin-ajax.php') ? 2 : 1;
    const route = way === 0 ? path.slice(8) : url.searchParams.get(way === 1 ? 'rest_route' : 'route');
    const name = (route ?? '').slice(PREFIX.length);
    this.calls.push(name);
    if (!this.openWays.includes(way) || (way === 2 && url.pathname !== this.ajaxPath()))
      return send(response, 404, '<html>Not found</html>', {});
    const { authorization } = request.headers;
    if (this.basicAuth !== null && authorization !== `Basic ${btoa(this.basicAuth)}`)
      return send(response, 401, '<html>Staging</html>', {});
    if (this.isHidden && request.headers['x-inside'] === undefined)
      return send(response, 403, '<html>Are you a robot?</html>', {});
    const end = response.end.bind(response);
    if (this.around.join('') !== '') response.end = (text?: unknown) => end(this.around.join(String(text)));
    if (this.mode === 'hangs') return;
    if (this.mode === 'redirects')
      return void response.writeHead(301, { location: `${this.redirectsTo}${request.url}` }).end();
    if (this.mode === 'silent') return void request.socket.destroy();
    if (this.mode === 'fatal') return send(response, 500, '<b>Fatal error</b>', {});
    if (this.mode === 'rubbish') return void response.writeHead(200).end(RUBBISH);
    if (this.mode === 'unsigned') return send(response, 200, '<html>Maintenance</html>', {});
    if (this.mode === 'empty_unsigned') return send(response, 200, '{"changes":[],"remaining":0}', {});
    if (name === 'pair') return this.pair(response, JSON.parse(raw.toString()));

    const header = (key: string) => String(request.headers[key] ?? '');
    const now = Math.floor(this.now() / 1000) + this.clockOffsetSeconds;
    const nonce = header('x-areg-nonce');
    const timestamp = Number(header('x-areg-timestamp'));
    const reply = (status: number, body: object) => this.reply(response, route ?? '', nonce, status, body);
    const parts = {
      direction: 'daemon-to-site',
      method: 'POST',
      route: route ?? '',
      siteId: this.siteId,
    } as const;
    if (header('x-areg-site') !== this.siteId) return refuse(response, 'not_paired');
    if (Math.abs(now - timestamp) > 300) return reply(401, errorBody('clock_skew', 'The clocks differ.'));
    if (
      !isSiteSignature(this.secret, { ...parts, timestamp, nonce, body: raw }, header('x-areg-signature'))
    ) {
      return refuse(response, 'bad_signature');
    }
    if (this.nonces.has(nonce)) return reply(401, errorBody('replayed', 'Seen before.'));
    this.nonces.add(nonce);
    const body = JSON.parse(raw.toString());
    // Acknowledged first, as the plugin does it, and kept though the reading that follows brings PHP down.
    if (name === 'changes' && body.acks) this.acknowledge(body.acks as Ack[]);
    if (name === 'changes' && !body.peek && this.page(body).some(([id]) => id === this.deadlyId))
      return send(response, 500, '<b>Fatal error</b>: Allowed memory size exhausted', {});
    if (name === 'ack' && this.refusesAcks) return send(response, 500, '<b>Fatal error</b>', {});
    if (name === 'changes' && this.refusesShared !== null && this.page(body).length === 0)
      return reply(503, errorBody(this.refusesShared, 'These works are not told.'));
    if (name === 'report' && !this.takeReport(body))
      return reply(409, errorBody('late_report', 'A later one is saved.'));
    const answer = this.answer(name, body);
    this.onAnswer(name, answer);
    reply(200, answer);
  }

  private pair(response: ServerResponse, body: { code: string; wake_url: string | null }): void {
    this.wakeUrls.push(body.wake_url);
    const refused = errorBody('pairing_refused', 'This pairing code is not valid.');
    if (body.code !== this.code) return send(response, 403, JSON.stringify(refused), {});
    if (this.hasPaired) this.pairAgain();
    this.hasPaired = true;
    const answer = {
      site_id: this.siteId,
      secret: this.secret,
      site_url: this.url,
      ajax_path: this.ajaxPath(),
      name: 'Galerie Test',
      plugin_version: '0.1.0',
      former_site_id: this.formerSiteId,
      former_proof: this.proofFor(body.code),
    };
    send(response, 200, JSON.stringify(answer), {});
  }

  /** Each pairing has an id and a secret of its own. One that was never used is no former one. */
  private pairAgain(): void {
    [this.formerSiteId, this.formerSecret] =
      this.polls.length > 0 ? [this.siteId, this.secret] : [null, null];
    this.siteId = randomUUID();
    this.secret = randomBytes(32).toString('base64');
  }

  private proofFor(code: string): string | null {
    if (this.formerSiteId === null || this.formerSecret === null) return null;
    return signSite(this.formerSecret, {
      direction: 'site-to-daemon',
      method: 'PAIR',
      route: `${PREFIX}pair`,
      siteId: this.formerSiteId,
      timestamp: 0,
      nonce: '',
      body: [this.siteId, this.secret, code].join('\n'),
    });
  }

  private takeReport({ beat: told, number }: { beat: number; number: number }): boolean {
    const [lastBeat, lastNumber] = this.lastReport;
    // The service may know a higher one, from before this site was restored.
    const beat = Math.min(told, this.beat);
    if (beat < lastBeat || (beat === lastBeat && number < lastNumber)) return false;
    this.lastReport = [beat, number];
    return true;
  }

  private answer(name: string, body: { [field: string]: unknown }): object {
    if (name === 'poll') return this.poll(body);
    if (name === 'changes') return this.changes(body as never);
    if (name === 'ack') return this.acknowledge(body['acks'] as Ack[]);
    if (name === 'review') return this.review.take(body as never);
    if (name === 'report') {
      for (const report of body['works'] as Reported[]) {
        this.reportLog.push(report);
        this.onReport(report);
        if (report.state === 'forgotten') this.reports.delete(report.external_id);
        else keepReport(this.reports, report);
      }
      return { saved: (body['works'] as object[]).length };
    }
    // As the plugin: a report that is repeated, because its answer was lost, brings nothing twice.
    const known = new Set(this.events.map((event) => event['delivery_id']));
    const events = body['events'] as { [field: string]: unknown }[];
    const fresh = events.filter((event) => !known.has(event['delivery_id']));
    this.events.push(...fresh);
    return { saved: fresh.length };
  }

  private acknowledge(acks: Ack[]): { acked: number } {
    for (const { external_id, revision, as_before } of acks) {
      const report = this.reports.get(external_id);
      if (as_before && report) report.revision = Math.max(report.revision, revision);
      this.rolling = this.rolling.filter((id) => id !== external_id);
      const work = this.works.get(external_id);
      // As the plugin: of a revision that it does not have, because it was restored meanwhile, an acknowledgement says nothing.
      if (!work || revision > work.revision) continue;
      work.acked = Math.max(work.acked, revision);
      if (work.acked >= work.revision) this.queue.delete(external_id);
    }
    return { acked: acks.length };
  }

  /** The service asks for works again: all that are shared, or these, whatever became of them. */
  private lookAgain(which: unknown): void {
    const ids = Array.isArray(which) ? (which as string[]) : which === 'all' ? [...this.works.keys()] : [];
    for (const id of ids) {
      const work = this.works.get(id);
      if (work) this.change(id, {});
      else this.leave(id, 'gone');
    }
  }

  private poll(body: { [field: string]: unknown }): object {
    this.polls.push(body);
    this.lookAgain(body['look_again']);
    const taken = new Set((body['inbox_done'] as number[] | undefined) ?? []);
    this.inbox = this.inbox.filter((delivery) => !taken.has(delivery.id));
    const outcomes = (body['sealed_done'] ?? []) as typeof this.sealedDone;
    this.sealedDone.push(...outcomes);
    this.sealed = this.sealed.filter((order) => !outcomes.some((outcome) => outcome.id === order.id));
    const settled = (body['certificates_done'] ?? []) as CertificateDone[];
    this.certificatesDone.push(...settled);
    this.certificates = this.certificates.filter(({ id }) => !settled.some((outcome) => outcome.id === id));
    const done = new Set((body['commands_done'] as { id: number }[]).map((command) => command.id));
    this.commands = this.commands.filter((command) => !done.has(command.id));
    return {
      protocol: 1,
      time: new Date(this.now()).toISOString(),
      site_id: this.mode === 'foreign' ? this.claimed.siteId : this.siteId,
      site_url: this.ownUrl ?? this.url,
      ajax_path: this.ajaxPath(),
      name: 'Galerie Test',
      generation: this.generation,
      beat: (this.beat += 1),
      instance_before: this.swapInstance(body['service']),
      doubt: this.doubt,
      platform: this.platform,
      plugin_version: '0.1.0',
      wordpress_version: '6.7',
      watched: this.watched,
      waiting: this.queue.size,
      sweeping: false,
      review: this.review.waiting(),
      settings: this.settings,
      commands: this.commands,
      sealed: this.sealed,
      certificates: this.certificates,
      inbox: this.inbox,
    };
  }

  private swapInstance(service: unknown): string | null {
    const before = this.instance;
    this.instance = (service as { instance?: string } | undefined)?.instance ?? null;
    return before;
  }

  private page({ limit, skip = [] }: { limit: number; skip?: string[] }): [string, FakeWork][] {
    const page: [string, FakeWork][] = [];
    for (const entry of this.queue) {
      if (skip.includes(entry[0]) || (this.refusesShared !== null && entry[1].state === 'shared')) continue;
      if (page.push(entry) === limit) break;
    }
    if (page.length > 0) return page;
    const due = this.rolling.filter((id) => !skip.includes(id)).slice(0, limit);
    return due.map((id) => [id, this.works.get(id)!]);
  }

  private changes(request: { limit: number; skip?: string[]; peek?: boolean; acks?: Ack[] }): object {
    const acked = request.acks ? { acked: request.acks.length } : {};
    return { ...this.readPage(request), ...acked };
  }

  private readPage(request: { limit: number; skip?: string[]; peek?: boolean }): object {
    if (this.mode === 'endless') return endlessPage((this.nextEndless += request.limit), request.limit);
    const page = this.page(request);
    if (request.peek) {
      const waiting = page.map(([external_id, { revision }]) => ({ external_id, revision }));
      return {
        changes: [],
        waiting,
        remaining: this.queue.size,
        sweeping: false,
        site_url: this.givesAddress ?? this.url,
      };
    }
    const changes = page.map(([externalId]) => this.changeOf(externalId));
    const remaining = this.queue.size > 0 ? this.queue.size : this.rolling.length;
    return {
      changes,
      remaining: remaining - changes.length,
      sweeping: this.refusesShared === 'pictures_unread',
    };
  }

  private saidOf(id: string): object | null {
    if (this.mode === 'foreign') return { state: 'published', registry_id: this.claimed.registryId };
    const report = this.reports.get(id);
    const isSettled = report && report.error === null && !['queued', 'sending'].includes(report.state);
    return isSettled ? { state: report.state, registry_id: report.registry_id } : null;
  }

  private reply(response: ServerResponse, route: string, nonce: string, status: number, body: object): void {
    const text = JSON.stringify(body);
    const timestamp = Math.floor(this.now() / 1000) + this.clockOffsetSeconds;
    const parts = {
      direction: 'site-to-daemon',
      method: String(status),
      route,
      siteId: this.siteId,
    } as const;
    const secret = this.mode === 'wrong_signature' ? randomBytes(32).toString('base64') : this.secret;
    const headers = {
      'x-areg-version': '1',
      'x-areg-site': this.siteId,
      'x-areg-timestamp': String(timestamp),
      'x-areg-nonce': nonce,
      'x-areg-signature': signSite(secret, { ...parts, timestamp, nonce, body: text }),
    };
    // A page cache that takes POST for GET: everybody gets what the first one got.
    this.kept ??= { status, text, headers };
    const said = this.mode === 'cached' ? this.kept : { status, text, headers };
    send(response, said.status, said.text, said.headers);
  }
}
