// Which keys of a registry may be good at a time, and why not: revoked, or of a person or an organisation that was erased.
import { at, jsonOf, stringAt } from './answers.ts';
import type { Said, World } from './observation.ts';
import { makeRegister, restoresOf, type Change, type Register } from './timeline.ts';
import { changeOf } from './works.ts';

export type KeyStory = {
  key: string;
  organization: string;
  isGood: Register<boolean>;
  /** What took it away for good, null while nothing did. */
  endedBy: Said | null;
  entries: readonly number[];
};

export function keyRegisters(world: World, registry: number): KeyStory[] {
  const restores = restoresOf(world.history, registry);
  const made = world.history.flatMap((said) => madeKeys(said, registry));
  return made.map(({ said, key, organization, email }) => {
    const ends = world.history.filter(
      (other) => other.number > said.number && endsKey(other, registry, { key, organization, email }),
    );
    const changes: Change<boolean>[] = [changeOf(said, true), ...ends.map((end) => changeOf(end, false))];
    return {
      key,
      organization,
      isGood: makeRegister(false, changes, restores, { isTakenAway: (isGood) => !isGood }),
      endedBy: ends.find(({ outcome }) => outcome.is === 'done') ?? null,
      entries: [said.number, ...ends.map(({ number }) => number)],
    };
  });
}

type MadeKey = { said: Said; key: string; organization: string; email: string | null };

/** By the operator, or a key for reading that a request for access was answered with at once. */
function madeKeys(said: Said, registry: number): MadeKey[] {
  const { deed } = said;
  if (deed.what === 'create key' && deed.registry === registry && said.outcome.is === 'done')
    return [{ said, key: deed.key, organization: deed.organization, email: null }];
  if (deed.what !== 'call' || deed.registry !== registry || deed.answer.isLost) return [];
  if (deed.ask.path !== '/api/v1/integrations/access-requests') return [];
  const key = stringAt(jsonOf(deed.answer.body), 'api_key');
  if (key === null || deed.answer.status !== 200) return [];
  const email = stringAt(jsonOf(deed.ask.body), 'email');
  return [{ said, key, organization: 'public-readers', email }];
}

function endsKey(said: Said, registry: number, of: Omit<MadeKey, 'said'>): boolean {
  const { deed, outcome } = said;
  if (at(deed, 'registry') !== registry || outcome.is === 'refused') return false;
  if (deed.what === 'revoke key') return deed.key === of.key;
  if (deed.what === 'erase organisation') return deed.organization === of.organization;
  if (deed.what === 'erase person')
    return of.email !== null && deed.email.toLowerCase() === of.email.toLowerCase();
  return false;
}
