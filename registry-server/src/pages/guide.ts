// The guide for all readers at /guide/: plain files that `npm run docs` or the release builds beside the code.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Clock } from '#kit/clock';
import { lastModifiedOf } from './answer.ts';

export const GUIDE_FOLDER = join(import.meta.dirname, '../../guide');
const CSP =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const ABSENT = 'The guide is not part of this installation. `npm run docs` builds it.\n';

export function addGuide(
  app: FastifyInstance,
  clock: Pick<Clock, 'now'>,
  folder: string = GUIDE_FOLDER,
): void {
  if (!existsSync(join(folder, 'index.html'))) {
    const absent = (_request: FastifyRequest, reply: FastifyReply) =>
      reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(ABSENT);
    app.get('/guide', absent);
    app.get('/guide/*', absent);
    return;
  }
  app.register(fastifyStatic, {
    root: folder,
    prefix: '/guide/',
    cacheControl: false,
    setHeaders: (reply, _path, { mtime }) => {
      void reply.header('last-modified', lastModifiedOf(mtime, clock));
      void reply.header('content-security-policy', CSP);
      void reply.header('cache-control', 'public, no-cache');
    },
  });
  // The links of a page are relative to its folder. The router takes both for one address.
  app.get('/guide', (request, reply) =>
    request.url === '/guide/' ? reply.sendFile('index.html') : reply.redirect('/guide/', 308),
  );
}
