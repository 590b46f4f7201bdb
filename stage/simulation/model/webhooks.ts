// What is known of each webhook: which secrets may sign, and whether it may send at a time.
import type { Said, Time, World } from './observation.ts';
import { makeRegister, type Change, type Register, type Restore } from './timeline.ts';
import { changeOf } from './works.ts';

/** Its sender waits ten seconds, and what was on its way by then may still arrive. */
export const LATEST_ARRIVAL_MS = 45_000;

export type WebhookStory = {
  id: string;
  organization: string;
  made: Said;
  isActive: Register<boolean>;
  secret: Register<string | null>;
  entries: readonly number[];
};

export function webhookStories(world: World, registry: number, restores: readonly Restore[]): WebhookStory[] {
  return world.history.flatMap((made) => {
    const { deed } = made;
    if (deed.what !== 'create webhook' || deed.registry !== registry || made.outcome.is !== 'done') return [];
    const own = world.history.filter(
      ({ deed: other, outcome }) =>
        'registry' in other &&
        other.registry === registry &&
        outcome.is !== 'refused' &&
        (('webhook' in other && other.webhook === deed.webhook) ||
          (other.what === 'erase organisation' && other.organization === deed.organization)),
    );
    return [
      {
        id: deed.webhook,
        organization: deed.organization,
        made,
        isActive: makeRegister(false, activeChanges(own, restores), []),
        // A restore keeps those that were made since its backup.
        secret: makeRegister<string | null>(null, secretChanges(own), restores, 'last'),
        entries: own.map(({ number }) => number),
      },
    ];
  });
}

/** A restore leaves every endpoint paused, so it is a change like a pause and needs no backup to look into. */
function activeChanges(own: readonly Said[], restores: readonly Restore[]): Change<boolean>[] {
  const turns = own.flatMap((said) => {
    if (said.deed.what === 'create webhook' || said.deed.what === 'resume webhook')
      return [changeOf(said, true)];
    const isEnd = ['pause webhook', 'delete webhook', 'erase organisation'].includes(said.deed.what);
    return isEnd ? [changeOf(said, false)] : [];
  });
  const stops = restores.map(({ asked, ended, isSure, entry }) => ({
    value: false,
    asked,
    ended,
    isSure,
    entry,
  }));
  return [...turns, ...stops].sort((a, b) => a.asked - b.asked);
}

function secretChanges(own: readonly Said[]): Change<string | null>[] {
  return own.flatMap((said) => {
    const { deed } = said;
    return deed.what === 'create webhook' || deed.what === 'rotate webhook secret'
      ? [changeOf<string | null>(said, deed.secret)]
      : [];
  });
}

/** What the registry's clock may have said at most when a change was made. */
export function latestTime(
  world: World,
  registry: number,
  { asked, ended }: Pick<Change<unknown>, 'asked' | 'ended'>,
): Time {
  return ended + Math.max(...clockAhead(world, registry, asked, ended));
}

/** How far the registry's clock may be ahead of the world's from one time to another. */
export function clockAhead(world: World, registry: number, from: Time, to: Time): number[] {
  const sets = world.history.filter(
    ({ deed }) => deed.what === 'clock set' && deed.program === 'registry' && deed.number === registry,
  );
  const before = sets.findLast(({ asked }) => asked <= from);
  const within = sets.filter(({ asked }) => asked > from && asked <= to);
  const offsets = [before, ...within].map((said) => (said?.deed.what === 'clock set' ? said.deed.ahead : 0));
  return [...new Set(offsets)];
}
