// What was done and what was answered, in the form in which the model of the promises reads it. It grows by every call that reaches the
// registry, every deed of a person, and every delivery.
import type { SimulatedNetwork, Answer as Carried, Sent } from './network.ts';
import type { Machine } from './machines.ts';
import type {
  Answer,
  Call,
  Deed,
  Delivered,
  Outcome,
  Said,
  ShopFacts,
  ShopWork,
  Who,
  World as Observed,
} from './model/observation.ts';
import type { FakeWork } from '../fakes/fake-site.ts';
import { HIDDEN } from './shop.ts';
import type { Shop } from './shop.ts';
import { START_MS } from './timeline.ts';
import type { Timeline } from './timeline.ts';

const CLAIMS = '/api/v1/integrations/access-requests/claim';
const NO_ONE: Who = { role: 'client', number: 0 };

export class History {
  readonly said: Said[] = [];
  readonly deliveries: Delivered[] = [];
  /** Of which organisation each key is. */
  readonly organizations = new Map<string, string>();
  readonly webhooks = new Map<string, string>();
  readonly registryOf = new Map<string, number>();
  /** By the number of the registry. */
  readonly readKeys = new Map<number, string>();
  readonly #timeline: Timeline;
  readonly #registries: readonly Machine[];
  readonly #shops: readonly Shop[];
  readonly #call: Call;
  /** Calls of the model's observers, which judge what they read themselves. */
  readonly #observed = new WeakSet<Sent>();

  constructor(
    timeline: Timeline,
    registries: readonly Machine[],
    shops: readonly Shop[],
    network: SimulatedNetwork,
  ) {
    this.#timeline = timeline;
    this.#registries = registries;
    this.#shops = shops;
    let observers = 0;
    this.#call = async ({ origin, method, path, headers = {}, body, isLocal }) => {
      // Another one each time: an address has a budget for pages.
      const end = `${113 + ((observers += 1) % 100)}.${observers % 250}`;
      const from = `${isLocal ? '127.0' : '203.0'}.${end}`;
      const sent = { origin, method, path, headers, body: body === undefined ? null : Buffer.from(body) };
      this.#observed.add(sent);
      const carried = await network.carry(sent, { from }).catch(() => null);
      return this.#answerOf(carried);
    };
  }

  /** `asked`: when it began. It has ended now. */
  note(who: Who, deed: Deed, asked: number, outcome: Outcome = { is: 'done' }): Said {
    const said: Said = { number: this.said.length, who, asked, ended: this.#timeline.nowMs(), outcome, deed };
    this.said.push(said);
    return said;
  }

  /**
   * A call has ended, with all its effects. `carried`: what the caller got; null: nothing. A caller of the registry takes rubbish for no
   * answer, and the sender of a delivery goes by its status.
   */
  noteCall(sent: Sent, asked: number, carried: Carried | null, isRubbish: boolean): void {
    const registry = this.#registries.findIndex(({ origin }) => origin === sent.origin) + 1;
    if (registry > 0) {
      if (!this.#observed.has(sent)) this.#noteAsked(registry, sent, asked, isRubbish ? null : carried);
    } else if (sent.headers?.['x-registry-event'] !== undefined) this.#noteDelivery(sent, carried);
  }

  #noteAsked(registry: number, sent: Sent, asked: number, carried: Carried | null): void {
    const { origin, method, path } = sent;
    const headers = Object.fromEntries(
      Object.entries(sent.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    const key = headers['authorization']?.replace(/^Bearer /, '');
    const organization = key === undefined ? null : (this.organizations.get(key) ?? null);
    const ask = { origin, method, path, headers, ...(sent.body ? { body: String(sent.body) } : {}) };
    const answer = this.#answerOf(carried);
    const is = answer.isLost
      ? 'unknown'
      : answer.status < 300
        ? 'done'
        : answer.status >= 500
          ? 'unknown'
          : 'refused';
    this.note(NO_ONE, { what: 'call', registry, organization, ask, answer }, asked, { is });
    if (path === CLAIMS && carried?.status === 200) this.#noteClaimed(ask.body, carried);
  }

  /** A key that its program fetched itself. */
  #noteClaimed(body: string | undefined, { body: answer }: Carried): void {
    const { request_id: id } = JSON.parse(body ?? '{}') as { request_id?: string };
    const { api_key: key } = JSON.parse(String(answer)) as { api_key?: string | null };
    if (!key) return;
    const approval = this.said.find(({ deed }) => deed.what === 'approve access' && deed.requestId === id);
    const organization = approval?.deed.what === 'approve access' ? approval.deed.organization : undefined;
    this.organizations.set(key, organization ?? `who asked by ${id}`);
  }

  #noteDelivery(sent: Sent, carried: Carried | null): void {
    const webhook = this.webhooks.get(`${sent.origin}${sent.path}`);
    if (webhook === undefined) return;
    const headers = Object.fromEntries(
      Object.entries(sent.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    this.deliveries.push({
      registry: this.registryOf.get(webhook) ?? 1,
      webhook,
      at: this.#timeline.nowMs(),
      headers,
      body: Buffer.from(String(sent.body ?? '')),
      answered: carried?.status ?? 'nothing',
    });
  }

  #answerOf(carried: Carried | null): Answer {
    const at = this.#timeline.nowMs();
    if (carried === null) return { isLost: true, at };
    const { status, headers, body } = carried;
    const named = Object.entries(headers).map(([name, value]): [string, string] => [
      name.toLowerCase(),
      String(value),
    ]);
    return { isLost: false, status, headers: Object.fromEntries(named), body, at };
  }

  /** For the log of a run that found a fault. */
  describe(number: number): string {
    const { deed, asked, ended, outcome } = this.said[number]!;
    const what =
      deed.what === 'call'
        ? `${deed.organization} ${deed.ask.method} ${deed.ask.path} ${String(deed.ask.body).slice(0, 300)} ${deed.answer.isLost ? 'lost' : deed.answer.status}`
        : JSON.stringify(deed);
    return `entry ${number} from ${asked - START_MS} to ${ended - START_MS}, ${outcome.is}: ${what}`;
  }

  /** As the model sees it now. */
  observed(): Observed {
    return {
      now: this.#timeline.nowMs(),
      registries: this.#registries.map(({ origin, aheadMs }, index) => ({
        registry: index + 1,
        origin,
        readKey: this.readKeys.get(index + 1) ?? '',
        clockAhead: aheadMs,
      })),
      shops: this.#shops.map(factsOf),
      history: this.said,
      deliveries: this.deliveries,
      call: this.#call,
    };
  }
}

/** States that the plugin shows with a reason: somebody at the registry took the work out, sold it, or has it now. */
const EXPLAINED = new Set(['private', 'moved', 'elsewhere', 'sold']);

function reasonOf(state: string | undefined, wish: ShopWork['wish'], artwork: FakeWork['artwork']) {
  if (state === undefined || !EXPLAINED.has(state)) return null;
  // A sale in the registry explains only why an offer of the shop is not shown.
  const isExplained = state !== 'sold' || (wish === 'shared' && artwork?.['availability'] !== 'sold');
  return isExplained ? state : null;
}

type Status = { account?: { state: string; message: string | null }; installation_id?: string | null };

function wishOf(state: string, artwork: { [field: string]: unknown } | null): ShopWork['wish'] {
  if (state === 'shared' || state === 'broken')
    return artwork?.['availability'] === HIDDEN ? 'hidden' : 'shared';
  return state === 'gone' ? 'deleted' : 'stopped';
}

function factsOf(shop: Shop): ShopFacts {
  const { site } = shop;
  const status = site.polls.at(-1)?.['status'] as Status | undefined;
  const works = [...site.works].map(([work, { state, artwork }]): ShopWork => {
    const report = site.reports.get(work);
    const artId = report?.registry_id ?? null;
    const wish = wishOf(state, artwork);
    const { external_id: _id, ...fields } = artwork ?? {};
    return {
      work,
      fields,
      wish: wish !== 'shared' && artId === null ? 'none' : wish,
      isBroken: state === 'broken',
      isWaiting: ['queued', 'sending'].includes(report?.state ?? ''),
      artId,
      problem: report?.error?.message ?? report?.held?.reason ?? reasonOf(report?.state, wish, artwork),
    };
  });
  return {
    shop: shop.serial,
    registry: shop.registry,
    origin: site.url,
    organization: shop.organization,
    installationId: status?.installation_id ?? null,
    onLeave: site.settings.on_leave as ShopFacts['onLeave'],
    problem:
      status?.account?.state === 'ok'
        ? null
        : (status?.account?.message ?? status?.account?.state ?? 'not connected'),
    isHeld:
      ['copy', 'two_services'].includes(status?.account?.state ?? '') && !shop.isInDoubt && !shop.isMoving,
    works,
    orders: site.certificates.map(({ id, external_id: work }) => ({ order: id, work: String(work) })),
    told: site.events.map(({ type, registry_id: artId, created_at: time }) => ({
      type: String(type),
      artId: artId === null ? null : String(artId),
      at: Date.parse(String(time)),
    })),
  };
}
