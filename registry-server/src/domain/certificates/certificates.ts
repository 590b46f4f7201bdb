// Certificates: a statement about a work as it is on the day of issue, signed (Ed25519) so that it can be checked without the registry.
// Their status is not part of it: valid, superseded by a later one for the same copy, or withdrawn by issuer or operator, also with its
// work.
import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import type { Artwork, Certificate } from '@artwork-registry/contract';
import type { StoredArtwork } from '../../storage/artwork-facts.ts';
import type { CertificateInput, CertificateRecord, Outcome, Withdrawal } from '../../storage/records.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';
import { Refused } from '../../storage/tx.ts';
import type { Tx } from '../../storage/tx.ts';
import { eventFor } from '../delivery/events.ts';
import { momentOf } from '../moment.ts';
import { answerToStore } from '../publishing/idempotency.ts';
import { publicArtwork } from '../publishing/projection.ts';

/** Unguessable: everybody who has the address was given it. */
const makeId = () => randomBytes(16).toString('hex');

/**
 * Own works only, public or not; the operator (organizationId null) any public one: the event would name a work that nobody may
 * know of. A repeated idempotency key gets the same certificate again.
 */
export async function issueCertificate(tx: Tx, input: CertificateInput): Promise<Outcome<CertificateRecord>> {
  const { organizationId, idempotency } = input;
  const facts = await tx.gatherUpdate({
    organizationId: organizationId ?? '',
    artworkId: input.artworkId,
    idempotencyKey: idempotency?.key ?? null,
    installationId: null,
    externalId: null,
    artist: null,
  });
  const { artwork, answer } = facts;
  if (organizationId !== null && !facts.isActive) throw new Refused('organisation_inactive');
  refuseForeign(artwork, organizationId);
  if (answer !== undefined && idempotency !== null) {
    if (answer.requestHash !== idempotency.requestHash) throw new Refused('idempotency_key_reused');
    const { certificate_id: id } = JSON.parse(answer.response) as { certificate_id?: string };
    const known = id === undefined ? undefined : await tx.findCertificate(id);
    if (known === undefined) throw new Refused('idempotency_key_reused');
    return { ok: true, replayed: true, status: 201, body: known };
  }
  const { row, sources, subscribers } = artwork;
  const [id, issuedAt] = [makeId(), momentOf(tx, tx.tick())];
  const { kid, privateKey } = input.signer;
  const statement = statementOf(publicArtwork(row, sources, tx), input, { id, issuedAt, kid });
  const certificate: CertificateRecord = {
    id,
    registryId: row.registry_id,
    organizationId: row.organization_id,
    issuerName: row.profile_name,
    statement,
    kid,
    signature: sign(null, Buffer.from(statement), createPrivateKey(privateKey)).toString('base64url'),
    editionNumber: input.editionNumber,
    issuedAt,
    withdrawnAt: null,
    isSuperseded: false,
    isWorkPublic: row.is_public === 1,
    workWithdrawnAt: null,
  };
  const events = eventFor(tx, subscribers, {
    type: 'certificate.created',
    resource: { type: 'certificate', id, registry_id: row.registry_id },
    changedFields: [],
  });
  const stored = { registry_id: row.registry_id, data: null, certificate_id: id };
  await tx.writeCertificate(
    certificate,
    row.number,
    events,
    organizationId === null ? undefined : answerToStore(tx, { organizationId, idempotency }, 201, stored),
  );
  return { ok: true, replayed: false, status: 201, body: certificate };
}

function refuseForeign(
  artwork: StoredArtwork | undefined,
  organizationId: string | null,
): asserts artwork is StoredArtwork {
  if (artwork === undefined || artwork.row.withdrawn_at !== null) throw new Refused('artwork_not_found');
  const isPublic = artwork.row.is_public === 1;
  if (organizationId === null && !isPublic) throw new Refused('artwork_not_found');
  if (organizationId !== null && artwork.row.organization_id !== organizationId)
    throw new Refused(isPublic ? 'not_permitted' : 'artwork_not_found');
}

/** By its issuer, also when the work was transferred since; or by the operator (organizationId null). Once withdrawn, it stays so. */
export async function withdrawCertificate(
  tx: Tx,
  { organizationId, certificateId, reason }: Withdrawal,
): Promise<{ ok: true; certificate: CertificateRecord }> {
  const certificate = await tx.findCertificate(certificateId);
  if (certificate === undefined) throw new Refused('certificate_not_found');
  if (organizationId !== null && certificate.organizationId !== organizationId)
    throw new Refused('not_permitted', 'This certificate was issued by another organisation.');
  if (certificate.withdrawnAt !== null) return { ok: true, certificate };
  const withdrawnAt = momentOf(tx, tx.tick());
  await tx.writeWithdrawal(certificateId, withdrawnAt, reason);
  return { ok: true, certificate: { ...certificate, withdrawnAt } };
}

/** What is signed. Once given out, these bytes are kept as they are: a new version gets a new `version`. */
function statementOf(
  artwork: Artwork,
  { editionNumber, editionSize, note, registry }: CertificateInput,
  { id, issuedAt, kid }: { id: string; issuedAt: number; kid: string },
): string {
  const { artist, current_collection: holder } = artwork;
  return JSON.stringify({
    type: 'artwork-registry-certificate',
    version: 1,
    id,
    kid,
    issued_at: isoOfMicros(issuedAt),
    registry,
    issuer: holder && { name: holder.name, type: holder.type, slug: holder.slug, city: holder.city },
    artwork: {
      registry_id: artwork.registry_id,
      public_page: artwork.links.public_page,
      title: artwork.title,
      artist: artist && { name: artist.name, slug: artist.slug },
      year_created: artwork.year_created,
      medium: artwork.medium,
      dimensions_cm: artwork.dimensions_cm,
    },
    edition: editionNumber === null ? null : { number: editionNumber, size: editionSize },
    note,
  });
}

/** What a reader may see; `readerId`: the organisation that asks, or null. */
export function certificateObject(
  record: CertificateRecord,
  publicUrl: string,
  readerId: string | null,
): Certificate {
  const isShown = record.isWorkPublic || (readerId !== null && record.organizationId === readerId);
  const shown = <Value>(value: Value): Value | null => (isShown ? value : null);
  const withdrawnAt = record.withdrawnAt ?? record.workWithdrawnAt;
  return {
    object: 'certificate',
    id: record.id,
    status: statusOf(record),
    registry_id: shown(record.registryId),
    issuer: record.issuerName,
    issued_at: isoOfMicros(record.issuedAt),
    withdrawn_at: withdrawnAt === null ? null : isoOfMicros(withdrawnAt),
    statement: shown(record.statement),
    signature: shown(record.signature),
    kid: shown(record.kid),
    links: {
      public_page: `${publicUrl}/certificates/${record.id}`,
      keys: `${publicUrl}/.well-known/artwork-registry-keys.json`,
    },
  };
}

/** Also for what is not public. The certificate of a work that the operator withdrew is withdrawn with it. */
export function statusOf(record: CertificateRecord): Certificate['status'] {
  if (record.withdrawnAt !== null || record.workWithdrawnAt !== null) return 'withdrawn';
  return record.isSuperseded ? 'superseded' : 'valid';
}
