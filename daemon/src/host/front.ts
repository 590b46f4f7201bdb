// The HTTP server of a host: takes new sites, and hands every other request of a site to its cell. Reads no work and opens no
// key, except to check the signature of a site that continues its pairing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { request as send, type Dispatcher } from 'undici';
import type { Clock } from '#kit/clock';
import type { Config } from '../config.ts';
import { createHttpServer } from '../http/http-server.ts';
import { addMetricsRoute } from '../http/metrics.ts';
import { createNonces, FAULTS, faultOf, type Fault } from '../http/signed-request.ts';
import type { Site } from '../site/sites-file.ts';
import type { ConnectAnswer } from './connect.ts';
import type { Directory } from './directory.ts';
import { createSenderLimit } from './sender-limit.ts';

/** A site that is paused asks again after this time, and so hears that it is resumed. */
const PAUSED_SECONDS = 300;
/** Of a turn with an answer of 4 MiB, and of everything else, as the cell takes it. */
const MOST_BODY_BYTES = { turn: 6 * 2 ** 20, leave: 64 * 1024, wake: 64 * 1024 };
const MOST_DELIVERY_BYTES = 64 * 1024;
const MOST_INTRODUCTION_BYTES = 16 * 1024;
/** An hour, of one site, also those that are refused: their nonces are remembered. Ten continue its pairing. */
const MOST_INTRODUCTIONS = 60;
/** A turn waits a few seconds for its call. */
const CELL_TIMEOUT_MS = 15_000;
/** What a cell reads: whatever else a proxy or an HTTP library adds is between it and this server. */
const HANDED_ON = /^(?:content-type|x-areg-.+|x-registry-.+|webhook-.+|traceparent)$/;

export type FrontDeps = {
  config: Pick<Config, 'tls' | 'publicUrl' | 'metrics'>;
  trustedProxies: string[];
  clock: Clock;
  log: Logger;
  directory: Directory;
  connect: (body: unknown, sender: string, former: Site | null) => Promise<ConnectAnswer>;
  /** Leads to the cell; undefined while it is not there. */
  cell: (cell: number) => Dispatcher | undefined;
  /** What keeps the host from doing its work; null: nothing. */
  problem: () => string | null;
  metrics: () => Promise<string>;
};

export function createFront(deps: FrontDeps): FastifyInstance {
  const server = createHttpServer({
    config: deps.config,
    mostBodyBytes: MOST_INTRODUCTION_BYTES,
    trustedProxies: deps.trustedProxies,
  });
  addConnectRoute(server, deps);
  for (const [name, bodyLimit] of Object.entries(MOST_BODY_BYTES))
    addForward(server, deps, `/sites/:siteId/${name}`, { bodyLimit, isOpenWhilePaused: name === 'leave' });
  addForward(server, deps, '/webhooks/registry/:siteId', { bodyLimit: MOST_DELIVERY_BYTES });

  server.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  // "/health" is what a service of one gallery has, and what the container of both asks for.
  for (const path of ['/readyz', '/health'])
    server.get(path, (_request, reply) => {
      const problem = deps.problem();
      return reply.code(problem === null ? 200 : 503).send({ status: problem ?? 'ok' });
    });
  addMetricsRoute(server, deps.config, deps.metrics);
  return server;
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { code, message } });

function addConnectRoute(server: FastifyInstance, deps: FrontDeps): void {
  const nonces = createNonces(deps.clock);
  const introductions = createSenderLimit(deps.clock, MOST_INTRODUCTIONS);
  server.post('/sites', async (request, reply) => {
    const body = bodyOf(request);
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
      const waitSeconds = introductions.take(signer!.siteId);
      if (waitSeconds > 0) {
        void reply.header('retry-after', String(waitSeconds));
        return refuse(reply, 429, 'too_many_requests', 'This site introduces itself too often.');
      }
      nonces.note(request, signer!.siteId);
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

type SiteRequest = { Params: { siteId: string } };

/** Hands the requests of a path to the cell of their site. */
function addForward(
  server: FastifyInstance,
  deps: FrontDeps,
  path: string,
  { bodyLimit, isOpenWhilePaused = false }: { bodyLimit: number; isOpenWhilePaused?: boolean },
): void {
  server.post<SiteRequest>(
    path,
    {
      bodyLimit,
      // Before the body is read: a stranger must not fill the memory.
      onRequest(request, reply, done) {
        const row = deps.directory.findRow(request.params.siteId);
        if (row === undefined)
          return void refuse(reply, 401, 'not_paired', 'This service does not know the site.');
        if (row.state !== 'paused' || isOpenWhilePaused) return done();
        void reply.header('retry-after', String(PAUSED_SECONDS));
        return void refuse(reply, 503, 'paused', 'The operator of this service has paused the site.');
      },
    },
    async (request, reply) => {
      const cell = deps.directory.findRow(request.params.siteId)?.cell;
      const dispatcher = cell === undefined ? undefined : deps.cell(cell);
      if (dispatcher === undefined) return unavailable(reply);
      try {
        return await forward(dispatcher, request, reply);
      } catch (error) {
        deps.log.warn({ err: error, cell }, 'a cell did not answer');
        return unavailable(reply);
      }
    },
  );
}

/** The body is here whole, and so is the answer before it goes out: a slow sender or reader holds no connection of the cell. */
async function forward(
  dispatcher: Dispatcher,
  request: FastifyRequest<SiteRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await send(`http://cell${request.url}`, {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => HANDED_ON.test(name))),
    body: bodyOf(request),
    dispatcher,
    headersTimeout: CELL_TIMEOUT_MS,
    bodyTimeout: CELL_TIMEOUT_MS,
  });
  const body = Buffer.from(await answer.body.arrayBuffer());
  for (const [name, value] of Object.entries(answer.headers)) {
    const isOfConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'].includes(name);
    if (!isOfConnection && value !== undefined) void reply.header(name, value);
  }
  return reply.code(answer.statusCode).send(body);
}

function unavailable(reply: FastifyReply): FastifyReply {
  void reply.header('retry-after', '5');
  return refuse(reply, 503, 'starting', 'The service is just starting. Try again in a moment.');
}

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
