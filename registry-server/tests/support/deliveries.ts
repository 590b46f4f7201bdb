// Deliveries as tests take and end them, one by one; the worker does it for many at once.
import type { AttemptResult, ClaimedDelivery, ClaimOptions, ClaimTicket } from '../../src/storage/records.ts';
import type { DeliveryStore } from '../../src/storage/storage.ts';

export type Claim = ClaimedDelivery & ClaimTicket;

/** What may be sent now, of all lanes. */
export async function claimDeliveries(
  storage: DeliveryStore,
  nowMs: number,
  options: Partial<ClaimOptions> = {},
): Promise<Claim[]> {
  const lanes = await storage.claimDeliveries({
    leaseMs: 60_000,
    perEndpoint: 8,
    capacity: new Map(),
    isDueLikely: true,
    ...options,
  });
  return lanes.flatMap(({ deliveries, ...lane }) =>
    deliveries.map((taken) => ({ ...taken, ...lane, startedAtMs: nowMs })),
  );
}

export async function finishDelivery(
  storage: DeliveryStore,
  claim: ClaimTicket,
  result: AttemptResult,
): Promise<{ isPaused: boolean } | undefined> {
  const [ended] = await storage.finishDeliveries([{ claim, result }]);
  return ended;
}
