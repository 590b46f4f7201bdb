/** A lease that ends later than a new one would, by more than a clock is usually set back, was begun by a clock that was ahead. */
export const SET_BACK_MS = 60_000;
