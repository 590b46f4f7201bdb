// P9 and P14 for installations and events: a site, an event and a source belong to the organisation that they came from.
import { jsonOf, listAt, stringAt } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding, Said } from './observation.ts';
import { webhookStories } from './webhooks.ts';

const CONNECT = '/api/v1/integrations/connect';

export const installationsAtRest: Check = (context) => {
  const { world, memory, registry } = context;
  const fresh = world.history.slice(memory.installationsRead);
  memory.installationsRead = world.history.length;
  const found = fresh.flatMap((said) => ofCall(said, registry.registry, memory.installations));
  return [...found, ...sources(context), ...foreignEvents(context)];
};

/** An installation is of one organisation for ever, and lists its works to no other one. */
function ofCall(said: Said, registry: number, owners: Record<string, string>): Finding[] {
  const { deed } = said;
  if (deed.what !== 'call' || deed.registry !== registry || deed.answer.isLost) return [];
  if (deed.answer.status !== 200 || deed.organization === null) return [];
  const json = jsonOf(deed.answer.body);
  const url = new URL(deed.ask.path, deed.ask.origin);
  const connected = url.pathname === CONNECT ? stringAt(json, 'installation_id') : null;
  if (connected !== null) {
    const owner = owners[connected];
    owners[connected] ??= deed.organization;
    if (owner === undefined || owner === deed.organization) return [];
    const sentence = `the installation ${connected} of ${owner} was given to ${deed.organization}`;
    return [finding('P9', sentence, [said.number])];
  }
  const asked = url.pathname === '/api/v1/artworks' ? url.searchParams.get('installation_id') : null;
  const owner = asked === null ? undefined : owners[asked];
  const isForeign = owner !== undefined && owner !== deed.organization;
  if (!isForeign || listAt(json, 'data').length === 0) return [];
  const sentence = `${deed.organization} was shown the works of the installation ${asked}, which is of ${owner}`;
  return [finding('P9', sentence, [said.number])];
}

/** The source that a work shows is of its holder: when it moves to another organisation, its sources end. */
function sources({ truth, ledger, world, memory }: Context): Finding[] {
  return [...truth.works].flatMap(([id, record]) => {
    const installation = stringAt(record, 'source', 'installation_id');
    const owner = installation === null ? undefined : memory.installations[installation];
    const story = ledger.works.get(id);
    const holders = story?.holder.at(world.now) ?? [];
    if (owner === undefined || holders.length === 0 || holders.includes(null) || holders.includes(owner))
      return [];
    const sentence = `${id} is held by ${holders.join(' or ')} and shows the shop ${installation} of ${owner}`;
    return [finding('P14', sentence, story?.entries ?? [])];
  });
}

/** An event goes to the organisation that holds the work, or held it at some time. */
function foreignEvents({ quiet, ledger, observers }: Context): Finding[] {
  return webhookStories(quiet, ledger.registry, ledger.restores).flatMap((story) => {
    const events = Object.values(observers.receivers.get(story.id)?.state.events ?? {});
    return events.flatMap(({ id, type, registryId }) => {
      const work = registryId === null ? undefined : ledger.works.get(registryId);
      const holders = work?.holder.changes.map(({ value }) => value) ?? [];
      // Where no answer said who registered it, its first holder is not known.
      const isSeen = work?.exists.changes.some(({ entry }) => entry >= 0) === true;
      if (!isSeen || holders.length === 0 || holders.includes(story.organization)) return [];
      const sentence = `event ${id} (${type}) of ${registryId} went to ${story.organization}, which never held it`;
      return [finding('P9', sentence, work?.entries ?? [])];
    });
  });
}
