// P5 for what stays public in part: signing keys that were stolen, and organisations that were erased.
import { at, jsonOf, stringAt } from './answers.ts';
import { certificateStories, type CertificateStory } from './certificates.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding, Said } from './observation.ts';
import { apiGet } from './observers/all-works.ts';
import { PROFILE_FOLDER, profileStories } from './profiles.ts';
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

/** No link leads to a profile without public works, and it has an address all the same. */
async function erasedProfiles({ quiet, world, registry, ledger }: Context): Promise<Finding[]> {
  const profiles = profileStories(quiet, registry.registry, ledger.restores);
  const erased = quiet.history.filter(
    ({ deed, outcome, asked }) =>
      deed.what === 'erase organisation' &&
      deed.registry === registry.registry &&
      outcome.is === 'done' &&
      !ledger.restores.some((restore) => !restore.isKept && restore.asked > asked),
  );
  const found: Finding[] = [];
  for (const { deed, number } of erased.slice(-PROFILES_A_LOOK)) {
    const own = profiles.filter((one) => 'organization' in deed && one.organization === deed.organization);
    for (const { type, slugs } of own)
      for (const slug of slugs) {
        const path = `/${PROFILE_FOLDER[type]}/${encodeURIComponent(slug)}`;
        const isAgain = profiles.some((one) => !own.includes(one) && one.slugs.includes(slug));
        const { status } = await apiGet(world.call, registry, path);
        if (isAgain || status === 404 || status === 410 || status === 0) continue;
        const sentence = `the profile ${slug} was erased with its organisation, and GET ${path} answers ${status}`;
        found.push(finding('P5', sentence, [number]));
      }
  }
  return found;
}

/** No page says the name of an organisation that was erased, or of its profiles. Another profile may have the same name. */
function erasedNames(context: Context): Finding[] {
  const { quiet, world, registry, ledger, observers } = context;
  const profiles = profileStories(quiet, registry.registry, ledger.restores);
  return quiet.history.flatMap((said) => {
    const { deed, outcome, ended } = said;
    const isErasure = deed.what === 'erase organisation' && deed.registry === registry.registry;
    if (!isErasure || outcome.is !== 'done' || ended > world.now - ERASED_MS) return [];
    const isLost = ledger.restores.some(({ isKept, asked }) => !isKept && asked > said.asked);
    const own = profiles.filter(({ organization }) => organization === deed.organization);
    const namesOf = (list: typeof own) =>
      new Set(
        list.flatMap(({ name }) => [...name.changes.map(({ value }) => value), ...name.at(said.asked)]),
      );
    const others = namesOf(profiles.filter((one) => !own.includes(one)));
    const names = [...namesOf(own)].filter((name) => name.length >= TELLING_LENGTH && !others.has(name));
    if (isLost) return [];
    return names.flatMap((name) => {
      const page = observers.pages.state.pages.find(
        ({ path, text }) => !path.startsWith('/search') && text.includes(name),
      );
      const dump = Object.values(observers.dumps.state.dumps).find(({ works }) =>
        Object.values(works).some((work) => at(work, 'current_collection', 'name') === name),
      );
      const where = page?.path ?? dump?.file;
      if (where === undefined) return [];
      const sentence = `the organisation ${deed.organization} was erased, and ${where} says "${name}"`;
      return [finding('P5', sentence, [said.number])];
    });
  });
}
