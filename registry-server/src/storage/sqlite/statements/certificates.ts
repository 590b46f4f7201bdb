// Certificates of works, and the keys that sign them.
import type { NewAnswer, NewEvent } from '../../artwork-facts.ts';
import type { CertificateRecord, NewSigningKey, SigningKey } from '../../records.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { writeAnswer, writeEvents } from './outbox.ts';

type Row = Omit<CertificateRecord, 'isSuperseded' | 'isWorkPublic'> & {
  isSuperseded: number;
  isWorkPublic: number;
};

const CERTIFICATE = `SELECT c.id, w.registry_id AS registryId, c.organization_id AS organizationId,
  c.issuer_name AS issuerName, c.statement, c.kid, c.signature, c.edition_number AS editionNumber,
  c.issued_at AS issuedAt, c.withdrawn_at AS withdrawnAt, w.is_public AS isWorkPublic,
  w.withdrawn_at AS workWithdrawnAt,
  EXISTS (SELECT 1 FROM certificates later WHERE later.artwork_number = c.artwork_number
    AND later.number > c.number AND later.edition_number IS c.edition_number
    AND later.withdrawn_at IS NULL) AS isSuperseded
  FROM certificates c JOIN artworks w ON w.number = c.artwork_number`;

export function findCertificate({ sql }: SqliteContext, id: string): CertificateRecord | undefined {
  const row = sql<Row>(`${CERTIFICATE} WHERE c.id = ?`).get(id);
  return row && certificateOf(row);
}

/** Of a work, oldest first. */
export function listCertificates({ sql }: SqliteContext, registryId: string): CertificateRecord[] {
  return sql<Row>(`${CERTIFICATE} WHERE w.registry_id = ? ORDER BY c.number`)
    .all(registryId)
    .map(certificateOf);
}

const certificateOf = (row: Row): CertificateRecord => ({
  ...row,
  isSuperseded: row.isSuperseded === 1,
  isWorkPublic: row.isWorkPublic === 1,
});

export function writeCertificate(
  context: SqliteContext,
  certificate: CertificateRecord,
  artworkNumber: number,
  events: NewEvent[],
  answer?: NewAnswer,
): void {
  const {
    isSuperseded: _superseded,
    isWorkPublic: _public,
    workWithdrawnAt: _withdrawn,
    ...row
  } = certificate;
  context
    .sql(
      `INSERT INTO certificates (id, artwork_number, issued_at, organization_id, issuer_name, statement, kid, signature,
         edition_number)
       VALUES (@id, @artworkNumber, @issuedAt, @organizationId, @issuerName, @statement, @kid, @signature, @editionNumber)`,
    )
    .run({ ...row, artworkNumber });
  writeEvents(context, events);
  if (answer !== undefined) writeAnswer(context, answer);
}

export function writeWithdrawal({ sql }: SqliteContext, id: string, at: number, reason: string): void {
  sql('UPDATE certificates SET withdrawn_at = ?, withdrawn_reason = ? WHERE id = ?').run(at, reason, id);
}

/** Oldest first. */
export function listSigningKeys({ sql }: SqliteContext): SigningKey[] {
  return sql<SigningKey>(
    `SELECT kid, public_key AS publicKey, private_key AS privateKey, created_at AS createdAt, retired_at AS retiredAt,
       revoked_at AS revokedAt FROM signing_keys ORDER BY created_at`,
  ).all();
}

/** Retires the others. `onlyFirst`: nothing is done where there is one that signs. */
export function insertSigningKey(
  context: SqliteContext,
  { kid, publicKey, privateKey }: NewSigningKey,
  { onlyFirst }: { onlyFirst: boolean },
): void {
  const { sql, pluck } = context;
  if (onlyFirst && pluck('SELECT 1 FROM signing_keys WHERE retired_at IS NULL').get() !== undefined) return;
  const at = tick(context);
  sql('UPDATE signing_keys SET retired_at = ? WHERE retired_at IS NULL').run(at);
  sql('INSERT INTO signing_keys (kid, public_key, private_key, created_at) VALUES (?, ?, ?, ?)').run(
    kid,
    publicKey,
    privateKey,
    at,
  );
}

/** Once, and it signs no more. False where there is no such key. */
export function revokeSigningKey(context: SqliteContext, kid: string): boolean {
  return (
    context
      .sql(
        `UPDATE signing_keys SET revoked_at = coalesce(revoked_at, @at), retired_at = coalesce(retired_at, @at)
         WHERE kid = @kid`,
      )
      .run({ at: tick(context), kid }).changes > 0
  );
}
