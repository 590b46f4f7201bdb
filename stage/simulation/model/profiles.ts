// What is known of each profile (gallery, museum, collection): what it shows, under which address, and which it had before.
import type { ProfileFacts, Said, World } from './observation.ts';
import { makeRegister, type Change, type Register, type Restore } from './timeline.ts';
import { changeOf } from './works.ts';

export type ProfileStory = {
  organization: string;
  type: ProfileFacts['type'];
  /** Every slug that it ever had, the present one last. */
  slugs: readonly string[];
  exists: Register<boolean>;
  slug: Register<string>;
  name: Register<string>;
  city: Register<string | null>;
  country: Register<string | null>;
  showsCountry: Register<boolean>;
  entries: readonly number[];
};

type Draft = { facts: ProfileFacts; made: Said; changed: { said: Said; changes: Partial<ProfileFacts> }[] };

/** Where a type of profile has its page. */
export const PROFILE_FOLDER = { gallery: 'galleries', museum: 'museums', collection: 'collections' } as const;

export function profileStories(
  quiet: World,
  registry: number,
  restores: readonly Restore[],
): readonly ProfileStory[] {
  const drafts: Draft[] = [];
  for (const said of quiet.history) {
    const { deed, outcome } = said;
    if (outcome.is === 'refused' || !('registry' in deed) || deed.registry !== registry) continue;
    const facts = deed.what === 'create profile' || deed.what === 'approve access' ? deed.profile : undefined;
    if (facts) drafts.push({ facts, made: said, changed: [] });
    if (deed.what !== 'change profile') continue;
    const draft = drafts.findLast((one) => slugsOf(one).includes(deed.slug));
    draft?.changed.push({ said, changes: deed.changes });
  }
  return drafts.map((draft) => storyOf(draft, restores));
}

function slugsOf({ facts, changed }: Draft): string[] {
  return [facts.slug, ...changed.flatMap(({ changes }) => changes.slug ?? [])];
}

function storyOf(draft: Draft, restores: readonly Restore[]): ProfileStory {
  const { facts, made, changed } = draft;
  const changesOf = <Name extends keyof ProfileFacts>(name: Name): Change<ProfileFacts[Name]>[] =>
    changed.flatMap(({ said, changes }) => {
      const value = changes[name];
      return value === undefined ? [] : [changeOf(said, value as ProfileFacts[Name])];
    });
  return {
    organization: facts.organization,
    type: facts.type,
    slugs: slugsOf(draft),
    exists: makeRegister(false, [changeOf(made, true)], restores),
    // A restore keeps former addresses; which of the two then is the present one is not written anywhere.
    slug: makeRegister(facts.slug, changesOf('slug'), restores, 'maybe'),
    name: makeRegister(facts.name, changesOf('name'), restores),
    city: makeRegister(facts.city, changesOf('city'), restores),
    country: makeRegister(facts.country, changesOf('country'), restores),
    showsCountry: makeRegister(facts.showsCountry, changesOf('showsCountry'), restores, {
      isTakenAway: (isShown) => !isShown,
    }),
    entries: [made.number, ...changed.map(({ said }) => said.number)],
  };
}
