// The world of a run: the machines, the shops and the people, and what each of them knows. One seed decides what happens.
import { seededRandom } from '../fakes/random.ts';
import type { Random } from '../fakes/random.ts';
import { createKey } from '../../registry-server/src/operator/actions/key.ts';
import { createOrganization } from '../../registry-server/src/operator/actions/organization.ts';
import { createProfile } from '../../registry-server/src/operator/actions/profile.ts';
import { createWebhook } from '../../registry-server/src/operator/actions/webhook.ts';
import { countImmediates } from './determinism.ts';
import { Disk } from './disk.ts';
import { Log } from './log.ts';
import {
  HOST_URL,
  makeHost,
  makeRegistry,
  OTHER_REGISTRY_URL,
  RECEIVER_URL,
  REGISTRY_URL,
} from './machines.ts';
import type { Ground, Machine } from './machines.ts';
import { addressOf, CALM, ROUGH, SimulatedNetwork } from './network.ts';
import type { NetworkError, Weather } from './network.ts';
import type { OperatorDeed, ShopDeed, WorldDeed } from './model/observation.ts';
import { operate } from './operator.ts';
import type { Outcome } from './outcome.ts';
import { History } from './history.ts';
import { Knowledge } from './knowledge.ts';
import { Mirror } from './mirror.ts';
import { Pairs } from './pairs.ts';
import { Shop } from './shop.ts';
import type { Timeline } from './timeline.ts';

export type Gallery = {
  slug: string;
  /** The address of its profile, which may change. */
  profile: string;
  apiKey: string;
  prefix: string;
  webhookId: string | null;
};
export type WrittenBackup = { file: string; serial: number; entry: number };
export type Backup = WrittenBackup & {
  commits: number;
  /** So many acts later. */
  restoreIn: number;
  /** The older one that the machine is put back to before. Default: chance. */
  over?: WrittenBackup | 'kept';
};
const SHOPS = 4;

export class World {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly log: Log;
  readonly network: SimulatedNetwork;
  readonly disk: Disk;
  readonly ground: Ground;
  readonly registry: Machine;
  readonly host: Machine;
  /** Another registry, with which one shop works; its operator does nothing. */
  readonly other: Machine;
  /** Of the first registry, in the order of their galleries; and all. */
  readonly shops: Shop[] = [];
  readonly allShops: Shop[] = [];
  readonly galleries: Gallery[] = [];
  /** A publisher without a shop, and a reader. */
  publisher!: Gallery;
  reader!: Gallery;
  otherReader!: Gallery;
  readonly faults: string[] = [];
  readonly history: History;
  readonly pairs: Pairs;
  readonly knowledge = new Knowledge();
  readonly mirror = new Mirror();
  readonly counts = new Map<string, number>();
  /** Secrets of webhooks that the sync service does not have yet. */
  readonly secretsToHandOver = new Map<Shop, string>();
  /** Operations that have ended. */
  commits = 0;
  backup: Backup | undefined;
  /** All that were made, the oldest first. */
  readonly backups: WrittenBackup[] = [];
  /** An organisation that is deactivated, for so many acts. */
  switchedOff: { slug: string; apiKey: string; acts: number } | undefined;
  /** Whether dumps wait since a restore until the operator has looked: certainly where the replaced database was lost. */
  dumpHold: 'none' | 'maybe' | 'sure' = 'none';
  /** When a backup was restored last. */
  restoredMs = -Infinity;
  /** Asks what was kept, before anybody else does anything. */
  onRestored: () => Promise<void> = () => Promise.resolve();
  /** The operator says so after a restore without the replaced database. */
  mustMirrorsRestart = false;
  #endClocks: (() => void)[] = [];
  #serial = 0;

  constructor({
    seed,
    folder,
    timeline,
    logFile,
  }: {
    seed: number;
    folder: string;
    timeline: Timeline;
    logFile: string | undefined;
  }) {
    this.timeline = timeline;
    this.random = seededRandom(seed);
    this.log = new Log(() => timeline.elapsedMs, logFile);
    // Chances of their own: what owners do next does not depend on how many calls there were.
    this.network = new SimulatedNetwork(timeline, seededRandom(seed + 1_000_003));
    const cuts = seededRandom(seed + 2_000_003);
    this.disk = new Disk(folder, (bound) => cuts.below(bound));
    const onError = (said: string) => this.fault(said);
    this.ground = { timeline, disk: this.disk, network: this.network, log: this.log, onError };
    this.registry = makeRegistry(this.ground, 'registry', REGISTRY_URL);
    this.other = makeRegistry(this.ground, 'other-registry', OTHER_REGISTRY_URL);
    this.host = makeHost(this.ground, () => [this.reader.apiKey, this.otherReader.apiKey]);
    this.history = new History(timeline, [this.registry, this.other], this.allShops, this.network);
    this.network.onEnded = (...call) => this.history.noteCall(...call);
    this.pairs = new Pairs(() => timeline.elapsedMs);
    this.knowledge.onFault = (text) => this.fault(text);
    this.network.onCall = (line) => this.log.add(line);
  }

  machines = (): readonly Machine[] => [this.registry, this.host, this.other];

  serial = (): number => (this.#serial += 1);

  /** A clock was set: the pairs with a wrong one begin or end. */
  noteClocks(): void {
    for (const end of this.#endClocks.splice(0)) end();
    for (const { aheadMs } of this.machines())
      if (aheadMs !== 0) this.#endClocks.push(this.pairs.begin(aheadMs > 0 ? 'clock ahead' : 'clock back'));
  }

  told(
    deed: OperatorDeed | WorldDeed | null,
    asked: number,
    is: 'done' | 'refused' | 'unknown',
    said?: unknown,
  ): void {
    if (deed === null) return;
    const who = {
      role: 'what' in deed && 'program' in deed ? ('world' as const) : ('operator' as const),
      number: 0,
    };
    this.history.note(who, deed, asked, { is, ...(said === undefined ? {} : { said }) });
  }

  ownerDid(deed: ShopDeed): void {
    this.history.note({ role: 'owner', number: deed.shop }, deed, this.timeline.nowMs());
  }

  fault(text: string): void {
    this.faults.push(text);
    this.log.add(`FAULT ${text}`);
  }

  /** One call of somebody outside. */
  async call(
    from: string,
    method: string,
    path: string,
    {
      body,
      apiKey,
      headers = {},
      origin = REGISTRY_URL,
    }: { body?: unknown; apiKey?: string; headers?: { [name: string]: string }; origin?: string } = {},
  ): Promise<Outcome> {
    const sent = {
      origin,
      method,
      path,
      headers: {
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    };
    try {
      const answer = await this.network.carry(sent, { from: addressOf(from) });
      const text = answer.body.toString();
      return { status: answer.status, headers: answer.headers, json: parse(text), text };
    } catch (error) {
      return { lost: (error as NetworkError).code ?? String(error) };
    }
  }

  /** What the operator does at a registry's command line; undefined where the machine ends meanwhile or is down. */
  async operate<Result>(
    act: (life: NonNullable<Machine['life']>) => Promise<Result>,
    { life }: Machine = this.registry,
  ): Promise<Result | undefined> {
    if (life === undefined || life.isDead) return undefined;
    const asked = act(life).catch((error: unknown) => {
      if (life.isDead) return undefined;
      throw error;
    });
    return Promise.race([asked, life.died.then(() => undefined)]);
  }

  async open(): Promise<void> {
    const both = ['artworks:read', 'artworks:write'];
    this.network.serve(RECEIVER_URL, (_request, response) => void response.writeHead(204).end());
    await this.timeline.until(this.registry.start());
    await this.timeline.until(this.other.start());
    this.reader = await this.#gallery(this.registry, 'mirror', ['artworks:read']);
    this.otherReader = await this.#gallery(this.other, 'mirror', ['artworks:read']);
    this.history.readKeys.set(1, this.reader.apiKey).set(2, this.otherReader.apiKey);
    this.publisher = await this.#gallery(this.registry, 'publisher', both);
    await this.timeline.until(this.host.start());
    for (let serial = 1; serial <= SHOPS; serial += 1) {
      const gallery = await this.#gallery(this.registry, `gallery-${serial}`, both);
      this.galleries.push(gallery);
      this.shops.push(await this.#openShop(this.registry, serial, gallery));
    }
    // Its organisation has the name of one at the first registry.
    await this.#openShop(this.other, SHOPS + 1, await this.#gallery(this.other, 'gallery-1', both));
    this.log.add(`open after ${countImmediates()} turns`);
  }

  /** Of a shop of the first registry. */
  galleryOf({ serial }: Shop): Gallery {
    return this.galleries[serial - 1]!;
  }

  rough(weather: Weather = ROUGH): void {
    this.network.weather = weather;
  }
  calm(): void {
    this.network.weather = CALM;
  }

  async #gallery(registry: Machine, slug: string, scopes: string[]): Promise<Gallery> {
    const { life } = registry;
    const { number } = registry.program;
    const act = <Result>(promise: Promise<Result>) => this.timeline.until(promise);
    const asked = this.timeline.nowMs();
    await act(operate(life!, createOrganization, { slug, name: `Galerie ${slug}` }));
    const profile = {
      org: slug,
      slug,
      type: 'gallery',
      name: `Galerie ${slug}`,
      city: 'Basel',
      country: 'CH',
    };
    await act(operate(life!, createProfile, profile as never));
    const { apiKey, prefix } = await act(
      operate(life!, createKey, { org: slug, scopes: scopes as never, rateLimit: '999999' }),
    );
    this.told({ what: 'create organisation', registry: number, organization: slug }, asked, 'done');
    this.told(createdProfile(slug, `Galerie ${slug}`, number), asked, 'done');
    this.told(createdKey(this, slug, apiKey, number), asked, 'done');
    return { slug, profile: slug, apiKey, prefix, webhookId: null };
  }

  async #openShop(registry: Machine, serial: number, gallery: Gallery): Promise<Shop> {
    const { number } = registry.program;
    const shop = new Shop(serial, number, this.timeline, this.network);
    this.allShops.push(shop);
    shop.organization = gallery.slug;
    const status = await this.timeline.until(shop.connect());
    if (status !== 201) throw new Error(`${shop.name} could not connect: ${status}`);
    const url = `${HOST_URL}/webhooks/registry/${shop.site.siteId}`;
    const hook = await this.timeline.until(
      operate(registry.life!, createWebhook, { org: gallery.slug, url, events: 'all' }),
    );
    gallery.webhookId = hook.id;
    this.history.webhooks.set(url, hook.id);
    this.history.registryOf.set(hook.id, number);
    const made = { organization: gallery.slug, webhook: hook.id, url, secret: hook.secret };
    this.told({ what: 'create webhook', registry: number, ...made }, this.timeline.nowMs(), 'done');
    const key = { apiKey: gallery.apiKey, prefix: gallery.prefix };
    shop.keys.handOver(key);
    if (await this.handOver(shop, { kind: 'api_key', api_key: key.apiKey })) shop.keys.hasTaken(key);
    await this.handOver(shop, { kind: 'webhook_secret', webhook_secret: hook.secret });
    return shop;
  }

  /** Seals an order and waits for what comes of it. */
  async handOver(
    shop: Shop,
    order: { kind: string } & { [field: string]: unknown },
    patienceMs = 120_000,
  ): Promise<boolean> {
    const untilMs = this.timeline.elapsedMs + patienceMs;
    let id: string | undefined;
    while (this.timeline.elapsedMs < untilMs) {
      id ??= shop.order(order);
      const outcome = id === undefined ? undefined : shop.outcomeOf(id);
      if (outcome !== undefined) {
        this.log.add(`${shop.name} handed over ${order.kind}: ${outcome.ok} ${outcome.code}`);
        return outcome.ok;
      }
      await this.timeline.pass(500);
    }
    this.log.add(`${shop.name} handed over ${order.kind}: no outcome`);
    return false;
  }
}

export function createdKey(world: World, organization: string, key: string, registry = 1): OperatorDeed {
  world.history.organizations.set(key, organization);
  return { what: 'create key', registry, organization, scopes: ['artworks:read', 'artworks:write'], key };
}

export function createdProfile(slug: string, name: string, registry = 1): OperatorDeed {
  const place = { city: 'Basel', country: 'CH', showsCountry: false };
  return {
    what: 'create profile',
    registry,
    profile: { organization: slug, type: 'gallery', slug, name, ...place },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
