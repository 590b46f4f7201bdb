// Addresses of certificates. They are never listed: everybody who has one was given it. While the work is not public, they show status,
// issuer and dates, and there is no signed form and nothing to print.
import type { Certificate } from '@artwork-registry/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { certificateObject } from '../../domain/certificates.ts';
import { publicKeySet } from '../../domain/signing-keys.ts';
import { JSON_TYPE, sendAbsence, sendForm, speechFor } from '../answer.ts';
import { missingPage } from '../page-layout.ts';
import type { Printer } from '../print/printer.ts';
import { sendPrint } from '../print/send-print.ts';
import type { PublicSide } from '../public-side.ts';
import { certificatePage } from './certificate-page.ts';
import { PAPERS } from './certificate-pdf.ts';

type ById = { Params: { id: string }; Querystring: { size?: string } };

const ID = /^([0-9a-f-]{32,36})(\.json|\.pdf)?$/;

export function addCertificateRoutes(
  app: FastifyInstance,
  { storage, place, publicUrl }: PublicSide,
  printer: Printer,
): void {
  app.get('/.well-known/artwork-registry-keys.json', async (request, reply) => {
    const body = JSON.stringify(publicKeySet(await storage.listSigningKeys()));
    return sendForm(request, reply, { type: 'application/jwk-set+json', body });
  });

  app.get<ById>('/certificates/:id', async (request, reply) => {
    const [, id, suffix] = ID.exec(request.params.id) ?? [];
    const found = id === undefined ? undefined : await storage.findCertificate(id);
    const certificate = found && certificateObject(found, publicUrl(), null);
    reply.header('x-robots-tag', 'noindex');
    if (certificate === undefined || (suffix === '.pdf' && certificate.statement === null))
      return sendAbsence(reply, 404, missingPage(place, speechFor(request)));
    if (suffix === '.json')
      return sendForm(request, reply, { type: JSON_TYPE, body: JSON.stringify(certificate) });
    if (suffix === '.pdf') return sendPdf(request, reply, certificate);
    return sendForm(request, reply, certificatePage(place, speechFor(request), certificate));
  });

  function sendPdf(
    request: FastifyRequest<ById>,
    reply: FastifyReply,
    certificate: Certificate,
  ): Promise<FastifyReply> {
    const paper = PAPERS.find((known) => known === request.query.size) ?? 'a4';
    const { language } = speechFor(request);
    return sendPrint(request, reply, {
      printer,
      job: { kind: 'certificate', place, certificate, paper, language },
      fileName: `${certificate.registry_id}-certificate.pdf`,
    });
  }
}
