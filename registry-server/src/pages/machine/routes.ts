// Addresses that programs read: sitemap, robots.txt, llms.txt, the catalogue of APIs, oEmbed.
import type { Artwork } from '@artwork-registry/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { JSON_TYPE } from '../../http/error-replies.ts';
import { localeFor } from '../answer.ts';
import type { PublicSide } from '../public-side.ts';
import { HEIGHT, idInAddress, oembedOf, WIDTH } from './oembed.ts';
import { SITEMAP_PART, sitemapIndex, sitemapPart } from './sitemap.ts';
import { apiCatalog, llmsTxt, robotsTxt } from './texts.ts';
import type { Turns } from '../turns.ts';

const HOUR = 'public, max-age=3600';

const atMost = (usual: number) => z.coerce.number().int().positive().catch(usual).default(usual);

const OembedQuery = z.object({
  url: z.string(),
  maxwidth: atMost(WIDTH),
  maxheight: atMost(HEIGHT),
  format: z.string().default('json'),
});

/** `turns`: of all that is answered in pieces. */
export function addMachineRoutes(app: FastifyInstance, side: PublicSide, turns: Turns): void {
  const { storage, place, publicUrl, dumps } = side;
  const text = (reply: FastifyReply, body: string, type = 'text/plain; charset=utf-8') =>
    reply.header('cache-control', HOUR).type(type).send(body);

  app.get('/robots.txt', (_request, reply) =>
    text(reply, robotsTxt(publicUrl(), place.isTest, dumps !== undefined)),
  );
  app.get('/llms.txt', (_request, reply) =>
    text(reply, llmsTxt(publicUrl(), place.name, dumps !== undefined)),
  );
  app.get('/.well-known/api-catalog', (_request, reply) =>
    text(reply, JSON.stringify(apiCatalog(publicUrl())), 'application/linkset+json'),
  );

  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .header('cache-control', HOUR)
      .type('application/xml; charset=utf-8')
      .send(await sitemapIndex(storage, publicUrl())),
  );
  app.get<{ Params: { part: string } }>(SITEMAP_PART, async (request, reply) => {
    const part = await sitemapPart(storage, {
      publicUrl: publicUrl(),
      part: Number(request.params.part),
      turns,
    });
    if (part === undefined)
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no such part.\n');
    return reply.header('cache-control', HOUR).type('application/xml; charset=utf-8').send(part);
  });

  app.get('/oembed', async (request, reply) => {
    const query = OembedQuery.safeParse(request.query);
    if (query.success && query.data.format !== 'json') {
      return reply.code(501).type('text/plain; charset=utf-8').send('Only format=json is available.\n');
    }
    const id = query.success ? idInAddress(query.data.url, publicUrl()) : undefined;
    const found = id === undefined ? undefined : await storage.findPublicForm(id);
    if (!query.success || found?.json === undefined) {
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('There is no public artwork at this address.\n');
    }
    const artwork = JSON.parse(found.json) as Artwork;
    const { maxwidth: maxWidth, maxheight: maxHeight } = query.data;
    // Sites keep what they were given, so that a work that is hidden must be asked for again.
    return reply
      .header('cache-control', 'public, no-cache')
      .type(JSON_TYPE)
      .send(oembedOf(place, publicUrl(), localeFor(request), artwork, { maxWidth, maxHeight }));
  });
}
