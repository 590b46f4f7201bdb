/** How long work tells how far it is. `done` and `total` count the same unit, such as rows or bytes; a `total` of 0 is not known. */
export type OnProgress = (what: string, done: number, total: number) => void;
