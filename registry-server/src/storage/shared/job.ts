// What crosses the line before the writer: an operation by name, and how it ended.
export type Job = { name: string; args: unknown[] };

export type Settled = { ok: true; value: unknown } | { ok: false; error: unknown };
