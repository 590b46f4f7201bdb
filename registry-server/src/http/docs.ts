// /docs: the API description for people. Open, outside the rate limit, and without any request to another server.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from './openapi/schemas.ts';

// Swagger UI puts its icons into data: addresses and sets styles from script; nothing may come from elsewhere.
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function addDocsRoutes(app: FastifyInstance, describe: () => OpenApiDocument): void {
  app.register(swagger, { mode: 'static', specification: { document: {} as never } });
  app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_CSP,
    transformSpecification: () => describe() as never,
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
