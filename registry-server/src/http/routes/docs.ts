// The API description: /api/v1/openapi.json for programs, /docs for people. Both open, outside the rate limit, and
// without any request to another server.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Gate } from '../gate.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { addResource } from '../resource.ts';

// Swagger UI puts its icons into data: addresses and sets styles from script; nothing may come from elsewhere.
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function addDocsRoutes(app: FastifyInstance, gate: Gate, publicUrl: () => string): void {
  // Built once per public address: with port 0 the address is known only after the server listens.
  let built: { publicUrl: string; document: OpenApiDocument } | undefined;
  const document = () => {
    const url = publicUrl();
    if (built?.publicUrl !== url) built = { publicUrl: url, document: openApiDocument(url) };
    return built.document;
  };

  addResource(app, gate, '/openapi.json', { GET: async () => document() });

  app.register(swagger, { mode: 'static', specification: { document: {} as never } });
  app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_CSP,
    transformSpecification: () => document() as never,
    transformSpecificationClone: false,
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      supportedSubmitMethods: [],
    },
    theme: { title: 'Artwork Registry API v1' },
  });
}
