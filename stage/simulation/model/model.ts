// The model of what must be true: cheap checks of each new entry and delivery after a step, and all promises when the world has come to rest at
// the end of a day. It asks public addresses only, and keeps plain data.
import { newMemory, finding, type Check, type Context, type Memory, type Observers } from './context.ts';
import { certificateStories } from './certificates.ts';
import type { Finding, RegistryFacts, World } from './observation.ts';
import { ActivityMirror } from './observers/activity-mirror.ts';
import { readAllWorks } from './observers/all-works.ts';
import { CertificateHolder } from './observers/certificate-holder.ts';
import { ChangesMirror } from './observers/changes-mirror.ts';
import { DumpReader } from './observers/dump-reader.ts';
import { OaiHarvester } from './observers/oai-harvester.ts';
import { PageReader } from './observers/page-reader.ts';
import { UpdatedSinceReader } from './observers/updated-since-reader.ts';
import { artIdsAfterStep, artIdsAtRest } from './p01-art-ids.ts';
import { keptWritesAtRest } from './p02-kept-writes.ts';
import { profilesAtRest } from './p02-profiles.ts';
import { readsAtRest } from './p02-reads.ts';
import { idempotencyAtRest } from './p03-idempotency.ts';
import { ordersAtRest } from './p03-orders.ts';
import { notPublicAtRest } from './p04-not-public.ts';
import { printsAtRest } from './p04-prints.ts';
import { addressesAfterRestore } from './p05-moved-sites.ts';
import { operatorsAtRest } from './p05-operators.ts';
import { takenAwayAtRest } from './p05-taken-away.ts';
import { erasedAtRest } from './p05-erased.ts';
import { nightlyDumpAtRest } from './p06-dumps.ts';
import { feedsAtRest } from './p06-feeds.ts';
import { placesAtRest } from './p06-places.ts';
import { sitesAtRest } from './p06-sites.ts';
import { eventsAfterStep, eventsAtRest } from './p07-events.ts';
import { certificatesAtRest } from './p08-certificates.ts';
import { strangersAfterStep, strangersAtRest } from './p09-strangers.ts';
import { installationsAtRest } from './p09-installations.ts';
import { keptSalesAtRest } from './p11-kept-sales.ts';
import { salesAtRest } from './p11-sales.ts';
import { shopsAtRest } from './p11-shops.ts';
import { nothingWaits } from './p11-waiting.ts';
import { givenOnceAfterStep } from './p13-given-once.ts';
import { keysAtHome } from './p14-keys.ts';
import { toldAtRest } from './p14-told.ts';
import { soonSeen } from './p17-soon-seen.ts';
import { toldTimes } from './p17-told-times.ts';
import { saidAtRest } from './p17-what-is-so.ts';
import { ownersViewAtRest } from './p17-what-owners-see.ts';
import { refusalsAfterStep } from './p18-refusals.ts';
import { ledgerOf, plainValue } from './works.ts';

const AT_REST: readonly Check[] = [
  artIdsAtRest,
  keptWritesAtRest,
  readsAtRest,
  profilesAtRest,
  idempotencyAtRest,
  ordersAtRest,
  notPublicAtRest,
  printsAtRest,
  takenAwayAtRest,
  operatorsAtRest,
  erasedAtRest,
  feedsAtRest,
  nightlyDumpAtRest,
  placesAtRest,
  sitesAtRest,
  eventsAtRest,
  certificatesAtRest,
  strangersAtRest,
  installationsAtRest,
  shopsAtRest,
  nothingWaits,
  salesAtRest,
  keptSalesAtRest,
  ownersViewAtRest,
  soonSeen,
  toldTimes,
  toldAtRest,
  keysAtHome,
  saidAtRest,
];

/** How much the feeds give at once, in turn: 2 is the least with which updated_since moves on. */
const PAGE_SIZES = [100, 2, 7, 25, 3];
/** Titles of these many works are searched for on the page for people; searches have a small budget. */
const SEARCHES = 10;

type OfRegistry = { observers: Observers; memory: Memory };

export class Model {
  #entriesRead = 0;
  #deliveriesRead = 0;
  #looks = 0;
  /** The history without calls, which are many: deliveries are judged by the others. */
  readonly #deeds: World['history'][number][] = [];
  readonly #registries = new Map<number, OfRegistry>();
  readonly #restarted = new Set<number>();

  /** The cheap checks of what is new since the last call. Entries have to be in the history in the order of their numbers. */
  afterStep(world: World): Finding[] {
    const entries = world.history.slice(this.#entriesRead);
    const deliveries = world.deliveries.slice(this.#deliveriesRead);
    this.#entriesRead = world.history.length;
    this.#deliveriesRead = world.deliveries.length;
    this.#deeds.push(...entries.filter(isQuiet));
    const quiet = { ...world, history: this.#deeds };
    return [
      ...entries.flatMap((said) => [
        ...('registry' in said.deed ? artIdsAfterStep(said, this.#of(said.deed.registry).memory) : []),
        ...strangersAfterStep(said),
        ...givenOnceAfterStep(world, said),
        ...refusalsAfterStep(said),
      ]),
      ...deliveries.flatMap((delivery) =>
        eventsAfterStep(quiet, delivery, this.#of(delivery.registry).observers.receivers),
      ),
    ];
  }

  /** All promises. Nothing may change while it looks: networks healed, programs alive, promised times passed. */
  async atRest(world: World): Promise<Finding[]> {
    const found = this.afterStep(world);
    for (const registry of world.registries) found.push(...(await this.#look(world, registry)));
    this.#looks += 1;
    return found;
  }

  /** What a restore of a registry must have kept, asked for at once: later its programs tell it again. */
  afterRestore(world: World, number: number): Promise<Finding[]> {
    const registry = world.registries.find((one) => one.registry === number)!;
    return addressesAfterRestore(world, registry);
  }

  async #look(world: World, registry: RegistryFacts): Promise<Finding[]> {
    const { observers, memory } = this.#of(registry.registry);
    this.#restartAfterLostDatabase(registry.registry, observers, memory);
    const quiet = { ...world, history: this.#deeds };
    const ledger = ledgerOf(world, quiet, registry.registry);
    const limit = PAGE_SIZES[this.#looks % PAGE_SIZES.length]!;
    const { call } = world;
    const p6 = [
      ...(await observers.changes.look(call, registry, limit)),
      ...(await observers.activity.look(call, registry)),
      ...(await observers.oai.look(call, registry)),
      ...(await observers.updatedSince.look(call, registry, limit)),
    ];
    const titles = [...ledger.works.values()].slice(-SEARCHES).flatMap(({ fields }) => {
      const title = plainValue(fields.get('title')!.changes.at(-1)?.value);
      return typeof title === 'string' ? [title] : [];
    });
    const p17 = await observers.pages.look(call, registry, titles);
    const dumps = await observers.dumps.look(call, registry);
    const certificates = certificateStories(quiet, ledger).map(({ id }) => id);
    const p8 = await observers.certificates.look(call, registry, certificates);
    const truth = await readAllWorks(call, registry);
    const context: Context = { world, quiet, registry, ledger, truth, observers, memory };
    const found = [
      ...p6.map((sentence) => finding('P6', sentence)),
      ...p17.map((sentence) => finding('P17', sentence)),
      ...dumps.map((sentence) => finding('P6', sentence)),
      ...p8.map((sentence) => finding('P8', sentence)),
    ];
    for (const check of AT_REST) found.push(...(await check(context)));
    return found;
  }

  /** Where the replaced database is lost, the report of a restore says that mirrors must start again. */
  #restartAfterLostDatabase(registry: number, observers: Observers, memory: Memory): void {
    for (const { number, deed, outcome } of this.#deeds) {
      if (deed.what !== 'restore backup' || deed.registry !== registry) continue;
      if (deed.replaced === 'kept' || outcome.is === 'refused' || this.#restarted.has(number)) continue;
      this.#restarted.add(number);
      observers.changes.restart();
      observers.activity.restart();
      observers.oai.restart();
      observers.updatedSince.restart();
      observers.certificates.restart();
      // Works are again as they were at the backup, with the times of then.
      memory.updatedAt = {};
    }
  }

  #of(registry: number): OfRegistry {
    const known = this.#registries.get(registry);
    if (known !== undefined) return known;
    const made = { observers: newObservers(), memory: newMemory() };
    this.#registries.set(registry, made);
    return made;
  }
}

/** Deeds, and the requests for access that give out keys. */
function isQuiet({ deed }: World['history'][number]): boolean {
  return deed.what !== 'call' || deed.ask.path === '/api/v1/integrations/access-requests';
}

function newObservers(): Observers {
  return {
    changes: new ChangesMirror(),
    activity: new ActivityMirror(),
    oai: new OaiHarvester(),
    updatedSince: new UpdatedSinceReader(),
    pages: new PageReader(),
    dumps: new DumpReader(),
    certificates: new CertificateHolder(),
    receivers: new Map(),
  };
}
