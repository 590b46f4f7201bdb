// The public pages: one per public artwork, and the security headers of every page. The headers are set here and not by
// @fastify/helmet: its defaults, such as HSTS and upgrade-insecure-requests, would lock browsers out of a registry that also
// speaks plain HTTP on loopback.
import type { FastifyInstance } from 'fastify';
import { BASE_PATH } from '../http/endpoint.ts';
import type { Storage } from '../storage/storage.ts';
import { artworkPage, missingPage } from './artwork-page.ts';
import { PAGE_CSP } from './page-layout.ts';

export function addPageRoutes(app: FastifyInstance, storage: Storage, isTest: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(BASE_PATH)) return;
    reply.header('content-security-policy', PAGE_CSP);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
  });

  app.get<{ Params: { id: string } }>('/artworks/:id', async (request, reply) => {
    const artwork = await storage.findPublicArtwork(request.params.id);
    reply.type('text/html; charset=utf-8');
    return artwork === undefined
      ? reply.code(404).send(missingPage(isTest))
      : reply.send(artworkPage(artwork, isTest));
  });
}
