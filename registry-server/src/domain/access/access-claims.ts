// Claims: the program that asked for access fetches the key once the operator has approved, so that nobody copies it.
//
//   waiting   the operator has not decided
//   approved  with the key until it is used for the first time; afterwards without
//   rejected  the operator said no
//   expired   nobody used the key within 14 days, or the operator revoked it
import type { AccessClaimRecord, ClaimOutcome } from '../../storage/records.ts';
import { CLOCKS_APART_SECONDS } from '../../storage/shared/lease-time.ts';
import { SEALED_KEY_DAYS } from '../../storage/shared/sweep-ages.ts';
import type { Tx } from '../../storage/tx.ts';

const CLAIM_EVERY_SECONDS = 30;

const SECOND_MICROS = 1_000_000;
const DAY_MICROS = 86_400 * SECOND_MICROS;

/** For a caller whose token was found right. Asked too early, nothing is written. */
export async function claimAccess(tx: Tx, requestId: string): Promise<ClaimOutcome> {
  const claim = await tx.findClaim(requestId);
  if (claim === undefined) return { kind: 'unknown' };
  const now = tx.nowMs * 1000;
  const waitMicros = claim.askedAt === null ? 0 : claim.askedAt + CLAIM_EVERY_SECONDS * SECOND_MICROS - now;
  // A time that lies further ahead than instances differ was noted by a clock that was set back since.
  const longestMicros = (CLAIM_EVERY_SECONDS + CLOCKS_APART_SECONDS) * SECOND_MICROS;
  if (waitMicros > 0 && waitMicros <= longestMicros)
    return { kind: 'early', retryAfterSeconds: Math.ceil(waitMicros / SECOND_MICROS) };
  const sealedKey = isOver(claim, now) ? null : claim.sealedKey;
  await tx.writeClaim(requestId, { askedAt: now, sealedKey });
  return { kind: 'answered', status: statusOf(claim, now), sealedKey, key: claim.key };
}

function statusOf(claim: AccessClaimRecord, now: number): 'waiting' | 'approved' | 'rejected' | 'expired' {
  if (claim.status === 'queued') return 'waiting';
  if (claim.status === 'rejected') return 'rejected';
  if (claim.key !== null && claim.key.revokedAt !== null) return 'expired';
  const isUsed = claim.key !== null && claim.key.lastUsedAt !== null;
  return !isUsed && isOver(claim, now) ? 'expired' : 'approved';
}

/** Whether the sealed key may be given out no more. */
function isOver({ key, sealedAt }: AccessClaimRecord, now: number): boolean {
  if (sealedAt === null) return false;
  return (
    key === null ||
    key.revokedAt !== null ||
    key.lastUsedAt !== null ||
    sealedAt + SEALED_KEY_DAYS * DAY_MICROS <= now
  );
}
