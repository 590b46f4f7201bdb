// How many deliveries may be under way to an endpoint: one until it has answered, then twice as many after each success,
// up to eight. So an endpoint that hangs holds one connection, and fifty of them that are resumed together do not keep
// the server busy with four hundred handshakes while the healthy ones wait.

export const FIRST_WIDTH = 1;
const MAX_WIDTH = 8;

export class LaneWidths {
  readonly #widths = new Map<string, number>();

  /** Lanes that are not in it have FIRST_WIDTH. */
  get all(): ReadonlyMap<string, number> {
    return this.#widths;
  }

  note(endpointId: string, isSuccess: boolean): void {
    const width = this.#widths.get(endpointId) ?? FIRST_WIDTH;
    if (isSuccess) this.#widths.set(endpointId, Math.min(width * 2, MAX_WIDTH));
    else this.#widths.delete(endpointId);
  }
}
