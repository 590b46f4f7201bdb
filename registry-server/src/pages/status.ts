// /status: whether the registry works, for everybody. How long its queues are stays with the operator.
import { acceptedType } from './accepted-type.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findNewestDump } from '../dumps/dump-folder.ts';
import { html } from '#kit/html';
import { pageLayout } from './page-layout.ts';
import type { PublicSide } from './public-side.ts';
import { localeFor } from './answer.ts';

export function addStatusRoutes(
  app: FastifyInstance,
  { storage, place, dumps, isStopping }: PublicSide,
): void {
  async function read(request: FastifyRequest) {
    const isUp = await storage.ping().then(
      () => true,
      () => false,
    );
    return {
      object: 'status',
      status: isUp && !isStopping() ? 'up' : 'down',
      checked_at: new Date(storage.clock.now()).toISOString(),
      ...(dumps && { last_dump_at: lastDumpAt(dumps.folder, request) }),
    };
  }

  app.get('/status.json', async (request, reply) => {
    const status = await read(request);
    return reply.code(status.status === 'up' ? 200 : 503).send(status);
  });

  app.get('/status', async (request: FastifyRequest, reply) => {
    const status = await read(request);
    const code = status.status === 'up' ? 200 : 503;
    if (acceptedType(request, ['text/html', 'application/json']) === 'application/json')
      return reply.code(code).send(status);
    const locale = localeFor(request);
    const { words, moment } = locale;
    const { type, body } = pageLayout(place, locale, {
      title: `${words.status.title} – ${place.name}`,
      isIndexed: false,
      main: html`<h1>${status.status === 'up' ? words.status.up : words.status.down}</h1>
        <dl>
          <dt>${words.status.checked}</dt>
          <dd>${moment(status.checked_at)}</dd>
          ${
            status.last_dump_at &&
            html`<dt>${words.status.lastDump}</dt>
              <dd><a href="/dumps/">${moment(status.last_dump_at)}</a></dd>`
          }
        </dl>`,
    });
    return reply.code(code).header('vary', 'Accept, Accept-Language').type(type).send(body);
  });
}

/** Null where there is none. Whether the registry works does not depend on the folder of its dumps. */
function lastDumpAt(folder: string, request: FastifyRequest): string | null {
  try {
    return findNewestDump(folder)?.created_at ?? null;
  } catch (error) {
    request.log.warn({ err: error }, 'the folder of the dumps cannot be read');
    return null;
  }
}
