// What the machine that fails each statement needs of an engine: databases that begin alike, their whole content, and failures.
import type { Storage } from '../../src/storage/storage.ts';
import type { PlannedRun, Ran } from '../../../packages/kit/tests/planned-run.ts';
import type { Tables } from './whole-database.ts';

type Plan<How> = { at: number; how: How };

/** `How`: the ways in which a statement of the engine can fail. */
export type Bench<How extends string = string, Kept = unknown> = {
  failuresOf(text: string): How[];
  /** Whether everything was done although an error was answered. */
  isAfterwards(how: How): boolean;
  /** Lets the time pass for which a repeat that comes at once may be refused, where there is such a time. */
  rest?(): void;
  /** Opens the storage again at the state that was kept, or at an empty one. */
  open(kept?: Kept): Promise<Storage>;
  /** The same, in the storage that is open where that is possible: what it keeps in its memory may answer instead of a statement. */
  reset(kept: Kept): Promise<Storage>;
  /** The state as it is now. The storage is closed for it. */
  keep(): Promise<Kept>;
  read(): Promise<Tables>;
  during<Value>(run: () => Promise<Value>, plan?: Plan<How>): Promise<Ran<Value>>;
  close(): Promise<void>;
};

type Parts<How extends string, Kept> = Pick<
  Bench<How, Kept>,
  'failuresOf' | 'isAfterwards' | 'rest' | 'read'
> & {
  failures: PlannedRun<Plan<How>>;
  /** Puts a state back under an open storage, whose last failure is given. False: it has to be opened again. */
  putUnder?(storage: Storage, kept: Kept, last: How | undefined): Promise<boolean>;
  /** The storage is closed while these two are called. */
  putBack(kept: Kept | undefined): Promise<void> | void;
  keep(): Promise<Kept> | Kept;
  openStorage(): Promise<Storage> | Storage;
  end(): Promise<void> | void;
};

/** With one storage at a time. */
export function benchOf<How extends string, Kept>({
  failures,
  putUnder,
  putBack,
  keep,
  openStorage,
  end,
  ...parts
}: Parts<How, Kept>): Bench<How, Kept> {
  let storage: Storage | undefined;
  let last: How | undefined;
  const shut = async () => {
    await storage?.close();
    storage = undefined;
  };
  const open = async (kept?: Kept) => {
    await shut();
    await putBack(kept);
    last = undefined;
    return (storage = await openStorage());
  };
  return {
    ...parts,
    open,
    reset: async (kept) =>
      storage !== undefined && (await putUnder?.(storage, kept, last)) === true ? storage : open(kept),
    keep: async () => {
      await shut();
      return keep();
    },
    during: (run, plan) => {
      last = plan?.how ?? last;
      return failures.during(run, plan);
    },
    close: async () => {
      failures.stop();
      await shut();
      await end();
    },
  };
}
