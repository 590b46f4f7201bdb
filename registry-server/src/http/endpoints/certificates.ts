// Certificates (feature `certificates`): issue one for an own work, look one up, withdraw one.
import { CertificateRequest, CertificateWithdrawal, requestHash } from '@artwork-registry/contract';
import type { Certificate } from '@artwork-registry/contract';
import { certificateObject } from '../../domain/certificates/certificates.ts';
import { currentSigner } from '../../domain/certificates/signing-keys.ts';
import { ApiError } from '../api-error.ts';
import { ARTWORK_ID, idOf, workIdIn } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { AT } from '../openapi/samples.ts';
import { parseBody, refuseProtected } from '../parse-body.ts';
import { keyHeader } from '../artwork-bodies.ts';

const CERTIFICATE_ID = 'The id that the issuer was given.';

const certificate: Certificate = {
  object: 'certificate',
  id: '5f2a7c0e9b1d4e6f8a3c5b7d9e1f2a4c',
  status: 'valid',
  registry_id: 'AREG-1042',
  issuer: 'Demo Gallery',
  issued_at: AT,
  withdrawn_at: null,
  statement: '{"type":"artwork-registry-certificate","version":1}',
  signature: 'c2lnbmF0dXJl',
  kid: 'k3yId0123456789a',
  links: {
    public_page: 'https://registry.example/certificates/5f2a7c0e9b1d4e6f8a3c5b7d9e1f2a4c',
    keys: 'https://registry.example/.well-known/artwork-registry-keys.json',
  },
};

const issueCertificate: Endpoint = {
  method: 'POST',
  path: '/artworks/{id}/certificates',
  scope: 'artworks:write',
  operationId: 'issueCertificate',
  tag: 'certificates',
  summary: 'Issue a certificate for an own work (feature certificates)',
  description:
    'The statement says what the work is on this day, and is signed. A later certificate for the same copy supersedes it. No buyer is named.',
  id: ARTWORK_ID,
  takesIdempotencyKey: true,
  body: { schema: 'CertificateRequest', example: { edition_number: 3, edition_size: 50 } },
  answers: [{ status: 201, schema: 'Certificate', description: 'The certificate.', example: certificate }],
  errors: [
    'invalid_body',
    'protected_field',
    'not_permitted',
    'artwork_not_found',
    'idempotency_key_reused',
    'idempotent_request_in_progress',
  ],
  handler:
    ({ storage, access, introduction, publicUrl }) =>
    async (request, reply) => {
      const { id: organizationId } = callerOf(request).key.organization;
      // A request without a body asks for the work as a whole; `null` is a body, and is refused.
      const body = request.body === undefined ? {} : request.body;
      refuseProtected(body);
      const asked = parseBody(CertificateRequest, body);
      const key = keyHeader(request);
      const artworkId = workIdIn(request);
      const outcome = await storage.issueCertificate({
        organizationId,
        artworkId,
        editionNumber: asked.edition_number ?? null,
        editionSize: asked.edition_size ?? null,
        note: asked.note ?? null,
        idempotency:
          key === null ? null : { key, requestHash: requestHash({ certificate: artworkId, body }) },
        signer: await currentSigner(storage, access.secretKeys),
        registry: { name: introduction.name, url: publicUrl() },
      });
      if (!outcome.ok) throw ApiError.of(outcome);
      if (outcome.replayed) reply.header('idempotent-replay', 'true');
      reply.code(201);
      return certificateObject(outcome.body, publicUrl(), organizationId);
    },
};

const getCertificate: Endpoint = {
  method: 'GET',
  path: '/certificates/{id}',
  scope: 'artworks:read',
  operationId: 'getCertificate',
  tag: 'certificates',
  summary: 'Look a certificate up (feature certificates)',
  description: 'While the work is not public, everybody but its issuer gets status, issuer and dates only.',
  id: CERTIFICATE_ID,
  answers: [{ status: 200, schema: 'Certificate', description: 'The certificate.', example: certificate }],
  errors: ['certificate_not_found'],
  handler:
    ({ storage, publicUrl }) =>
    async (request) => {
      const found = await storage.findCertificate(idOf(request));
      if (found === undefined) throw new ApiError('certificate_not_found');
      return certificateObject(found, publicUrl(), callerOf(request).key.organization.id);
    },
};

const withdrawCertificate: Endpoint = {
  method: 'POST',
  path: '/certificates/{id}/withdraw',
  scope: 'artworks:write',
  operationId: 'withdrawCertificate',
  tag: 'certificates',
  summary: 'Withdraw a certificate that you issued (feature certificates)',
  description:
    'Also after the work went to somebody else. It cannot be undone: issue a new certificate. The reason is for you and the operator.',
  id: CERTIFICATE_ID,
  body: { schema: 'CertificateWithdrawal', example: { reason: 'The sale was cancelled.' } },
  answers: [
    {
      status: 200,
      schema: 'Certificate',
      description: 'The certificate, withdrawn.',
      example: { ...certificate, status: 'withdrawn', withdrawn_at: AT },
    },
  ],
  errors: ['invalid_body', 'protected_field', 'not_permitted', 'certificate_not_found'],
  handler:
    ({ storage, publicUrl }) =>
    async (request) => {
      const { id: organizationId } = callerOf(request).key.organization;
      refuseProtected(request.body);
      const { reason } = parseBody(CertificateWithdrawal, request.body);
      const withdrawn = await storage.withdrawCertificate({
        organizationId,
        certificateId: idOf(request),
        reason,
      });
      if (!withdrawn.ok) throw ApiError.of(withdrawn);
      return certificateObject(withdrawn.certificate, publicUrl(), organizationId);
    },
};

export const certificates: readonly Endpoint[] = [issueCertificate, getCertificate, withdrawCertificate];
