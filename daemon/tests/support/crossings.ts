// What of one registry reached the other, or a site of it: keys, Art IDs, events, names and works. Art IDs and installations of both have
// the same names, so an id alone proves nothing.
import { sampleArtwork } from './sample-artwork.ts';
import type { Period, Side, TenantOfTwo, TwoRegistries } from './two-registries.ts';

type Heard = { [field: string]: unknown };

/** One sentence for each thing that crossed; none: nothing did. */
export function crossingsOf(world: TwoRegistries): string[] {
  return [
    ...world.sides.flatMap((side) => [...strangeKeys(side), ...strangeWorks(side)]),
    ...world.tenants.flatMap((tenant) => [...strangeWords(tenant), ...strangeKey(world, tenant)]),
  ];
}

function strangeKeys({ name, registry }: Side): string[] {
  const keys = new Set(registry.requests.map(({ key }) => key));
  return [...keys].filter((key) => key !== registry.key).map((key) => `registry ${name} was shown "${key}"`);
}

/** A work has the title that one of its sites gave it, or somebody at this registry. */
function strangeWorks({ name, registry }: Side): string[] {
  return registry.artworks.list().flatMap(({ registryId, fields, sources }) => {
    const own = sources.map(({ external_id }) => sampleArtwork(Number(external_id)).title);
    const title = String(fields['title']);
    if (own.includes(title) || title.startsWith(`Changed at ${name},`)) return [];
    return [
      `${registryId} of registry ${name} has the title "${title}", and its sites have ${own.join(', ')}`,
    ];
  });
}

function strangeKey(world: TwoRegistries, tenant: TenantOfTwo): string[] {
  const { registry, name } = world.sideOf(tenant);
  const stored = world.storedOf(tenant);
  const isOwn = stored?.registryUrl === registry.url && stored.apiKey === registry.key;
  return isOwn ? [] : [`a site at ${name} has the key ${stored?.apiKey} for ${stored?.registryUrl}`];
}

/** All that the site ever heard, by the registry that it had then. */
function strangeWords({ site: { fake }, periods }: TenantOfTwo): string[] {
  return periods.flatMap((period, index) => {
    const next: Partial<Period> = periods[index + 1] ?? {};
    const at = `a site at ${period.side.name} (${fake.url})`;
    const say = (what: string, heard: Heard) => `${at} was told ${what} ${JSON.stringify(heard)}`;
    const own = new URL(fake.url).host;
    const installation = period.side.registry.installations.get(`wordpress ${own}`) ?? null;
    return [
      ...fake.events
        .slice(period.events, next.events)
        .filter((event) => !isEventOf(period.side, event))
        .map((event) => say('the event', event)),
      ...fake.reportLog
        .slice(period.reports, next.reports)
        .filter((report) => !isReportOf(period.side, report, installation))
        .map((report) => say('the state', report)),
      ...fake.polls
        .slice(period.polls, next.polls)
        .filter((poll) => !isStatusOf(period.side, poll['status'] as Status, installation))
        .map((poll) => say('the status', poll['status'] as Heard)),
    ];
  });
}

function isEventOf({ registry, told }: Side, event: Heard): boolean {
  const [, from, seq] = /^feed (\S+) (\d+)$/.exec(String(event['delivery_id'])) ?? [];
  if (seq === undefined)
    return told.has(
      `${String(event['type'])} ${String(event['registry_id'])} ${String(event['created_at'])}`,
    );
  return from === registry.url && registry.feed[Number(seq) - 1]?.registry_id === event['registry_id'];
}

function isReportOf({ registry, name }: Side, report: Heard, installation: string | null): boolean {
  const { registry_id, external_id, shows } = report as {
    registry_id: string | null;
    external_id: string;
    shows: { title: string | null } | null;
  };
  const title = shows?.title ?? '';
  if (title.startsWith('Changed at') && !title.startsWith(`Changed at ${name},`)) return false;
  if (registry_id === null) return true;
  const sources = registry.artworks.all.get(registry_id)?.sources ?? [];
  return sources.some(
    (source) => source.external_id === external_id && source.installation_id === installation,
  );
}

type Status = Heard & {
  registry: { url: string; organization: { name: string }; key_prefix: string | null } | null;
  installation_id: string | null;
  hand_over: { registry_url: string | null };
};

function isStatusOf({ registry }: Side, status: Status, installation: string | null): boolean {
  const { registry: said, hand_over: handOver } = status;
  const isOfRegistry =
    said === null || (said.url === registry.url && said.organization.name === registry.organization.name);
  const isInstalled = status.installation_id === null || status.installation_id === installation;
  return isOfRegistry && isInstalled && handOver.registry_url === registry.url;
}
