// Certificates of works, and the keys that sign them.
import type { CertificateRecord, NewSigningKey, SigningKey } from '../records.ts';
import type { Portable } from './portable.ts';

const CERTIFICATE = `SELECT c.id, w.registry_id AS "registryId", c.organization_id AS "organizationId",
  c.issuer_name AS "issuerName", c.statement, c.kid, c.signature, c.edition_number AS "editionNumber",
  c.issued_at AS "issuedAt", c.withdrawn_at AS "withdrawnAt", w.is_public AS "isWorkPublic",
  w.withdrawn_at AS "workWithdrawnAt",
  EXISTS (SELECT 1 FROM certificates later WHERE later.artwork_number = c.artwork_number
    AND later.number > c.number AND later.edition_number IS NOT DISTINCT FROM c.edition_number
    AND later.withdrawn_at IS NULL) AS "isSuperseded"
  FROM certificates c JOIN artworks w ON w.number = c.artwork_number`;

export async function findCertificate(
  { first }: Portable,
  id: string,
): Promise<CertificateRecord | undefined> {
  const row = await first<CertificateRecord>(`${CERTIFICATE} WHERE c.id = $1`, [id]);
  return row && certificateOf(row);
}

/** Of a work, oldest first. */
export async function listCertificates({ all }: Portable, registryId: string): Promise<CertificateRecord[]> {
  const rows = await all<CertificateRecord>(`${CERTIFICATE} WHERE w.registry_id = $1 ORDER BY c.number`, [
    registryId,
  ]);
  return rows.map(certificateOf);
}

const certificateOf = (row: CertificateRecord): CertificateRecord => ({
  ...row,
  isSuperseded: Boolean(row.isSuperseded),
  isWorkPublic: Boolean(row.isWorkPublic),
});

export async function insertCertificate(
  { run }: Portable,
  certificate: CertificateRecord,
  artworkNumber: number,
): Promise<void> {
  const { id, issuedAt, organizationId, issuerName, statement, kid, signature, editionNumber } = certificate;
  await run(
    `INSERT INTO certificates (id, artwork_number, issued_at, organization_id, issuer_name, statement, kid, signature,
       edition_number) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, artworkNumber, issuedAt, organizationId, issuerName, statement, kid, signature, editionNumber],
  );
}

export async function writeWithdrawal(
  { run }: Portable,
  id: string,
  at: number,
  reason: string,
): Promise<void> {
  await run('UPDATE certificates SET withdrawn_at = $1, withdrawn_reason = $2 WHERE id = $3', [
    at,
    reason,
    id,
  ]);
}

/** Oldest first. */
export function listSigningKeys({ all }: Portable): Promise<SigningKey[]> {
  return all(
    `SELECT kid, public_key AS "publicKey", private_key AS "privateKey", created_at AS "createdAt",
       retired_at AS "retiredAt", revoked_at AS "revokedAt" FROM signing_keys ORDER BY created_at`,
  );
}

/** Retires the others. `onlyFirst`: nothing is done where a key signs already. */
export async function insertSigningKey(
  { first, run, tick }: Portable,
  { kid, publicKey, privateKey }: NewSigningKey,
  { onlyFirst }: { onlyFirst: boolean },
): Promise<void> {
  const signing = await first('SELECT 1 FROM signing_keys WHERE retired_at IS NULL');
  if (onlyFirst && signing !== undefined) return;
  const at = tick();
  await Promise.all([
    run('UPDATE signing_keys SET retired_at = $1 WHERE retired_at IS NULL', [at]),
    run('INSERT INTO signing_keys (kid, public_key, private_key, created_at) VALUES ($1, $2, $3, $4)', [
      kid,
      publicKey,
      privateKey,
      at,
    ]),
  ]);
}

/** Once, and it never signs again. False where no such key exists. */
export async function revokeSigningKey({ run, tick }: Portable, kid: string): Promise<boolean> {
  const revoked = await run(
    `UPDATE signing_keys SET revoked_at = coalesce(revoked_at, $1), retired_at = coalesce(retired_at, $1)
     WHERE kid = $2`,
    [tick(), kid],
  );
  return revoked > 0;
}
