// P2, P4 and P9 for profiles: a work names the profile that holds it, as that profile shows itself, and a country only where it is to be shown.
// Former addresses lead to the present one for ever.
import { at, canonical, read, stringAt } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding } from './observation.ts';
import { apiGet } from './observers/all-works.ts';
import { PROFILE_FOLDER, profileStories, type ProfileStory } from './profiles.ts';
import { truthOf } from './timeline.ts';

export const profilesAtRest: Check = async (context) => {
  const { quiet, ledger, registry, truth } = context;
  const profiles = profileStories(quiet, registry.registry, ledger.restores);
  if (profiles.length === 0) return [];
  const found = [...truth.works].flatMap(([id, record]) => shownProfile(context, profiles, id, record));
  for (const profile of profiles)
    found.push(...(await formerAddresses(context, profile)), ...(await wrongCount(context, profile)));
  return found;
};

function shownProfile(
  { world, ledger }: Context,
  profiles: readonly ProfileStory[],
  id: string,
  record: unknown,
): Finding[] {
  const shown = at(record, 'current_collection');
  const slug = stringAt(shown, 'slug');
  const story = ledger.works.get(id);
  if (slug === null) return [];
  const now = world.now;
  const profile = profiles.find((one) => one.slug.at(now).includes(slug));
  const entries = [...(story?.entries ?? []), ...(profile?.entries ?? [])];
  if (profile === undefined)
    return [finding('P2', `${id} names the profile ${slug}, and no profile has this address now`, entries)];
  const holders = story?.holder.at(now) ?? [];
  const found: Finding[] = [];
  if (holders.length > 0 && !holders.includes(null) && !holders.includes(profile.organization))
    found.push(
      finding('P2', `${id} is in the profile ${slug}, and ${holders.join(' or ')} holds the work`, entries),
    );
  for (const name of ['name', 'city'] as const) {
    const possible: readonly (string | null)[] = profile[name].at(now);
    if (possible.some((value) => value === stringAt(shown, name))) continue;
    const sentence = `${id} shows the ${name} ${canonical(at(shown, name))} of its profile, which is ${possible.map(canonical).join(' or ')}`;
    found.push(finding('P2', sentence, entries));
  }
  return [...found, ...shownCountry(profile, id, record, now, entries)];
}

function shownCountry(
  profile: ProfileStory,
  id: string,
  record: unknown,
  now: number,
  entries: readonly number[],
): Finding[] {
  const isShown = truthOf(profile.showsCountry.at(now));
  const countries = [
    stringAt(record, 'current_collection', 'country'),
    stringAt(record, 'location', 'country'),
  ];
  const hidden = countries.find((country) => country !== null);
  if (isShown === 'no' && hidden !== undefined)
    return [finding('P4', `${id} shows the country ${hidden} of its holder, who does not show it`, entries)];
  const possible = profile.country.at(now);
  if (isShown !== 'yes' || countries.every((country) => possible.includes(country))) return [];
  return [finding('P2', `${id} shows the countries ${canonical(countries)} of its holder`, entries)];
}

/** Those that it surely had, but for what a lost database took along. */
function keptAddresses({ slugs, slug }: ProfileStory, restores: Context['ledger']['restores']): Set<string> {
  const isKept = ({ asked, ended, isSure }: ProfileStory['slug']['changes'][number]) =>
    isSure &&
    !restores.some((restore) => !restore.isKept && ended > restore.madeFrom && asked < restore.ended);
  return new Set([slugs[0]!, ...slug.changes.filter(isKept).map(({ value }) => value)]);
}

async function formerAddresses(
  { world, registry, ledger }: Context,
  profile: ProfileStory,
): Promise<Finding[]> {
  // Whether a restore kept the last address or went back is not written anywhere: the other one leads to it.
  const present = profile.slug.at(world.now);
  const isSure = truthOf(profile.exists.at(world.now)) === 'yes';
  if (!isSure || isErased(world, registry.registry, profile)) return [];
  const folder = PROFILE_FOLDER[profile.type];
  const found: Finding[] = [];
  for (const slug of keptAddresses(profile, ledger.restores)) {
    const path = `/${folder}/${slug}`;
    const { status, headers } = await read(world.call, { origin: registry.origin, method: 'GET', path });
    const leadsTo = present.some((one) => (headers['location'] ?? '').endsWith(`/${folder}/${one}`));
    const isGood =
      (status === 200 && present.includes(slug)) ||
      ([301, 308].includes(status) && leadsTo && !(present.length === 1 && present[0] === slug));
    if (isGood) continue;
    const wish =
      present.join() === slug ? 'is its address' : `leads to /${folder}/${present.join(' or ')} for ever`;
    found.push(finding('P2', `${path} ${wish}, and answers ${status}`, profile.entries));
  }
  return found;
}

/** A record of a gallery or museum counts its public works. Collections have no record in the API. */
async function wrongCount({ world, registry, truth }: Context, profile: ProfileStory): Promise<Finding[]> {
  const [slug, ...others] = profile.slug.at(world.now);
  const isSure = truthOf(profile.exists.at(world.now)) === 'yes' && others.length === 0;
  if (!isSure || profile.type === 'collection' || truth.note !== null) return [];
  if (isErased(world, registry.registry, profile)) return [];
  const path = `/${PROFILE_FOLDER[profile.type]}/${slug}`;
  const { json } = await apiGet(world.call, registry, path);
  const { json: list } = await apiGet(world.call, registry, `${path}/artworks?limit=1`);
  const own = [...truth.works.values()].filter(
    (record) => stringAt(record, 'current_collection', 'slug') === slug,
  );
  const counts = [at(json, 'data', 'artworks_count'), at(list, 'pagination', 'total')];
  if (counts.every((count) => count === own.length)) return [];
  const sentence = `the profile ${slug} has ${own.length} public works, and ${path} says ${canonical(counts)}`;
  return [finding('P17', sentence, profile.entries)];
}

function isErased(world: Context['world'], registry: number, profile: ProfileStory): boolean {
  return world.history.some(
    ({ deed, outcome }) =>
      deed.what === 'erase organisation' &&
      deed.registry === registry &&
      deed.organization === profile.organization &&
      outcome.is !== 'refused',
  );
}
