// /docs: the API description for people. Open, outside the rate limit, and without any request to another server.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { routeOf } from './endpoint.ts';
import { JSON_TYPE } from './error-replies.ts';

// Swagger UI puts its icons into data: addresses and sets styles from script; nothing may come from elsewhere.
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `describe` answers the description as JSON. */
export function addDocsRoutes(app: FastifyInstance, describe: () => string): void {
  // Swagger UI would write the description out for each request, as YAML for 80 ms: anybody could keep the main thread with it.
  const answerDescription: preHandlerHookHandler = (request, reply, done) => {
    const route = routeOf(request);
    if (route === '/docs/json') void reply.type(JSON_TYPE).send(describe());
    else if (route === '/docs/yaml') reply.callNotFound();
    else done();
  };
  app.register(swagger, { mode: 'static', specification: { document: {} as never } });
  app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_CSP,
    uiHooks: { preHandler: answerDescription },
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      supportedSubmitMethods: [],
    },
    theme: { title: 'Artwork Registry API v1' },
  });
}
