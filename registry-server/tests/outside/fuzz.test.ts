// Malformed requests by the thousand, over real sockets: never a 5xx, a hang, an answer that is not as described, or a
// word about the inside. The seed is fixed; ARTWORK_REGISTRY_LONG=1 sends all of them.
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASE_PATH } from '../../src/http/endpoint.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { makeResponseCheck } from '../../../stage/fakes/response-check.ts';
import { startTestRegistry } from '../support/test-registry.ts';
import type { TestRegistry } from '../support/test-registry.ts';
import { arbitraryRequest } from './fuzz/arbitrary-request.ts';
import type { FuzzRequest, Known } from './fuzz/arbitrary-request.ts';
import { send } from './fuzz/send.ts';
import type { FuzzAnswer } from './fuzz/send.ts';

const COUNT = process.env.ARTWORK_REGISTRY_LONG === '1' ? 20_000 : 2_000;
const SEED = 20_260_301;
const HANG_MS = 10_000;
const IN_PARALLEL = 16;

// Nothing of the inside is ever named: tables, columns, files, libraries, error classes.
const INSIDE =
  /sqlite|postgres|pg_|relation "|duplicate key|constraint|\bSELECT\b|node_modules|\.ts\b|file:\/\/|FST_ERR|ERR_[A-Z]|fastify|ZodError|(Type|Range|Syntax|Reference)Error|_key LIKE|is_public|artwork_number|profile_id/;
const BROKEN = new Set(['malformed_request', 'headers_too_large', 'request_timeout']);

const check = makeResponseCheck(openApiDocument('https://registry.test'));
let registry: TestRegistry;
let port: number;
let known: Known;

beforeAll(async () => {
  registry = await startTestRegistry({
    rateLimit: 1_000_000,
    requestTimeoutMs: 400,
    trustProxy: ['127.0.0.1'],
    accessRequests: 1_000_000,
  });
  await registry.app.listen({ port: 0, host: '127.0.0.1' });
  port = (registry.app.server.address() as AddressInfo).port;
  const { api, apiKey } = await registry.organization('fuzz');
  const { apiKey: readKey } = await registry.organization('fuzz-reader', { scopes: ['artworks:read'] });
  const shop = await api('POST', '/integrations/connect', { platform: 'wix', site_url: 'https://f.example' });
  const made = await api('POST', '/artworks', { title: 'Target', artist_name: 'Ana Brun' });
  known = {
    apiKey,
    readKey,
    artIds: [made.body.registry_id, made.body.data.id],
    installationId: shop.body.installation_id,
    slugs: ['ana-brun', 'fuzz-gallery'],
  };
});
afterAll(() => registry.close());

it(
  `${COUNT} malformed requests bring nothing down and nothing out`,
  async () => {
    const requests = fc.sample(arbitraryRequest(known), { numRuns: COUNT, seed: SEED });
    const counts: Record<string, number> = {};
    const complaints: string[] = [];
    let next = 0;
    const worker = async () => {
      for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
        const answer = await send(port, request, HANG_MS);
        const outcome = answer.kind === 'answer' ? String(answer.status) : answer.kind;
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        complaints.push(...complaintsAbout(request, answer));
      }
    };
    await Promise.all(Array.from({ length: IN_PARALLEL }, worker));
    console.log(`fuzz, seed ${SEED}: ${JSON.stringify(counts)}`);
    expect(complaints.slice(0, 10).map((complaint) => complaint.slice(0, 1000))).toEqual([]);
    // The requests must reach every layer, or this test would prove nothing.
    for (const status of [200, 201, 400, 401, 403, 404, 405, 413, 415, 422]) {
      expect([status, counts[status]]).toEqual([status, expect.any(Number)]);
    }
    expect((await registry.client(known.apiKey)('GET', '/artworks?limit=1')).status).toBe(200);
  },
  COUNT * 50,
);

function complaintsAbout(request: FuzzRequest, answer: FuzzAnswer): string[] {
  const shown = `${request.method} ${request.target.slice(0, 200)} ${JSON.stringify(request.headers).slice(0, 300)} ${Buffer.concat(request.body).toString('utf8').slice(0, 300)}`;
  if (answer.kind === 'closed') return request.cutAfter === undefined ? [`no answer: ${shown}`] : [];
  if (answer.kind === 'hang') return [`hang: ${shown}`];
  const { status, headers, text } = answer;
  if (status >= 500) return [`${status}: ${shown}`];
  const inside = INSIDE.exec(text)?.[0];
  if (inside !== undefined && !shown.includes(inside)) return [`says ${inside}: ${shown}`];
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
  const code = (body as { error?: { code?: string } }).error?.code ?? '';
  const isApi = new RegExp(`^${BASE_PATH}(/|\\?|#|$)`).test(request.target);
  // The body that would say so is left out for HEAD.
  const isBroken = BROKEN.has(code) || (request.method === 'HEAD' && headers.connection === 'close');
  if (!isApi || isBroken) return headers['x-registry-api-version'] === 'v1' ? [] : [`no version: ${shown}`];
  const path = request.target.slice(BASE_PATH.length) || '/';
  return check({ method: request.method, path, status, headers, body }).map(
    (complaint) => `${complaint}: ${shown}`,
  );
}
