// Certificates of works, and the keys that sign them.
import type { NewAnswer, NewEvent } from '../../artwork-facts.ts';
import type { CertificateRecord, NewSigningKey, SigningKey } from '../../records.ts';
import { tick } from '../engine/context.ts';
import type { PostgresContext } from '../engine/context.ts';
import { sendAnswer, sendEvents } from './outbox.ts';

const CERTIFICATE = `SELECT c.id, w.registry_id AS "registryId", c.organization_id AS "organizationId",
  c.issuer_name AS "issuerName", c.statement, c.kid, c.signature, c.edition_number AS "editionNumber",
  c.issued_at AS "issuedAt", c.withdrawn_at AS "withdrawnAt", w.is_public AS "isWorkPublic",
  w.withdrawn_at AS "workWithdrawnAt",
  EXISTS (SELECT 1 FROM certificates later WHERE later.artwork_number = c.artwork_number
    AND later.number > c.number AND later.edition_number IS NOT DISTINCT FROM c.edition_number
    AND later.withdrawn_at IS NULL) AS "isSuperseded"
  FROM certificates c JOIN artworks w ON w.number = c.artwork_number`;

export async function findCertificate(
  { connection }: PostgresContext,
  id: string,
): Promise<CertificateRecord | undefined> {
  return (await connection.query<CertificateRecord>(`${CERTIFICATE} WHERE c.id = $1`, [id]))[0];
}

/** Of a work, oldest first. */
export function listCertificates(
  { connection }: PostgresContext,
  registryId: string,
): Promise<CertificateRecord[]> {
  return connection.query(`${CERTIFICATE} WHERE w.registry_id = $1 ORDER BY c.number`, [registryId]);
}

export async function writeCertificate(
  context: PostgresContext,
  certificate: CertificateRecord,
  artworkNumber: number,
  events: NewEvent[],
  answer?: NewAnswer,
): Promise<void> {
  const { id, issuedAt, organizationId, issuerName, statement, kid, signature, editionNumber } = certificate;
  await Promise.all([
    context.connection.run(
      `INSERT INTO certificates (id, artwork_number, issued_at, organization_id, issuer_name, statement, kid, signature,
         edition_number) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, artworkNumber, issuedAt, organizationId, issuerName, statement, kid, signature, editionNumber],
    ),
    ...sendEvents(context, events),
    ...(answer === undefined ? [] : [sendAnswer(context, answer)]),
  ]);
}

export async function writeWithdrawal(
  { connection }: PostgresContext,
  id: string,
  at: number,
  reason: string,
): Promise<void> {
  await connection.run('UPDATE certificates SET withdrawn_at = $1, withdrawn_reason = $2 WHERE id = $3', [
    at,
    reason,
    id,
  ]);
}

/** Oldest first. */
export function listSigningKeys({ connection }: PostgresContext): Promise<SigningKey[]> {
  return connection.query(
    `SELECT kid, public_key AS "publicKey", private_key AS "privateKey", created_at AS "createdAt",
       retired_at AS "retiredAt", revoked_at AS "revokedAt" FROM signing_keys ORDER BY created_at`,
  );
}

/** Retires the others. `onlyFirst`: nothing is done where there is one that signs. */
export async function insertSigningKey(
  context: PostgresContext,
  { kid, publicKey, privateKey }: NewSigningKey,
  { onlyFirst }: { onlyFirst: boolean },
): Promise<void> {
  const { connection } = context;
  const signing = await connection.query('SELECT 1 FROM signing_keys WHERE retired_at IS NULL');
  if (onlyFirst && signing.length > 0) return;
  const at = tick(context);
  await Promise.all([
    connection.run('UPDATE signing_keys SET retired_at = $1 WHERE retired_at IS NULL', [at]),
    connection.run(
      'INSERT INTO signing_keys (kid, public_key, private_key, created_at) VALUES ($1, $2, $3, $4)',
      [kid, publicKey, privateKey, at],
    ),
  ]);
}

/** Once, and it signs no more. False where there is no such key. */
export async function revokeSigningKey(context: PostgresContext, kid: string): Promise<boolean> {
  const revoked = await context.connection.run(
    `UPDATE signing_keys SET revoked_at = coalesce(revoked_at, $1), retired_at = coalesce(retired_at, $1)
     WHERE kid = $2`,
    [tick(context), kid],
  );
  return revoked > 0;
}
