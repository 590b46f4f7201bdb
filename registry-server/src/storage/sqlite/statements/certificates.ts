// Certificates of registration. Issuing one is an event; the certificate itself is a row that never changes.
import { randomUUID } from 'node:crypto';
import type { CertificateRecord } from '../../operator-records.ts';
import { findRow } from './artwork-rows.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { insertEvent } from './outbox.ts';

/** Undefined unless the work is public: an event would name a work that nobody may know of. */
export function issueCertificate(context: SqliteContext, artworkId: string): CertificateRecord | undefined {
  const row = findRow(context, artworkId);
  if (row === undefined || row.is_public !== 1) return undefined;
  const certificate: CertificateRecord = {
    id: randomUUID(),
    registryId: row.registry_id,
    issuedAt: tick(context),
  };
  context
    .sql('INSERT INTO certificates (id, artwork_number, issued_at) VALUES (?, ?, ?)')
    .run(certificate.id, row.number, certificate.issuedAt);
  insertEvent(context, {
    type: 'certificate.created',
    organizationId: row.organization_id,
    resource: { type: 'certificate', id: certificate.id, registry_id: row.registry_id },
    changedFields: [],
  });
  return certificate;
}
