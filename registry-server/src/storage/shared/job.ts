// What crosses the line before the writer: an operation by name, and how it ended.
export type Job = {
  name: string;
  args: unknown[];
  /** The trace of the request that asked for it, for the events it makes. */
  trace?: string;
};

export type Settled = { ok: true; value: unknown } | { ok: false; error: unknown };

/** The organisation that a job writes works for. The others, none of which comes in floods, share one turn: an empty name. */
export function ownerOf({ args: [first] }: Job): string {
  if (typeof first !== 'object' || first === null) return '';
  const { organizationId } = first as { organizationId?: unknown };
  return typeof organizationId === 'string' ? organizationId : '';
}
