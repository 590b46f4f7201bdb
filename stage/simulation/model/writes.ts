// The writes of the API as the network saw them. Attempts with the same idempotency key and the same body within a day are one write, which
// happened somewhere between the first attempt and the first good answer (promise P3).
import { at, canonical, jsonOf, listAt, stringAt, textOf } from './answers.ts';
import type { CallDeed, Said, Time } from './observation.ts';
import type { Restore } from './timeline.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type WriteKind = 'create' | 'update' | 'source' | 'certificate' | 'withdraw certificate';

export type Attempt = {
  entry: number;
  asked: Time;
  ended: Time;
  is: 'done' | 'refused' | 'unknown';
  status: number;
  isReplay: boolean;
  /** The code of a refusal. */
  code: string | null;
  /** What the single call answers: a write result, an update result, a certificate. */
  result: unknown;
};

export type Write = {
  registry: number;
  organization: string;
  kind: WriteKind;
  /** The work or certificate that the address or the item names; null for a new work. */
  target: string | null;
  key: string | null;
  body: unknown;
  asked: Time;
  ended: Time;
  is: 'done' | 'refused' | 'unknown';
  attempts: readonly Attempt[];
};

/** Entries never change, and each is read at every rest. */
const known = new WeakMap<Said, Single[]>();

/** `name`: the same for attempts that are one write; null without a key. */
type Single = Pick<Write, 'registry' | 'organization' | 'kind' | 'target' | 'key' | 'body'> & {
  name: string | null;
  attempt: Attempt;
};

export function writesOf(
  history: readonly Said[],
  registry: number,
  restores: readonly Restore[],
): readonly Write[] {
  const clockSets = history.flatMap(({ deed, asked }) =>
    deed.what === 'clock set' && deed.program === 'registry' && deed.number === registry
      ? [{ at: asked, isRight: deed.ahead === 0 }]
      : [],
  );
  const groups = new Map<string, Single[][]>();
  const alone: Single[][] = [];
  for (const said of history) {
    if (said.deed.what !== 'call' || said.deed.registry !== registry) continue;
    const singles = known.get(said) ?? singlesOf(said, said.deed).map(named);
    known.set(said, singles);
    for (const single of singles) {
      const { name } = single;
      if (name === null) {
        alone.push([single]);
        continue;
      }
      const lives = groups.get(name) ?? [];
      groups.set(name, lives);
      const life = lifeOf(lives, single, restores, clockSets);
      if (life === undefined) lives.push([single]);
      else life.push(single);
      if (single.attempt.isReplay) joinReplayed(lives);
    }
  }
  return [...[...groups.values()].flat(), ...alone]
    .map(writeOf)
    .sort((a, b) => a.attempts[0]!.entry - b.attempts[0]!.entry);
}

/** The one that the attempt belongs to; undefined: it begins another. */
function lifeOf(
  lives: readonly Single[][],
  single: Single,
  restores: readonly Restore[],
  clockSets: readonly ClockSet[],
): Single[] | undefined {
  const current = lives.at(-1);
  if (current === undefined) return undefined;
  const { attempt } = single;
  if (attempt.isReplay && madeBy(current) !== idOf(attempt.result))
    return lives.findLast((life) => isBroughtBack(life, attempt, restores)) ?? current;
  return isSameLife(current, single, restores, clockSets) ? current : undefined;
}

/** A restore forgets what came of the key since its backup, and knows again what came of it before: that is replayed. */
function isBroughtBack(life: readonly Single[], replay: Attempt, restores: readonly Restore[]): boolean {
  const done = life.find(({ attempt }) => attempt.is === 'done')?.attempt;
  if (done === undefined || madeBy(life) !== idOf(replay.result)) return false;
  return restores.some(({ asked, madeTo }) => done.asked < madeTo && asked < replay.ended);
}

const madeBy = (life: readonly Single[]): string | null =>
  idOf(life.findLast(({ attempt }) => attempt.is === 'done')?.attempt.result);

/** The first attempts to repeat a write were lost, and then came its old answer: they were repetitions, too. */
function joinReplayed(lives: Single[][]): void {
  const [former, last] = lives.slice(-2) as [Single[], Single[] | undefined];
  if (last === undefined || last.some(({ attempt }) => attempt.is === 'done' && !attempt.isReplay)) return;
  if (madeBy(former) !== madeBy(last)) return;
  former.push(...last);
  lives.pop();
}

/** What a write made or changed: a certificate, else a work. A certificate names its work as well. */
export function idOf(result: unknown): string | null {
  return stringAt(result, at(result, 'object') === 'certificate' ? 'id' : 'registry_id');
}

function named(single: Omit<Single, 'name'>): Single {
  const { organization, kind, target, key, body } = single;
  return { ...single, name: key === null ? null : canonical([organization, kind, target, key, body]) };
}

type ClockSet = { at: Time; isRight: boolean };

/** How long the registry's clock was wrong from one time to another. */
function wrongClockMs(clockSets: readonly ClockSet[], from: Time, to: Time): number {
  return clockSets.reduce((sum, { at: since, isRight }, index) => {
    const until = clockSets[index + 1]?.at ?? to;
    return isRight ? sum : sum + Math.max(0, Math.min(until, to) - Math.max(since, from));
  }, 0);
}

/**
 * A key is kept for a day after its result. A clock that is wrong for up to an hour, however far, takes at most half of that: a program
 * that repeats a call does not know of it. A restore forgets the keys of results that came after the backup. An answer that says that it is a replay is
 * one of an earlier attempt in any case.
 */
function isSameLife(
  life: readonly Single[],
  { attempt: next, kind }: Single,
  restores: readonly Restore[],
  clockSets: readonly ClockSet[],
): boolean {
  if (next.isReplay) return true;
  const done = life.find(({ attempt }) => attempt.is === 'done')?.attempt;
  const first = life[0]!.attempt.asked;
  const wrongMs = wrongClockMs(clockSets, first - DAY_MS, next.asked);
  const keptMs = wrongMs === 0 ? DAY_MS : wrongMs <= HOUR_MS ? DAY_MS / 2 : 0;
  const isFresh = done === undefined || next.asked < done.asked + keptMs;
  const isForgotten = restores.some(
    ({ asked, madeFrom, isKept }) =>
      // A certificate that was made known stays, with its key; one of a work that is gone is not issued again.
      !(kind === 'certificate' && isKept) &&
      // An attempt that was under way at the restore may have been carried out after it.
      asked > first &&
      asked < next.ended &&
      !(done !== undefined && done.ended < madeFrom),
  );
  return isFresh && !isForgotten;
}

function writeOf(life: readonly Single[]): Write {
  const { attempt: _attempt, name: _name, ...write } = life[0]!;
  const attempts = life.map(({ attempt }) => attempt);
  const done = attempts.filter(({ is }) => is === 'done');
  const open = attempts.filter(({ is }) => is === 'unknown');
  const had = [...done, ...open];
  return {
    ...write,
    attempts,
    is: done.length > 0 ? 'done' : open.length > 0 ? 'unknown' : 'refused',
    asked: Math.min(...(had.length > 0 ? had : attempts).map(({ asked }) => asked)),
    ended:
      done.length > 0
        ? Math.min(...done.map(({ ended }) => ended))
        : Math.max(...attempts.map(({ ended }) => ended)),
  };
}

function singlesOf(said: Said, deed: CallDeed): Omit<Single, 'name'>[] {
  const { organization, ask } = deed;
  const path = ask.path.split('?')[0]!;
  if (organization === null || !path.startsWith('/api/v1/')) return [];
  const isWrite = ask.method === 'POST' || ask.method === 'PATCH';
  if (!isWrite) return [];
  const common = { registry: deed.registry, organization };
  const body = jsonOf(ask.body);
  if (path === '/api/v1/integrations/sync') return itemsOf(said, deed, common, 'create');
  if (path === '/api/v1/integrations/updates') return itemsOf(said, deed, common, 'update');
  const kindAndTarget = kindOf(ask.method, path);
  if (kindAndTarget === undefined) return [];
  const key = ask.headers?.['idempotency-key'] ?? null;
  return [
    {
      ...common,
      ...kindAndTarget,
      // A PATCH takes no key: its repetition is another write.
      key: ask.method === 'POST' && kindAndTarget.kind !== 'withdraw certificate' ? key : null,
      body,
      attempt: attemptOf(said, deed),
    },
  ];
}

function kindOf(method: string, path: string): Pick<Write, 'kind' | 'target'> | undefined {
  const [, , , collection, id, action] = path.split('/');
  if (collection === 'artworks' && id === undefined && method === 'POST')
    return { kind: 'create', target: null };
  if (collection === 'artworks' && id !== undefined) {
    if (method === 'PATCH' && action === undefined) return { kind: 'update', target: decodeURIComponent(id) };
    if (method === 'PATCH' && action === 'source') return { kind: 'source', target: decodeURIComponent(id) };
    if (method === 'POST' && action === 'certificates')
      return { kind: 'certificate', target: decodeURIComponent(id) };
  }
  if (collection === 'certificates' && id !== undefined && action === 'withdraw')
    return { kind: 'withdraw certificate', target: id };
  return undefined;
}

function attemptOf(said: Said, deed: CallDeed): Attempt {
  const { entry, asked, ended } = timesOf(said);
  const { answer } = deed;
  if (answer.isLost)
    return { entry, asked, ended, is: 'unknown', status: 0, isReplay: false, code: null, result: undefined };
  const { status } = answer;
  return {
    entry,
    asked,
    ended,
    is: outcomeOf(status),
    status,
    isReplay: answer.headers['idempotent-replay'] === 'true',
    code: stringAt(jsonOf(answer.body), 'error', 'code'),
    result: jsonOf(answer.body),
  };
}

/** A 5xx does not say whether the write was done: a proxy may have given up, or the registry may have died after its commit. */
function outcomeOf(status: number): Attempt['is'] {
  if (status >= 200 && status < 300) return 'done';
  return status >= 500 ? 'unknown' : 'refused';
}

function timesOf(said: Said): Pick<Attempt, 'entry' | 'asked' | 'ended'> {
  return { entry: said.number, asked: said.asked, ended: said.ended };
}

/** Each item of a batch is a write of its own. */
function itemsOf(
  said: Said,
  deed: CallDeed,
  common: Pick<Write, 'registry' | 'organization'>,
  kind: 'create' | 'update',
): Omit<Single, 'name'>[] {
  const call = jsonOf(deed.ask.body);
  const whole = attemptOf(said, deed);
  const results = deed.answer.isLost ? [] : listAt(jsonOf(textOf(deed.answer.body)), 'data');
  return listAt(call, 'items').map((item, index) => {
    const result = results.find((one) => at(one, 'index') === index);
    const isSource = at(item, 'source') !== undefined;
    return {
      ...common,
      kind: kind === 'update' && isSource ? 'source' : kind,
      target: stringAt(item, 'registry_id'),
      key: stringAt(item, 'idempotency_key'),
      body: kind === 'create' ? bodyOfItem(call, item) : at(item, isSource ? 'source' : 'changes'),
      attempt: result === undefined ? whole : { ...whole, ...itemAttempt(result) },
    };
  });
}

/** The installation of the call is part of what an item says. */
function bodyOfItem(call: unknown, item: unknown): unknown {
  const artwork = at(item, 'artwork');
  if (typeof artwork !== 'object' || artwork === null) return artwork;
  return { integration: { installation_id: at(call, 'installation_id') }, ...artwork };
}

function itemAttempt(result: unknown): Pick<Attempt, 'is' | 'status' | 'isReplay' | 'code' | 'result'> {
  const status = Number(at(result, 'status') ?? 0);
  return {
    is: outcomeOf(status),
    status,
    isReplay: at(result, 'replayed') === true,
    code: stringAt(result, 'error', 'code'),
    result: at(result, 'result'),
  };
}
