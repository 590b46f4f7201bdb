// What dumps are made from, and why works leave them again.

/** Works as JSON, one a line, and the number of the last of them; where there is none, the number that was asked for. */
export type PublicBatch = { lines: Uint8Array; count: number; last: number };

export type ProfileName = { id: string; slug: string };

/**
 * Whether works may have to leave dumps that were checked at some time. Times are those that the registry gave out, in microseconds:
 * each is greater than every one before it, whatever a clock showed. Null: no such work.
 */
export type DumpDepartures = {
  /** The last time that was given out: this answer has everything up to it. */
  upTo: number;
  /** The profiles whose works are in no dump, by slug. */
  leftOut: ProfileName[];
  /** When the last work was withdrawn that still is. */
  withdrawnAt: number | null;
  /** When the last public work went that is not public now. */
  hiddenAt: number | null;
  /** When a public work of a profile that is left out changed last: it may have come from one that is not. */
  movedAt: number | null;
  /** When the last organisation was erased: works that it had given away may be in dumps with its name. */
  erasedAt: number | null;
  /** When the registry was restored last: of works that are lost since, nothing here tells. */
  restoredAt: number | null;
};
