// The pages people see: one per public artwork, and the list of endpoints.
import type { FastifyInstance } from 'fastify';
import { BASE_PATH, ENDPOINTS, FEATURES } from '../../domain/endpoints.ts';
import type { Storage } from '../../storage/storage.ts';
import { artworkPage, missingPage } from '../artwork-page.ts';
import { escapeHtml } from '../escape-html.ts';
import { PAGE_CSP, pageLayout } from '../page-layout.ts';

export function addPageRoutes(
  app: FastifyInstance,
  deps: { storage: Storage; publicUrl: () => string },
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(BASE_PATH)) return;
    reply.header('content-security-policy', PAGE_CSP);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
  });

  app.get<{ Params: { id: string } }>('/artworks/:id', async (request, reply) => {
    const artwork = await deps.storage.findPublicArtwork(request.params.id);
    reply.type('text/html; charset=utf-8');
    return artwork === undefined ? reply.code(404).send(missingPage()) : reply.send(artworkPage(artwork));
  });

  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(deps.publicUrl())),
  );
}

function docsPage(publicUrl: string): string {
  const rows = ENDPOINTS.filter((endpoint) => endpoint.available)
    .map(
      ({ method, path, scope }) =>
        `<tr><td><code>${method}</code></td><td><code>${escapeHtml(path)}</code></td><td>${scope ?? 'any key'}</td></tr>`,
    )
    .join('\n');
  return pageLayout({
    title: 'Artwork Registry API v1',
    main: `<h1>Artwork Registry API v1</h1>
<p>Base address: <code>${escapeHtml(publicUrl + BASE_PATH)}</code>. Send your key as <code>Authorization: Bearer …</code> or <code>x-api-key</code>.</p>
<table><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Scope</th></tr></thead>
<tbody>
${rows}
</tbody></table>
<p>Additive features: ${FEATURES.map((feature) => `<code>${feature}</code>`).join(', ')}.</p>`,
  });
}
