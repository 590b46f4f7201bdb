// Addresses of certificates. They are never listed: everybody who has one was given it. While the work is not public, they show status,
// issuer and dates, and there is no signed form and nothing to print.
import type { Certificate } from '@artwork-registry/contract';
import type { FastifyInstance } from 'fastify';
import { certificateObject } from '../../domain/certificates/certificates.ts';
import { publicKeySet } from '../../domain/certificates/signing-keys.ts';
import { JSON_TYPE } from '../../http/error-replies.ts';
import { MISSING_JSON, sendAbsence, sendForm, localeFor } from '../answer.ts';
import { missingPage } from '../page-layout.ts';
import type { Printer } from '../print/printer.ts';
import { sendPrint } from '../print/send-print.ts';
import type { Wanted } from '../print/send-print.ts';
import type { PublicSide } from '../public-side.ts';
import { formLinks, pageLinks } from '../signposts.ts';
import { certificatePage } from './certificate-page.ts';
import type { Language } from '../words.ts';
import { PAPERS } from './certificate-pdf.ts';
import type { Paper } from './certificate-pdf.ts';

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
    reply.header('x-robots-tag', 'noindex');
    const sendAbsent = () =>
      sendAbsence(reply, 404, suffix === '.json' ? MISSING_JSON : missingPage(place, localeFor(request)));
    if (id === undefined) return sendAbsent();
    if (suffix === '.pdf') {
      const { language } = localeFor(request);
      const paper = PAPERS.find((known) => known === request.query.size) ?? 'a4';
      return sendPrint(request, reply, { printer, find: () => findPrint(id, paper, language), sendAbsent });
    }
    const certificate = await find(id);
    if (certificate === undefined) return sendAbsent();
    const address = certificate.links.public_page;
    if (suffix === '.json') {
      const body = JSON.stringify(certificate);
      return sendForm(request, reply, { type: JSON_TYPE, body, link: formLinks(address) });
    }
    return sendForm(request, reply, {
      ...certificatePage(place, localeFor(request), certificate),
      link: pageLinks({ address, forms: ['json'] }),
    });
  });

  async function find(id: string): Promise<Certificate | undefined> {
    const found = await storage.findCertificate(id);
    return found && certificateObject(found, publicUrl(), null);
  }

  async function findPrint(id: string, paper: Paper, language: Language): Promise<Wanted | undefined> {
    const certificate = await find(id);
    if (certificate === undefined || certificate.statement === null) return undefined;
    return {
      job: { kind: 'certificate', place, certificate, paper, language },
      fileName: `${certificate.registry_id}-certificate.pdf`,
    };
  }
}
