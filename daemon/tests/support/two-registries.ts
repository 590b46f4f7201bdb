// A host with two registries whose Art IDs, installations and organisations have the same names, and tenants of both. Owners, operators and
// deliveries act by chance; sites go from one registry to the other, and the host starts again.
import { randomBytes } from 'node:crypto';
import { FakeDeliveries } from './fake-deliveries.ts';
import { DiallingSite } from '../../../stage/fakes/dialling-site.ts';
import { FakeRegistry } from './fake-registry.ts';
import { HostedSite } from './hosted-site.ts';
import { seededRandom, type Random } from '../../../stage/fakes/random.ts';
import { sampleArtwork } from './sample-artwork.ts';
import { startHost, type HostStage } from './start-host.ts';
import { until } from './start-stage.ts';

/** A registry with what it has ever told. */
export type Side = { name: string; registry: FakeRegistry; told: Set<string> };
/** From here on the site heard what it heard while it was at this side. */
export type Period = { side: Side; reports: number; events: number; polls: number };
export type TenantOfTwo = {
  /** Its works have numbers that no other tenant has. */
  firstId: number;
  site: HostedSite;
  dialling: DiallingSite | null;
  periods: Period[];
  deliveries: FakeDeliveries;
  /** Of the registries at which it was before. */
  former: FakeDeliveries[];
};

const TENANTS = 6;
/** The last two are reached by their turns only. */
const HIDDEN_FROM = 4;
const MOST_WORKS = 30;
const APART = 1000;
export const titleAt = ({ name }: Side, count: number): string => `Changed at ${name}, ${count}`;

type Act = (world: TwoRegistries, tenant: TenantOfTwo) => void | Promise<unknown>;
const ACTS = {
  publish: (world, tenant) => world.publish(tenant),
  edit: (world, { site }) =>
    world.shareAgain(site, world.pick([...site.fake.works.keys()]), {
      medium: world.pick(['Oil', 'Ink']),
      price: { amount: world.random.below(1000) + 1, currency: 'EUR' },
    }),
  hide: (world, { site }) => site.fake.leave(world.pick([...site.fake.works.keys()]), 'not_shared'),
  remove: (world, { site }) => site.fake.leave(world.pick([...site.fake.works.keys()]), 'gone'),
  /** The owner lets go what was held because it was much at once. */
  release: (_world, { site }) => void site.fake.command('removals_release'),
  sync: (_world, { site }) => void site.fake.command('sync'),
  wake: (_world, { site }) => site.dial().post('wake', {}),
  step: (world) => world.step(),
  operator: (world) => world.operate(),
  deliver: (world, { deliveries, site }) => deliveries.deliver(world.hookOf(site), 3),
  /** A registry keeps delivering to a site that has gone to the other one, or delivers to the site of somebody else. */
  stray: (world, { deliveries, former, site }) =>
    former.length > 0
      ? world.pick(former).deliver(world.hookOf(site), 3)
      : deliveries.deliver(world.hookOf(world.pick(world.tenants).site), 1),
} satisfies { [act: string]: Act };
export type ActName = keyof typeof ACTS;
const DECK = (Object.keys(ACTS) as ActName[]).flatMap((act) =>
  Array.from(
    { length: { publish: 4, edit: 8, step: 5, operator: 3, deliver: 4 }[act as string] ?? 2 },
    () => act,
  ),
);

export class TwoRegistries {
  readonly sides: Side[] = ['one', 'two'].map((name) => ({
    name,
    registry: new FakeRegistry(),
    told: new Set<string>(),
  }));
  readonly tenants: TenantOfTwo[] = [];
  readonly counts: { [what: string]: number } = {};
  readonly random: Random;
  private readonly chance: Random;
  private stage!: HostStage;
  private changes = 0;
  private isOver = false;
  private readonly turns: Promise<void>[] = [];

  constructor(seed: number) {
    this.random = seededRandom(seed);
    // How much there is to deliver depends on the moment: what is chosen next must not.
    this.chance = seededRandom(seed + 1);
  }

  async start(): Promise<void> {
    for (const side of this.sides) {
      await side.registry.start();
      this.tell(side);
    }
    const registries = this.sides.map(({ registry }) => registry.url);
    const registryKeys = new Map(this.sides.map(({ registry: { url, key } }) => [url, key]));
    this.stage = await startHost({ registries, registryKeys, trustedProxies: ['127.0.0.1'] });
    for (let serial = 0; serial < TENANTS; serial += 1) await this.add(serial);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.turns);
    await this.stage.stop();
    await Promise.all(this.tenants.map(({ site }) => site.stop()));
    await Promise.all(this.sides.map(({ registry }) => registry.stop()));
  }

  sideOf = ({ periods }: TenantOfTwo): Side => periods.at(-1)!.side;
  storedOf = ({ site }: TenantOfTwo) => this.stage.host.directory.findSite(site.siteId);
  hookOf = (site: HostedSite): string => `${this.stage.url}/webhooks/registry/${site.siteId}`;
  pick = <T>(list: readonly T[]): T => this.random.pick(list);

  /** One thing that somebody does. */
  async act(): Promise<void> {
    const act = this.pick(DECK);
    this.counts[act] = (this.counts[act] ?? 0) + 1;
    await ACTS[act](this, this.pick(this.tenants));
  }

  publish({ site, firstId }: TenantOfTwo): void {
    const id = firstId + (site.fake.works.size % MOST_WORKS);
    site.fake.share(String(id), sampleArtwork(id));
  }

  shareAgain(site: HostedSite, id: string, change: { [field: string]: unknown } = {}): void {
    site.fake.share(id, sampleArtwork(Number(id), change));
  }

  /** The feed says once more that a work changed, or that one is gone, now or far ahead. */
  step(): void {
    const { registry } = this.pick(this.sides);
    const works = registry.artworks.list();
    if (works.length === 0) return;
    registry.feed.push({
      op: this.pick(['upsert', 'remove']),
      registry_id: this.pick(works).registryId,
      updated_at: new Date(Date.now() + this.pick([0, 0, 0, 1e11])).toISOString(),
    });
  }

  /** Somebody at the registry changes a title, or takes a work out and puts it back. */
  operate(): void {
    const side = this.pick(this.sides);
    const works = side.registry.artworks.list();
    if (works.length === 0) return;
    const work = this.pick(works);
    if (this.random.next() < 0.5) side.registry.artworks.setWithdrawn(work, !work.isWithdrawn);
    else side.registry.artworks.edit(work, { title: titleAt(side, (this.changes += 1)) });
  }

  /** A site goes to the other registry: its owner connects it there, or disconnects it first. */
  async move(tenant: TenantOfTwo): Promise<void> {
    const { site } = tenant;
    const side = this.sides.find((one) => one !== this.sideOf(tenant))!;
    const former = { siteId: site.siteId, secret: site.fake.secret };
    const secret = randomBytes(32).toString('base64');
    const isContinued = this.random.next() < 0.5;
    this.counts['moved'] = (this.counts['moved'] ?? 0) + 1;
    if (!isContinued) await site.dial().post('leave', { reason: 'disconnected' });
    const to = { registry_url: side.registry.url, secret };
    let answer = await site.connect(to, isContinued ? former : undefined);
    // It has gone to and fro too often within the hour.
    if (answer.status === 429) {
      await site.dial().post('leave', { reason: 'disconnected' });
      answer = await site.connect(to);
    }
    if (answer.status !== 201) throw new Error(`connecting answered ${JSON.stringify(answer)}`);
    this.begin(tenant, side);
    tenant.former.push(tenant.deliveries);
    await this.handOver(tenant);
    for (const [id, work] of site.fake.works) if (work.state === 'shared') this.shareAgain(site, id);
  }

  async restart(): Promise<void> {
    this.counts['restarted'] = (this.counts['restarted'] ?? 0) + 1;
    await this.stage.restart();
    for (const tenant of this.tenants) {
      const { site, dialling } = tenant;
      site.serviceUrl = this.stage.url;
      const next = new DiallingSite(site.fake, this.stage.url, dialling!.token, Date.now);
      this.dial(tenant, Object.assign(next, { answer: dialling!.answer }));
    }
  }

  /** Nothing is withdrawn any more, and each site registers one more work, at its own registry. */
  async settle(): Promise<void> {
    for (const { registry } of this.sides)
      for (const work of registry.artworks.list())
        if (work.isWithdrawn) registry.artworks.setWithdrawn(work, false);
    for (const tenant of this.tenants) {
      const { site, firstId } = tenant;
      const id = String(firstId + MOST_WORKS);
      this.shareAgain(site, id);
      await site.dial().post('wake', {});
      const artId = () => site.fake.reports.get(id)?.registry_id ?? '';
      const isRegistered = () =>
        this.sideOf(tenant)
          .registry.artworks.all.get(artId())
          ?.sources.some((source) => source.external_id === id) === true;
      await until(isRegistered, `${id} is registered at ${this.sideOf(tenant).name}`, 60_000);
    }
  }

  private async add(serial: number): Promise<void> {
    const side = this.sides[serial % 2]!;
    const site = new HostedSite(this.stage.url, side.registry.url);
    site.sender = `198.18.0.${serial + 1}`;
    site.fake.isHidden = serial >= HIDDEN_FROM;
    await site.start();
    await site.connect();
    const deliveries = new FakeDeliveries(side.registry, '', this.chance, Date.now);
    const facts = { firstId: 1 + serial * APART, site, dialling: null, deliveries };
    const tenant: TenantOfTwo = { ...facts, periods: [], former: [] };
    this.tenants.push(tenant);
    this.begin(tenant, side);
    await this.handOver(tenant);
    this.publish(tenant);
  }

  /** It dials all the time, as a site does that was not called: one that comes again at its address is tried once a minute. */
  private dial(tenant: TenantOfTwo, dialling: DiallingSite): void {
    tenant.dialling = dialling;
    const isOver = () => this.isOver || tenant.dialling !== dialling;
    this.turns.push(dialling.keepDialling(isOver, { pauseMs: 200, wait: 1 }));
  }

  private begin(tenant: TenantOfTwo, side: Side): void {
    const { reportLog, events, polls } = tenant.site.fake;
    this.dial(tenant, tenant.site.dial());
    tenant.periods.push({ side, reports: reportLog.length, events: events.length, polls: polls.length });
  }

  private async handOver(tenant: TenantOfTwo): Promise<void> {
    const { registry } = this.sideOf(tenant);
    const secret = `whsec_${randomBytes(8).toString('hex')}`;
    tenant.deliveries = new FakeDeliveries(registry, secret, this.chance, Date.now);
    const order = { kind: 'webhook_secret', webhook_secret: secret };
    for (const outcome of [await tenant.site.handOverKey(registry.key), await tenant.site.handOver(order)])
      if (!outcome.ok) throw new Error(`not taken: ${JSON.stringify(outcome)}`);
  }

  /** What happens at a registry is a step of its feed, and known to be its own. */
  private tell({ name, registry, told }: Side): void {
    registry.key = `areg_key_of_${name}`;
    registry.organization = { slug: 'ours', name: `Gallery at ${name}` };
    registry.artworks.onEvent = (type, { registryId, updatedAt }) => {
      told.add(`${type} ${registryId} ${updatedAt}`);
      const op = type === 'artwork.removed' ? 'remove' : 'upsert';
      registry.feed.push({ op, registry_id: registryId, updated_at: updatedAt });
    };
  }
}
