// Claims: the program that asked for access fetches the key once the operator has approved, so that nobody copies it.
//
//   waiting   the operator has not decided
//   approved  with the key until it is used for the first time; afterwards without
//   rejected  the operator said no
//   expired   nobody used the key within 14 days, or the operator revoked it
import { isOver } from '#kit/clock';
import type { AccessClaimRecord, ClaimOutcome } from '../../storage/records.ts';
import { SEALED_KEY_DAYS } from '../../storage/shared/sweep-ages.ts';
import type { Tx } from '../../storage/tx.ts';

const CLAIM_EVERY_MS = 30_000;

const DAY_MICROS = 86_400_000_000;

/** For a caller whose token was found right. Asked too early, nothing is written. */
export async function claimAccess(tx: Tx, requestId: string): Promise<ClaimOutcome> {
  const claim = await tx.findClaim(requestId);
  if (claim === undefined) return { kind: 'unknown' };
  const now = tx.nowMs * 1000;
  const askedAtMs = claim.askedAt === null ? null : claim.askedAt / 1000;
  if (askedAtMs !== null && !isOver(askedAtMs, CLAIM_EVERY_MS, tx.nowMs))
    return { kind: 'early', retryAfterSeconds: Math.ceil((askedAtMs + CLAIM_EVERY_MS - tx.nowMs) / 1000) };
  const sealedKey = isKeyOver(claim, now) ? null : claim.sealedKey;
  await tx.writeClaim(requestId, { askedAt: now, sealedKey });
  return { kind: 'answered', status: statusOf(claim, now), sealedKey, key: claim.key };
}

function statusOf(claim: AccessClaimRecord, now: number): 'waiting' | 'approved' | 'rejected' | 'expired' {
  if (claim.status === 'queued') return 'waiting';
  if (claim.status === 'rejected') return 'rejected';
  if (claim.key !== null && claim.key.revokedAt !== null) return 'expired';
  const isUsed = claim.key !== null && claim.key.lastUsedAt !== null;
  return !isUsed && isKeyOver(claim, now) ? 'expired' : 'approved';
}

/** Whether the sealed key may be given out no more. */
function isKeyOver({ key, sealedAt }: AccessClaimRecord, now: number): boolean {
  if (sealedAt === null) return false;
  return (
    key === null ||
    key.revokedAt !== null ||
    key.lastUsedAt !== null ||
    sealedAt + SEALED_KEY_DAYS * DAY_MICROS <= now
  );
}
