// P5: What was taken away stays away. A withdrawn work that is listed, and a withdrawn certificate that is valid, are found in p04 and p08, where
// works and certificates are read; here are keys, people, organisations, opt-outs and paused webhooks.
import { at, canonical, read } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import { keyRegisters } from './keys.ts';
import type { Finding, Said } from './observation.ts';
import { profileStories } from './profiles.ts';
import { makeRegister, restoresOf, truthOf, type Change } from './timeline.ts';
import { changeOf } from './works.ts';
import { LATEST_ARRIVAL_MS, webhookStories } from './webhooks.ts';

/** "Stops within 2 seconds", and a request that was under way. */
const KEY_STOPS_MS = 10_000;
const OPT_OUT_MS = 2 * 60_000;

export const takenAwayAtRest: Check = async (context) => [
  ...(await keysThatEnded(context)),
  ...(await deactivated(context)),
  ...optedOut(context),
  ...pausedButSent(context),
  ...resumedAfterEnd(context),
];

async function statusOf({ world, registry }: Context, key: string): Promise<[number, string]> {
  const headers = { authorization: `Bearer ${key}` };
  const { status, json } = await read(world.call, {
    origin: registry.origin,
    method: 'GET',
    path: '/api/v1/',
    headers,
  });
  return [status, String(at(json, 'error', 'code'))];
}

async function keysThatEnded(context: Context): Promise<Finding[]> {
  const found: Finding[] = [];
  const { world, quiet, registry } = context;
  for (const { key, isGood, endedBy, entries } of keyRegisters(quiet, registry.registry)) {
    if (endedBy === null || endedBy.ended > world.now - KEY_STOPS_MS) continue;
    if (truthOf(isGood.at(world.now)) !== 'no') continue;
    const [status] = await statusOf(context, key);
    if (status === 401 || status === 0 || status >= 500) continue;
    const why = endedBy.deed.what === 'revoke key' ? 'was revoked' : `ended with "${endedBy.deed.what}"`;
    found.push(finding('P5', `the key ${key.slice(0, 13)}… ${why}, and is answered with ${status}`, entries));
  }
  return found;
}

async function deactivated(context: Context): Promise<Finding[]> {
  const { world, quiet, registry } = context;
  const found: Finding[] = [];
  for (const { key, organization, isGood, entries } of keyRegisters(quiet, registry.registry)) {
    if (truthOf(isGood.at(world.now)) === 'no') continue;
    const turns = quiet.history.filter(
      ({ deed, outcome }) =>
        (deed.what === 'deactivate organisation' || deed.what === 'activate organisation') &&
        deed.registry === registry.registry &&
        deed.organization === organization &&
        outcome.is !== 'refused',
    );
    if (turns.some(({ ended }) => ended > world.now - KEY_STOPS_MS)) continue;
    const changes = turns.map((said) => changeOf(said, said.deed.what === 'activate organisation'));
    const isActive = makeRegister(true, changes, context.ledger.restores, { isTakenAway: (value) => !value });
    if (truthOf(isActive.at(world.now)) !== 'no') continue;
    const [status, code] = await statusOf(context, key);
    if (status === 403 || status === 401 || status === 0 || status >= 500) continue;
    const sentence = `the organisation ${organization} is deactivated, and its key is answered with ${status} ${code}`;
    found.push(finding('P5', sentence, [...entries, ...turns.map(({ number }) => number)]));
  }
  return found;
}

/** No dump has works that an opted-out profile holds. A dump's own record says who held the work when it was written. */
function optedOut({ world, quiet, registry, observers, ledger }: Context): Finding[] {
  const profiles = profileStories(quiet, registry.registry, ledger.restores);
  // An operator names it by the address that it has then.
  const addressesOf = (slug: string) => profiles.find(({ slugs }) => slugs.includes(slug))?.slugs ?? [slug];
  const turns = new Map<string, Said[]>();
  for (const said of quiet.history) {
    const { deed, outcome } = said;
    if ((deed.what !== 'opt out' && deed.what !== 'opt in') || deed.registry !== registry.registry) continue;
    const profile = addressesOf(deed.profile)[0]!;
    if (outcome.is !== 'refused') turns.set(profile, [...(turns.get(profile) ?? []), said]);
  }
  return [...turns].flatMap(([profile, entries]) => {
    const changes: Change<boolean>[] = entries.map((said) => changeOf(said, said.deed.what === 'opt out'));
    const isOut = makeRegister(false, changes, ledger.restores, { isTakenAway: (value) => value });
    const isOver = (time: number) => time <= world.now - OPT_OUT_MS;
    const isStill =
      entries.every(({ ended }) => isOver(ended)) && ledger.restores.every((one) => isOver(one.ended));
    if (!isStill || truthOf(isOut.at(world.now)) !== 'yes') return [];
    const addresses: readonly unknown[] = addressesOf(profile);
    const dump = Object.values(observers.dumps.state.dumps).find(({ works }) =>
      Object.values(works).some((work) => addresses.includes(at(work, 'current_collection', 'slug'))),
    );
    if (dump === undefined) return [];
    const sentence = `the profile ${profile} is left out of the dumps, and the dump ${dump.file} has works of it`;
    return [
      finding(
        'P5',
        sentence,
        entries.map(({ number }) => number),
      ),
    ];
  });
}

/** Also after a restore: every endpoint is paused until the operator resumes it. */
function pausedButSent({ world, quiet, registry }: Context): Finding[] {
  const restores = restoresOf(quiet.history, registry.registry);
  return webhookStories(quiet, registry.registry, restores).flatMap(({ id, isActive, entries }) => {
    const wasActive = (time: number) =>
      truthOf(isActive.at(time)) !== 'no' ||
      truthOf(isActive.at(time - LATEST_ARRIVAL_MS)) !== 'no' ||
      isActive.changes.some(
        ({ value, asked, ended }) => value && asked <= time && ended >= time - LATEST_ARRIVAL_MS,
      );
    const wrong = world.deliveries.filter(({ webhook, at: time }) => webhook === id && !wasActive(time));
    if (wrong.length === 0) return [];
    const times = wrong.map(({ at: time }) => new Date(time).toISOString());
    const sentence = `the webhook ${id} is paused, and ${wrong.length} deliveries were sent to it (${canonical(times.slice(0, 3))})`;
    return [finding('P5', sentence, entries)];
  });
}

/** What was deleted is not listed after a restore either, so that it cannot be resumed. Where the replaced database is lost, it may be back. */
function resumedAfterEnd({ quiet, registry, ledger }: Context): Finding[] {
  return quiet.history.flatMap((end) => {
    const { deed, outcome } = end;
    if (deed.what !== 'delete webhook' || deed.registry !== registry.registry || outcome.is !== 'done')
      return [];
    const isLost = ledger.restores.some(({ isKept, ended }) => !isKept && ended > end.asked);
    const resumed = quiet.history.find(
      (said) =>
        said.deed.what === 'resume webhook' &&
        said.deed.webhook === deed.webhook &&
        said.asked > end.ended &&
        said.outcome.is === 'done',
    );
    if (isLost || resumed === undefined) return [];
    const sentence = `the webhook ${deed.webhook} was deleted, and could be resumed`;
    return [finding('P5', sentence, [end.number, resumed.number])];
  });
}
