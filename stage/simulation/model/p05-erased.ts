// P5 for what stays public in part: signing keys that were stolen, and organisations that were erased.
import { at, jsonOf, stringAt } from './answers.ts';
import { certificateStories, type CertificateStory } from './certificates.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding, Said } from './observation.ts';
import { apiGet } from './observers/all-works.ts';
import { PROFILE_FOLDER, profileStories, type ProfileStory } from './profiles.ts';
import { makeRegister, truthOf, type Change } from './timeline.ts';
import { changeOf } from './works.ts';

/** Dumps lose the lines that name it within a minute or two; pages at once. */
const ERASED_MS = 2 * 60_000;
/** Shorter names are words that stand on a page for another reason. */
const TELLING_LENGTH = 8;

/** Of so many that were erased last the own addresses are asked for. */
const PROFILES_A_LOOK = 10;

export const erasedAtRest: Check = async (context) => [
  ...stolenKeys(context),
  ...formerSigningKeys(context),
  ...erasedNames(context),
  ...(await erasedProfiles(context)),
];

function stolenKeys({ quiet, world, registry, ledger, observers }: Context): Finding[] {
  const revocations = quiet.history.filter(
    ({ deed, outcome }) =>
      deed.what === 'revoke signing key' && deed.registry === registry.registry && outcome.is !== 'refused',
  );
  const byKid = Map.groupBy(revocations, ({ deed }) => ('kid' in deed ? deed.kid : ''));
  return [...byKid].flatMap(([kid, said]) => {
    const changes: Change<boolean>[] = said.map((one) => changeOf(one, true));
    const isRevoked = makeRegister(false, changes, ledger.restores, { isTakenAway: (value) => value });
    const published = observers.certificates.state.keys[kid];
    if (truthOf(isRevoked.at(world.now)) !== 'yes' || (published?.revokedAt ?? null) !== null) return [];
    const what = published === undefined ? 'not published' : 'published as good';
    const sentence = `the signing key ${kid} was stolen, which the operator said, and it is ${what}`;
    return [
      finding(
        'P5',
        sentence,
        said.map(({ number }) => number),
      ),
    ];
  });
}

/** After a rotation the former key signs nothing more, and a key that was revoked neither. */
function formerSigningKeys(context: Context): Finding[] {
  const { quiet, ledger, observers, registry } = context;
  const turns = quiet.history.filter(
    ({ deed, outcome }) =>
      (deed.what === 'rotate signing key' || deed.what === 'revoke signing key') &&
      deed.registry === registry.registry &&
      outcome.is === 'done',
  );
  const signed = certificateStories(quiet, ledger).flatMap((story) => {
    const { statement } = observers.certificates.state.held[story.id] ?? {};
    const kid = stringAt(jsonOf(statement ?? ''), 'kid');
    return kid === null ? [] : [{ story, kid }];
  });
  return turns.flatMap((turn) => {
    const before = signed.filter(({ story }) => isBefore(story, turn, ledger.restores[0]?.asked ?? Infinity));
    const { deed } = turn;
    const former = new Set(deed.what === 'revoke signing key' ? [deed.kid] : before.map(({ kid }) => kid));
    // A lost database takes newer keys along, so that an older one may sign again.
    const isSimple = ledger.restores.every(({ isKept, ended }) => isKept || ended < turn.asked);
    const wrong = signed.find(({ story, kid }) => story.issued.asked >= turn.ended && former.has(kid));
    if (!isSimple || wrong === undefined) return [];
    const sentence = `certificate ${wrong.story.id} is signed by the key ${wrong.kid}, which was replaced before`;
    return [finding('P5', sentence, [turn.number, ...wrong.story.entries])];
  });
}

function isBefore(story: CertificateStory, turn: Said, firstRestore: number): boolean {
  return story.issued.ended <= turn.asked && story.issued.ended <= firstRestore;
}

/** What an erasure that was done took away: no later restore of a lost database may have brought it back. */
type Erasure = { said: Said; organization: string; own: ProfileStory[]; others: ProfileStory[] };

function erasuresOf({ quiet, registry, ledger }: Context): Erasure[] {
  const profiles = profileStories(quiet, registry.registry, ledger.restores);
  return quiet.history.flatMap((said) => {
    const { deed, outcome } = said;
    if (deed.what !== 'erase organisation' || deed.registry !== registry.registry) return [];
    const isLost = ledger.restores.some(({ isKept, asked }) => !isKept && asked > said.asked);
    if (outcome.is !== 'done' || isLost) return [];
    const { organization } = deed;
    const own = profiles.filter((one) => one.organization === organization);
    return [{ said, organization, own, others: profiles.filter((one) => !own.includes(one)) }];
  });
}

/** No link leads to a profile without public works, and it has an address all the same. */
async function erasedProfiles(context: Context): Promise<Finding[]> {
  const places = erasuresOf(context)
    .slice(-PROFILES_A_LOOK)
    .flatMap(({ said, own, others }) =>
      own.flatMap(({ type, slugs }) =>
        slugs
          .filter((slug) => !others.some((one) => one.slugs.includes(slug)))
          .map((slug) => ({ said, slug, path: `/${PROFILE_FOLDER[type]}/${encodeURIComponent(slug)}` })),
      ),
    );
  const found: Finding[] = [];
  for (const { said, slug, path } of places) {
    const { status } = await apiGet(context.world.call, context.registry, path);
    if (status === 404 || status === 410 || status === 0) continue;
    const sentence = `the profile ${slug} was erased with its organisation, and GET ${path} answers ${status}`;
    found.push(finding('P5', sentence, [said.number]));
  }
  return found;
}

/** No page says the name of an organisation that was erased, or of its profiles. Another profile may have the same name. */
function erasedNames(context: Context): Finding[] {
  const { world, observers } = context;
  return erasuresOf(context).flatMap(({ said, organization, own, others }) => {
    if (said.ended > world.now - ERASED_MS) return [];
    const namesOf = (list: ProfileStory[]) =>
      new Set(
        list.flatMap(({ name }) => [...name.changes.map(({ value }) => value), ...name.at(said.asked)]),
      );
    const namesOfOthers = namesOf(others);
    const names = [...namesOf(own)].filter(
      (name) => name.length >= TELLING_LENGTH && !namesOfOthers.has(name),
    );
    return names.flatMap((name) => {
      const page = observers.pages.state.pages.find(
        ({ path, text }) => !path.startsWith('/search') && text.includes(name),
      );
      const dump = Object.values(observers.dumps.state.dumps).find(({ works }) =>
        Object.values(works).some((work) => at(work, 'current_collection', 'name') === name),
      );
      const where = page?.path ?? dump?.file;
      if (where === undefined) return [];
      const sentence = `the organisation ${organization} was erased, and ${where} says "${name}"`;
      return [finding('P5', sentence, [said.number])];
    });
  });
}
