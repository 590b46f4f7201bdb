/** A lease that ends later than a new one would, by more than a clock is usually set back, was begun by a clock that was ahead. */
export const SET_BACK_MS = 60_000;

/** Instances, and a clock before and after an ordinary correction, may differ by so much: a rate-limit window is not begun again for it. */
export const CLOCKS_APART_SECONDS = 5;
