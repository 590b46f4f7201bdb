// P7: An event reaches every active endpoint at least once, or is shown as failed; in order per work. Signature, order and form are judged by the
// receiver at each delivery. Here at rest: no event is missing that has had its time.
import { at, listAt } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Delivered, Finding, Said, Time, World } from './observation.ts';
import { WebhookReceiver } from './observers/webhook-receiver.ts';
import { restoresOf, truthOf, type Restore } from './timeline.ts';
import { isPublicAt, type Ledger, type WorkStory } from './works.ts';
import { clockAhead, LATEST_ARRIVAL_MS, webhookStories, type WebhookStory } from './webhooks.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Sent at once where nothing failed within the last hour, which is the longest cool-down. */
const PROMPT_MS = 2 * MINUTE_MS;
const COOL_DOWN_MS = HOUR_MS;
/** Six attempts take 7.6 hours and a fifth more; a receiver that was away for three of them is back before the last. */
const LONGEST_OUTAGE_MS = 3 * HOUR_MS;
const PATIENCE_MS = 10.5 * HOUR_MS;
const MOST_ATTEMPTS = 6;
const MOST_FAILURES = 10;

/** After each step: takes one delivery. */
export function eventsAfterStep(
  world: World,
  delivery: Delivered,
  receivers: Map<string, WebhookReceiver>,
): Finding[] {
  const restores = restoresOf(world.history, delivery.registry);
  const story = webhookStories(world, delivery.registry, restores).find(({ id }) => id === delivery.webhook);
  if (story === undefined)
    return [finding('P7', `a delivery came for the webhook ${delivery.webhook}, which was never made`)];
  const receiver = receivers.get(story.id) ?? new WebhookReceiver();
  receivers.set(story.id, receiver);
  const from = delivery.at - LATEST_ARRIVAL_MS;
  const meanwhile = story.secret.changes.filter(({ asked }) => asked >= from && asked <= delivery.at);
  const secrets = [
    ...[from, delivery.at].flatMap((time) => story.secret.at(time)),
    ...meanwhile.map(({ value }) => value),
  ].filter((one) => one !== null);
  const aheadMs = clockAhead(world, delivery.registry, from, delivery.at);
  const lost = restores.findLast(
    (one) => one.ended <= delivery.at && isClockForgotten(world, delivery.registry, one),
  );
  const faults = receiver.take(delivery, {
    secrets: secrets.includes('') ? null : secrets,
    aheadMs,
    risingSince: lost?.ended ?? -Infinity,
  });
  const id = delivery.headers['x-registry-delivery'] ?? 'without an id';
  const time = new Date(delivery.at).toISOString();
  return faults.map((fault) =>
    finding('P7', `delivery ${id} at ${time} to the webhook ${story.id}: ${fault}`, story.entries),
  );
}

/** With a lost database goes the knowledge of a clock that was ahead after the backup, and not of one that was ahead before. */
function isClockForgotten(
  world: World,
  registry: number,
  { isKept, madeFrom, asked, ended }: Restore,
): boolean {
  if (isKept) return false;
  const [meanwhile, now] = [
    clockAhead(world, registry, madeFrom, asked),
    clockAhead(world, registry, asked, ended),
  ];
  return asked + Math.max(...meanwhile) > ended + Math.min(...now);
}

export const eventsAtRest: Check = (context) => {
  const { quiet, registry, ledger } = context;
  const expected = expectedEvents(ledger, quiet);
  return webhookStories(quiet, registry.registry, ledger.restores).flatMap((story) =>
    missingEvents(context, story, expected),
  );
};

type ExpectedEvent = {
  organization: string;
  type: string;
  /** The Art ID, or the id of a certificate. */
  about: string;
  asked: Time;
  ended: Time;
  entries: readonly number[];
};

function missingEvents(context: Context, story: WebhookStory, expected: readonly ExpectedEvent[]): Finding[] {
  const { quiet, ledger, observers } = context;
  const begin = Math.max(story.made.ended, ledger.restores.at(-1)?.ended ?? -Infinity);
  const own = expected.filter(
    ({ organization, asked }) => organization === story.organization && asked > begin,
  );
  const around = surroundingsOf(quiet, ledger.registry, story);
  const groups = Map.groupBy(own, ({ type, about }) => `${type} ${about}`);
  const received = Map.groupBy(
    Object.values(observers.receivers.get(story.id)?.state.events ?? {}),
    // A certificate's event is about the certificate, all others about a work.
    ({ type, resource, registryId }) =>
      `${type} ${type === 'certificate.created' ? resource.split(':')[1] : registryId}`,
  );
  return [...groups.values()].flatMap((events) => {
    const due = events.filter((event) => isDue(around, event));
    const { type, about } = events[0]!;
    const came = (received.get(`${type} ${about}`) ?? []).filter(
      (event) =>
        // After six attempts it is shown as failed.
        (event.acceptedAt !== null || event.attempts >= MOST_ATTEMPTS) && event.firstAt >= events[0]!.asked,
    );
    if (came.length < due.length) {
      const sentence = `the webhook ${story.id} should have had ${due.length} events ${type} of ${about}, and has had ${came.length}`;
      return [finding('P7', sentence, [...due.flatMap(({ entries }) => entries), ...story.entries])];
    }
    const late = due.find(
      (event) =>
        isCalm(around, event) &&
        !came.some(({ firstAt }) => firstAt >= event.asked && firstAt <= event.ended + PROMPT_MS),
    );
    const entriesOf = (event: ExpectedEvent) => [...event.entries, ...story.entries];
    if (late !== undefined) {
      const sentence = `the webhook ${story.id} should have had the event ${type} of ${about} at once, and had it not within two minutes`;
      return [finding('P7', sentence, entriesOf(late))];
    }
    const overdue = due.find((event) => {
      const end = patienceEnd(around, event);
      const inTime = came.filter(({ acceptedAt, firstAt }) => (acceptedAt ?? firstAt) <= end);
      return inTime.length < 1 + events.indexOf(event);
    });
    if (overdue === undefined) return [];
    const end = new Date(patienceEnd(around, overdue)).toISOString();
    const sentence = `the webhook ${story.id} had the event ${type} of ${about} after ${end}, and nothing kept it from arriving by then`;
    return [finding('P7', sentence, entriesOf(overdue))];
  });
}

type Span = { from: Time; to: Time };

/** What may have kept events of one webhook from arriving at once. */
type Surroundings = {
  now: Time;
  isActive: boolean;
  wasActive: (time: Time) => boolean;
  disturbances: readonly Span[];
  outages: readonly Span[];
  failures: readonly Span[];
};

const isTaken = ({ answered }: Delivered): boolean =>
  answered !== 'nothing' && answered >= 200 && answered < 300;

function surroundingsOf(world: World, registry: number, story: WebhookStory): Surroundings {
  const { now, history } = world;
  const outages = outagesOf(history, story.id, now);
  // Ten failures in a row pause an endpoint by itself, which takes about three and a half hours.
  const resumed = Math.max(...[story.made, ...turnsOn(history, story.id)].map(({ ended }) => ended));
  const tried = world.deliveries.filter(({ webhook, at: time }) => webhook === story.id && time > resumed);
  const failedLast = tried.length - 1 - tried.findLastIndex(isTaken);
  const away = outages.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, resumed)), 0);
  return {
    now,
    isActive:
      truthOf(story.isActive.at(now)) === 'yes' && away <= LONGEST_OUTAGE_MS && failedLast < MOST_FAILURES,
    wasActive: (time) => truthOf(story.isActive.at(time)) === 'yes',
    disturbances: history
      .filter((said) => isDisturbance(said, registry, story.id))
      .map(({ asked, ended }) => ({ from: asked, to: ended })),
    outages,
    failures: world.deliveries.flatMap((delivery) =>
      delivery.webhook === story.id && !isTaken(delivery) ? [{ from: delivery.at, to: delivery.at }] : [],
    ),
  };
}

/** Whether the event has had the time that is promised, given when its receiver, its endpoint and its registry were well. */
function isDue(around: Surroundings, event: ExpectedEvent): boolean {
  const { now, isActive } = around;
  if (!isActive) return false;
  if (isCalm(around, event)) return now - event.ended >= PROMPT_MS;
  return now >= patienceEnd(around, event);
}

/** When it has had the time of all attempts, which begins again with whatever may keep an event waiting. */
const patienceEnd = ({ disturbances, outages }: Surroundings, { ended }: ExpectedEvent): Time =>
  Math.max(ended, ...[...disturbances, ...outages].map(({ to }) => to)) + PATIENCE_MS;

/** What goes wrong when its time is over excuses nothing. */
function isCalm(around: Surroundings, { asked, ended }: ExpectedEvent): boolean {
  const { wasActive, disturbances, outages, failures } = around;
  if (!wasActive(asked)) return false;
  return [...disturbances, ...outages, ...failures].every(
    ({ from, to }) => to < asked - COOL_DOWN_MS || from > ended + PROMPT_MS,
  );
}

function turnsOn(history: readonly Said[], webhook: string): Said[] {
  return history.filter(({ deed }) => deed.what === 'resume webhook' && deed.webhook === webhook);
}

function isDisturbance({ deed }: Said, registry: number, webhook: string): boolean {
  if (deed.what === 'pause webhook' || deed.what === 'resume webhook') return deed.webhook === webhook;
  const isOfProgram = deed.what === 'death' || deed.what === 'start' || deed.what === 'clock set';
  return isOfProgram && deed.program === 'registry' && deed.number === registry;
}

function outagesOf(history: readonly Said[], webhook: string, now: Time): Span[] {
  const turns = history.filter(({ deed }) => deed.what === 'receiver' && deed.webhook === webhook);
  return turns.flatMap(({ deed, asked }, index) =>
    deed.what === 'receiver' && !deed.isWell ? [{ from: asked, to: turns[index + 1]?.asked ?? now }] : [],
  );
}

/** Only events that surely follow from what was answered, while nothing else was under way for the same work. */
function expectedEvents(ledger: Ledger, world: World): ExpectedEvent[] {
  const ofWrites = ledger.writes.flatMap((write): ExpectedEvent[] => {
    const done = write.attempts.find(({ is, isReplay }) => is === 'done' && !isReplay);
    if (write.is !== 'done' || done === undefined) return [];
    const { result } = done;
    const id = write.kind === 'create' ? at(result, 'registry_id') : write.target?.toUpperCase();
    const type =
      write.kind === 'certificate'
        ? 'certificate.created'
        : typeOfWrite(write.kind, result, ledger.works.get(String(id)), write);
    if (type === null) return [];
    const about = write.kind === 'certificate' ? String(at(result, 'id')) : String(id);
    const { organization, asked, ended, attempts } = write;
    return [{ organization, type, about, asked, ended, entries: attempts.map(({ entry }) => entry) }];
  });
  const ofOperators = world.history.flatMap((said) => eventsOfOperator(said, ledger));
  return [...ofWrites, ...ofOperators].sort((a, b) => a.asked - b.asked);
}

function typeOfWrite(
  kind: string,
  result: unknown,
  story: WorkStory | undefined,
  write: { asked: Time; ended: Time; attempts: readonly { entry: number }[] },
): string | null {
  if (story === undefined || isMeanwhileShownOrHidden(story, write)) return null;
  const before = isPublicAt(story, write.asked);
  const after = isPublicAt(story, write.ended);
  if (kind === 'create')
    return at(result, 'duplicate') === false && after === 'yes' ? 'artwork.created' : null;
  if (kind !== 'update') return null;
  if (before === 'yes' && after === 'no') return 'artwork.removed';
  if (before === 'no' && after === 'yes') return 'artwork.created';
  const isChanged = listAt(result, 'changed_fields').length > 0;
  return before === 'yes' && after === 'yes' && isChanged ? 'artwork.updated' : null;
}

/** Another deed shows or hides the work at the same time, as a withdrawal at the very moment of a transfer: which came first is not known. */
function isMeanwhileShownOrHidden(
  story: WorkStory,
  { asked, ended, attempts }: { asked: Time; ended: Time; attempts: readonly { entry: number }[] },
): boolean {
  return [story.exists, story.isShown, story.isWithdrawn].some(({ changes }) =>
    changes.some(
      (change) =>
        !attempts.some(({ entry }) => entry === change.entry) &&
        change.asked <= ended &&
        change.ended >= asked,
    ),
  );
}

function eventsOfOperator(said: Said, ledger: Ledger): ExpectedEvent[] {
  const { deed, outcome, asked, ended, number } = said;
  if (!('registryId' in deed) || deed.registry !== ledger.registry || outcome.is !== 'done') return [];
  const story = ledger.works.get(deed.registryId.toUpperCase());
  if (story === undefined) return [];
  if (isMeanwhileShownOrHidden(story, { asked, ended, attempts: [{ entry: number }] })) return [];
  const holders = story.holder.at(asked);
  const [before, after] = [isPublicAt(story, asked), isPublicAt(story, ended)];
  const type =
    deed.what === 'withdraw' && before === 'yes' && after === 'no'
      ? 'artwork.removed'
      : deed.what === 'put back' && before === 'no' && after === 'yes'
        ? 'artwork.created'
        : deed.what === 'transfer' && before === 'yes' && after === 'yes'
          ? 'artwork.ownership_changed'
          : null;
  if (type === null || holders.length !== 1 || holders[0] === null) return [];
  // To who holds it already: nothing changes.
  if (deed.what === 'transfer' && holders[0] === deed.toOrganization) return [];
  const organizations =
    deed.what === 'transfer' ? [...new Set([holders[0]!, deed.toOrganization])] : [holders[0]!];
  return organizations.map((organization) => ({
    organization,
    type,
    about: story.registryId,
    asked,
    ended,
    entries: [number],
  }));
}
