// One attempt's end, as tests record it; the worker records those of a moment together.
import type { AttemptResult, ClaimTicket } from '../storage/records.ts';
import type { DeliveryStore } from '../storage/storage.ts';

export async function finishDelivery(
  storage: DeliveryStore,
  claim: ClaimTicket,
  result: AttemptResult,
): Promise<{ isPaused: boolean } | undefined> {
  const [ended] = await storage.finishDeliveries([{ claim, result }]);
  return ended;
}
