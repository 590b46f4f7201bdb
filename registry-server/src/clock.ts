// Time as a parameter: the process passes the system's clock, tests pass their own.

export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };
