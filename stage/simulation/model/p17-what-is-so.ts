// P17: What a screen says is so. From outside: the registry says that it is ready and well exactly while it answers; observers and shops are compared
// elsewhere (a shop that shows "Registered" is held against the registry in p11).
import { at, read, stringAt } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding } from './observation.ts';
import { latestTime } from './webhooks.ts';

export const saidAtRest: Check = async (context) => [
  ...(await wrongStatus(context)),
  ...daysToCome(context),
  ...wrongRegistrars(context),
  ...heldShops(context),
];

/** A shop that moved, or was restored, is served again once its owner has said so. */
function heldShops({ world, registry, quiet }: Context): Finding[] {
  return world.shops.flatMap((shop) => {
    if (shop.registry !== registry.registry || !shop.isHeld) return [];
    const entries = quiet.history.filter(
      ({ deed }) => 'shop' in deed && deed.shop === shop.shop && !('work' in deed),
    );
    const sentence = `the owner of shop ${shop.shop} has answered, and the service still holds it: ${String(shop.problem)}`;
    return [
      finding(
        'P17',
        sentence,
        entries.map(({ number }) => number),
      ),
    ];
  });
}

/** A work is registered on a day by the clock of the registry, and never on a later one. */
function daysToCome({ quiet, ledger, truth }: Context): Finding[] {
  return [...truth.works].flatMap(([id, record]) => {
    const { exists, entries } = ledger.works.get(id) ?? {};
    const made = exists?.changes[0];
    if (made === undefined || !made.isSure || made.entry < 0) return [];
    const latest = latestTime(quiet, ledger.registry, made);
    const createdAt = stringAt(record, 'created_at') ?? '';
    if (!(Date.parse(createdAt) > latest)) return [];
    const sentence = `${id} was registered before ${new Date(latest).toISOString()}, and says ${createdAt}`;
    return [finding('P17', sentence, entries)];
  });
}

const REGISTERED = /<dt>Registered<\/dt>\s*<dd>(.*?)<\/dd>/s;

/** A page says who registered its work; after a transfer to another organisation only when. */
function wrongRegistrars({ world, ledger, truth, observers }: Context): Finding[] {
  return [...truth.works].flatMap(([id, record]) => {
    const story = ledger.works.get(id);
    const page = observers.pages.state.pages.find(({ path }) => path === `/artworks/${id}`);
    const said = REGISTERED.exec(page?.text ?? '')?.[1];
    const first = story?.holder.changes[0];
    const holders = story?.holder.at(world.now) ?? [];
    const name = stringAt(at(record, 'current_collection'), 'name');
    const isElsewhere = first?.isSure === true && !holders.includes(first.value) && !holders.includes(null);
    if (!isElsewhere || said === undefined || name === null || !said.includes(name)) return [];
    const sentence = `${id} came to ${name} by a transfer, and its page says that it was registered by it`;
    return [finding('P17', sentence, story!.entries)];
  });
}

async function wrongStatus({ world, registry, truth }: Context): Promise<Finding[]> {
  const get = async (path: string) =>
    (await read(world.call, { origin: registry.origin, method: 'GET', path })).status;
  const isAnswering = truth.note === null;
  const statuses: [string, number][] = [
    ['/healthz', await get('/healthz')],
    ['/readyz', await get('/readyz')],
    ['/status.json', await get('/status.json')],
  ];
  return statuses.flatMap(([path, status]) => {
    const isFit = (status === 200) === isAnswering;
    if (isFit) return [];
    const reads = isAnswering ? 'answers all reads' : `answers no reads (${truth.note})`;
    return [finding('P17', `${path} answers ${status}, and the registry ${reads} at rest`)];
  });
}
