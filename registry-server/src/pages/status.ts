// /status: whether the registry works, for everybody. How long its queues are stays with the operator.
import accepts from 'accepts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listManifests } from '../dumps/dump-folder.ts';
import { html } from '../html/html.ts';
import { pageLayout } from './page-layout.ts';
import type { PublicSide } from './public-side.ts';
import { speechFor } from './answer.ts';

export function addStatusRoutes(
  app: FastifyInstance,
  { storage, place, dumps, isStopping }: PublicSide,
): void {
  /** A look at a read and a write, kept for a second: many who ask cost no more than one. */
  async function read() {
    const isUp = await storage.ping().then(
      () => true,
      () => false,
    );
    const [last] = dumps ? listManifests(dumps.folder) : [];
    return {
      object: 'status',
      status: isUp && !isStopping() ? 'up' : 'down',
      checked_at: new Date(storage.clock.nowMs()).toISOString(),
      ...(dumps && { last_dump_at: last?.created_at ?? null }),
    };
  }

  app.get('/status.json', async (_request, reply) => {
    const status = await read();
    return reply.code(status.status === 'up' ? 200 : 503).send(status);
  });

  app.get('/status', async (request: FastifyRequest, reply) => {
    const status = await read();
    const code = status.status === 'up' ? 200 : 503;
    if (accepts(request.raw).type(['html', 'json']) === 'json') return reply.code(code).send(status);
    const speech = speechFor(request);
    const { words, moment } = speech;
    const { type, body } = pageLayout(place, speech, {
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
