// How old rows become, and how many are looked at in one unit of work. The same for every engine.

/** What the operator may choose. */
export type Ages = { idempotencyHours: number; deliveryDays: number };

/** Rows examined in one unit of work, so that no write waits long behind a sweep. */
export const PIECE = 500;
export const HOUR_MICROS = 3_600_000_000;
export const DAY_MICROS = 24 * HOUR_MICROS;
/** Deliveries that an endpoint may let wait; the oldest beyond expire. */
export const MAX_WAITING = 100_000;
export const ACCESS_REQUEST_DAYS = 365;
/** How long it is known that something was removed: a restore of an older backup brings it back. */
export const REMOVAL_DAYS = 730;
/** How long an approved key waits, encrypted, to be fetched. */
export const SEALED_KEY_DAYS = 14;
/** A superseded step of the feed stays long enough for every reader to have seen it; the last step of a work stays. */
export const CHANGE_DAYS = 30;

/**
 * By how much the time that ages are counted by advances at most in one sweep. Sweeps run every ten minutes, so a registry that was
 * stopped catches up six times as fast as time passes, and a clock that is years ahead for a night makes rows three days older, not years:
 * what a sweep removes does not come back when the clock is put right.
 */
export const LONGEST_STEP = HOUR_MICROS;

/**
 * An earlier clock is wrong: this program was not there. A machine without a battery may start in 1970, and the time that ages are counted by
 * would need years to catch up from there.
 */
export const EARLIEST_NOW_MS = Date.UTC(2026, 0, 1);

export type SweptPiece = { removed: number; hasMore: boolean };
