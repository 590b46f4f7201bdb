// What a value may be at a time, given who wrote it when, which answers were lost, and which backups were put back. It never guesses: where two
// orders are possible, both values are. So a value outside of the set is a fault of the system and not of the model.
import { canonical } from './answers.ts';
import type { Said, Time } from './observation.ts';

/** `isSure`: it was answered as done. Otherwise it may have happened at any time from `asked` to `ended`, or never. */
export type Change<Value> = { value: Value; asked: Time; ended: Time; isSure: boolean; entry: number };

export type Restore = {
  entry: number;
  asked: Time;
  ended: Time;
  /** When the backup was made. */
  madeFrom: Time;
  madeTo: Time;
  /** The replaced database could be compared, and was a later state of the backup. */
  isKept: boolean;
  /** When the backup was made that the replaced database was a copy of; null: it was none. */
  older: { madeFrom: Time; madeTo: Time } | null;
  isSure: boolean;
};

/**
 * What a restore takes over from the replaced database: a value for which `isTakenAway` is true (a withdrawal), also of an older one; what
 * was set last, unless it is older (`last`); all that may be either (`maybe`); or nothing.
 */
export type CarryOver<Value> = { isTakenAway: (value: Value) => boolean } | 'last' | 'maybe' | 'nothing';

/** The values that are possible at a time. */
export type Register<Value> = { at(time: Time): readonly Value[]; changes: readonly Change<Value>[] };

export function restoresOf(history: readonly Said[], registry: number): Restore[] {
  return history.flatMap((said) => {
    const { deed, outcome } = said;
    if (deed.what !== 'restore backup' || deed.registry !== registry || outcome.is === 'refused') return [];
    const madeBy = (entry: number): { madeFrom: Time; madeTo: Time } => {
      const backup = history.find(({ number }) => number === entry);
      if (backup === undefined)
        throw new Error(`entry ${said.number} names a backup that is not in the history`);
      return { madeFrom: backup.asked, madeTo: backup.ended };
    };
    return {
      entry: said.number,
      asked: said.asked,
      ended: said.ended,
      ...madeBy(deed.backup),
      isKept: deed.replaced === 'kept',
      older: typeof deed.replaced === 'object' ? madeBy(deed.replaced.older) : null,
      isSure: outcome.is === 'done',
    };
  });
}

export function makeRegister<Value>(
  initial: Value,
  changes: readonly Change<Value>[],
  restores: readonly Restore[],
  carryOver: CarryOver<Value> = 'nothing',
): Register<Value> {
  const known = new Map<Time, readonly Value[]>();
  const valuesAt = (time: Time): readonly Value[] => {
    const found = known.get(time);
    if (found !== undefined) return found;
    const restore = restores.findLast(({ asked }) => asked < time);
    const base = restore === undefined ? [initial] : valuesAfter(restore);
    const values = distinct(apply(base, changes, restore?.asked ?? -Infinity, time));
    known.set(time, values);
    return values;
  };
  const valuesAfter = (restore: Restore): readonly Value[] => {
    const backup = [...valuesAt(restore.madeFrom), ...valuesAt(restore.madeTo)];
    const before = valuesAt(restore.asked);
    const base = restore.isSure ? backup : [...backup, ...before];
    const { isKept, older } = restore;
    if (carryOver === 'nothing' || (!isKept && older === null)) return distinct(base);
    const replaced = older === null ? before : [...valuesAt(older.madeFrom), ...valuesAt(older.madeTo)];
    if (carryOver === 'maybe') return distinct([...base, ...replaced]);
    if (carryOver === 'last') return isKept ? before : distinct(base);
    const taken = replaced.filter((value) => carryOver.isTakenAway(value));
    return distinct(isKept && taken.length === replaced.length ? taken : [...base, ...taken]);
  };
  return { at: valuesAt, changes };
}

/** A change counts as possible unless another one that surely happened was asked after this one had ended, not at the same moment. */
function apply<Value>(
  base: readonly Value[],
  changes: readonly Change<Value>[],
  from: Time,
  to: Time,
): readonly Value[] {
  // One that was under way at a restore may have happened before or after it.
  const within = changes.filter(({ asked, ended }) => ended >= from && asked < to);
  const sure = within.filter(({ isSure, asked, ended }) => isSure && asked >= from && ended <= to);
  const latestStart = Math.max(-Infinity, ...sure.map(({ asked }) => asked));
  const possible = within.filter(({ ended }) => ended >= latestStart);
  const values = possible.map(({ value }) => value);
  return sure.length > 0 ? values : [...base, ...values];
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((value) => [canonical(value), value])).values()];
}

export type Truth = 'yes' | 'no' | 'maybe';

export function truthOf(values: readonly boolean[]): Truth {
  if (values.every((value) => value)) return 'yes';
  return values.some((value) => value) ? 'maybe' : 'no';
}
