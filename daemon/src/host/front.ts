// The HTTP server of a host: takes new sites, and hands every other request of a site to its cell. Reads no work and opens no
// key, except to check the signature of a site that continues its pairing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { request as send, type Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createHttpServer } from '../http/http-server.ts';
import { addMetricsRoute } from '../http/metrics.ts';
import { createNonces, FAULTS, faultOf, type Fault } from '../http/signed-request.ts';
import type { Site } from '../site/sites-file.ts';
import type { ConnectAnswer } from './connect.ts';
import type { Directory } from './directory.ts';

/** A site that is paused asks again after this time, and so hears that it is resumed. */
const PAUSED_SECONDS = 300;
/** A turn with an answer of 4 MiB. */
const MOST_BODY_BYTES = 6 * 2 ** 20;
/** A turn waits a few seconds for its call. */
const CELL_TIMEOUT_MS = 15_000;

export type FrontDeps = {
  config: Pick<Config, 'tls' | 'publicUrl' | 'metrics'>;
  trustedProxies: string[];
  clock: Clock;
  directory: Directory;
  connect: (body: unknown, sender: string, former: Site | null) => Promise<ConnectAnswer>;
  /** Leads to the cell; undefined while it is not there. */
  cell: (cell: number) => Dispatcher | undefined;
  /** What keeps the host from doing its work; null: nothing. */
  trouble: () => string | null;
  metrics: () => Promise<string>;
};

export function createFront(deps: FrontDeps): FastifyInstance {
  const server = createHttpServer({
    config: deps.config,
    mostBodyBytes: MOST_BODY_BYTES,
    // What goes to a cell is not read here.
    bodies: 'stream',
    trustedProxies: deps.trustedProxies,
  });
  addConnectRoute(server, deps);
  for (const name of ['turn', 'leave', 'wake'])
    server.post<SiteRequest>(`/sites/:siteId/${name}`, (request, reply) => forward(deps, request, reply));
  server.post<SiteRequest>('/webhooks/registry/:siteId', (request, reply) => forward(deps, request, reply));

  server.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  // "/health" is what a service of one gallery has, and what the container of both asks for.
  for (const path of ['/readyz', '/health'])
    server.get(path, (_request, reply) => {
      const trouble = deps.trouble();
      return reply.code(trouble === null ? 200 : 503).send({ status: trouble ?? 'ok' });
    });
  addMetricsRoute(server, deps.config, deps.metrics);
  return server;
}

type SiteRequest = { Params: { siteId: string } };

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { code, message } });

function addConnectRoute(server: FastifyInstance, deps: FrontDeps): void {
  const nonces = createNonces(deps.clock);
  server.post('/sites', { bodyLimit: 16 * 1024 }, async (request, reply) => {
    const body = await readAll(request.body as Readable | undefined, 16 * 1024);
    if (body === null) return refuse(reply, 413, 'http_413', 'The request is too large.');
    let former: Site | null = null;
    const formerId = request.headers['x-areg-site'];
    if (formerId !== undefined) {
      const known = deps.directory.findSite(String(formerId));
      const { signer, fault } = signerOf(known, deps.clock, (site) =>
        faultOf(request, '/sites', site, deps.clock, { nonces, body }),
      );
      // One answer for an unknown id and a wrong signature: nobody learns which sites there are.
      if (fault !== null) return refuse(reply, 401, fault, FAULTS[fault]);
      former = signer;
    }
    const answer = await deps.connect(jsonOf(body), request.ip, former);
    if (answer.retryAfterSeconds !== undefined)
      void reply.header('retry-after', String(answer.retryAfterSeconds));
    return reply.code(answer.status).send(answer.body);
  });
}

/** The site with the secret that signed: its own, or the one before, where the answer to its last introduction was lost. */
function signerOf(
  known: Site | undefined,
  clock: Clock,
  faultOfSigner: (site: Site) => Fault | null,
): { signer: Site | null; fault: Fault | null } {
  if (known === undefined) return { signer: null, fault: 'bad_signature' };
  const fault = faultOfSigner(known);
  const { formerSecret } = known;
  if (fault !== 'bad_signature' || !formerSecret || Date.parse(formerSecret.until) < clock.now())
    return { signer: known, fault };
  const before = { ...known, secret: formerSecret.secret };
  return { signer: before, fault: faultOfSigner(before) };
}

async function forward(
  deps: FrontDeps,
  request: FastifyRequest<SiteRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const row = deps.directory.findRow(request.params.siteId);
  if (row === undefined) return refuse(reply, 401, 'not_paired', 'This service does not know the site.');
  if (row.state === 'paused') {
    void reply.header('retry-after', String(PAUSED_SECONDS));
    return refuse(reply, 503, 'paused', 'The operator of this service has paused the site.');
  }
  const cell = deps.cell(row.cell);
  if (cell === undefined) return unavailable(reply);
  try {
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const answer = await send(`http://cell${request.url}`, {
      method: 'POST',
      headers,
      body: (request.body as Readable | undefined) ?? null,
      dispatcher: cell,
      headersTimeout: CELL_TIMEOUT_MS,
      bodyTimeout: CELL_TIMEOUT_MS,
    });
    for (const [name, value] of Object.entries(answer.headers)) {
      const isHop = ['connection', 'keep-alive', 'transfer-encoding'].includes(name);
      if (!isHop && value !== undefined) void reply.header(name, value);
    }
    return reply.code(answer.statusCode).send(answer.body);
  } catch {
    return unavailable(reply);
  }
}

function unavailable(reply: FastifyReply): FastifyReply {
  void reply.header('retry-after', '5');
  return refuse(reply, 503, 'starting', 'The service is just starting. Try again in a moment.');
}

/** Null where it is too large. */
async function readAll(body: Readable | undefined, mostBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += (chunk as Buffer).length;
    if (size > mostBytes) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
