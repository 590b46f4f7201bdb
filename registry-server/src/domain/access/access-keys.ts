// Requests for access, and the keys they are answered with. A sender is limited by address and by e-mail, both known as
// keyed hashes only. A request to read is answered at once; others wait for the operator.
import { randomUUID } from 'node:crypto';
import type {
  AccessRequestLimits,
  AccessRequestOutcome,
  AccessRequestRecord,
  Approval,
  NewAccessRequest,
  NewApiKeyRow,
  Recipient,
} from '../../storage/records.ts';
import type { Tx } from '../../storage/tx.ts';

// The built-in organisation, made with the first tables.
export const PUBLIC_READERS = '00000000-0000-4000-8000-000000000001';
const READ_KEY_IDLE_DAYS = 365;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Over a limit nothing is counted and nothing stored. */
export async function insertAccessRequest(
  tx: Tx,
  row: NewAccessRequest,
  limits: AccessRequestLimits,
): Promise<AccessRequestOutcome> {
  const windows = {
    address: { hash: row.addressHash, limit: limits.perAddressHour, windowMs: HOUR_MS },
    email: { hash: row.emailHash, limit: limits.perEmailDay, windowMs: DAY_MS },
  };
  const reached = await tx.gatherAccessHits(windows);
  const waitMs = Math.max(waitOf(tx, reached.address, HOUR_MS), waitOf(tx, reached.email, DAY_MS));
  if (waitMs > 0) return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };

  const { addressHash, emailHash, claimHash, readKey, ...said } = row;
  const createdAt = tx.tick();
  const request: AccessRequestRecord = {
    ...said,
    id: randomUUID(),
    status: readKey === null ? 'queued' : 'issued',
    createdAt,
    decidedAt: readKey === null ? null : createdAt,
    reason: null,
  };
  const keyExpiresAt = readKey === null ? null : (tx.nowMs + READ_KEY_IDLE_DAYS * DAY_MS) * 1000;
  const key = readKey && {
    ...readKey,
    organizationId: PUBLIC_READERS,
    expiresAt: keyExpiresAt,
    idleDays: READ_KEY_IDLE_DAYS,
  };
  const claim = { tokenHash: claimHash, keyPrefix: key?.prefix ?? null };
  await tx.writeAccessRequest(request, claim, { addressHash, emailHash }, key);
  return { ok: true, request, keyExpiresAt };
}

/** Milliseconds until a sender is below the limit again; `reached` is the hit that reached it, if any. */
function waitOf(tx: Tx, reached: number | undefined, windowMs: number): number {
  return reached === undefined ? 0 : reached + windowMs - tx.nowMs;
}

/** Issues the key to the recipient and closes the request; undefined unless it is queued. */
export async function approveAccessRequest(
  tx: Tx,
  id: string,
  recipient: Recipient,
  key: NewApiKeyRow & { sealedKey: string },
): Promise<Approval | undefined> {
  const request = await tx.findAccessRequest(id);
  if (request?.status !== 'queued') return undefined;
  const claim = await tx.findClaim(id);
  const organizationId = await recipientId(tx, recipient);
  const approved = { ...request, status: 'approved' as const, decidedAt: tx.tick() };
  await tx.writeDecision(approved, { ...key, organizationId, expiresAt: null });
  return { request: approved, organizationId, isClaimed: claim !== undefined && claim.askedAt !== null };
}

async function recipientId(tx: Tx, recipient: Recipient): Promise<string> {
  if ('organizationId' in recipient) return recipient.organizationId;
  const { id } = await tx.insertOrganization(recipient.organization);
  await tx.insertProfile({ ...recipient.profile, organizationId: id });
  return id;
}

/** Undefined unless the request is queued. */
export async function rejectAccessRequest(
  tx: Tx,
  id: string,
  reason: string | null = null,
): Promise<AccessRequestRecord | undefined> {
  const request = await tx.findAccessRequest(id);
  if (request?.status !== 'queued') return undefined;
  const rejected = { ...request, status: 'rejected' as const, decidedAt: tx.tick(), reason };
  await tx.writeDecision(rejected, null);
  return rejected;
}
