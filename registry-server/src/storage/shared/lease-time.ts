/** A lease that ends later than a new one would, by more than a clock is usually set back, was begun by a clock that was ahead. */
export const SET_BACK_MS = 60_000;

/** Instances, and a clock before and after a correction, may differ by so much: no wait is shortened or rate-limit window begun again for it. */
export const CLOCKS_APART_SECONDS = 5;
