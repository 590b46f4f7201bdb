// What a public address shows of a work.

/** A work that was public until the operator withdrew it; times in microseconds. */
export type WithdrawnArtwork = { registryId: string; registeredAt: number; withdrawnAt: number };

/** `isInDumps`: its profile takes part in them. */
export type PublicWork = { json: string; isTransferred: boolean; isInDumps: boolean; withdrawn?: never };

/** The public JSON, or what is left of a withdrawn work. */
export type PublicForm = PublicWork | { json?: never; withdrawn: WithdrawnArtwork };
