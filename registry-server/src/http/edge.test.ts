import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveMetrics } from './metrics.ts';
import { makeLogger } from '../logger.ts';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
let port: number;
const lines: string[] = [];

beforeAll(async () => {
  const logger = makeLogger('info', { write: (line) => lines.push(line) });
  registry = await startTestRegistry({ logger, requestTimeoutMs: 300 });
  await registry.app.listen({ port: 0, host: '127.0.0.1' });
  port = (registry.app.server.address() as AddressInfo).port;
});
afterAll(() => registry.close());

/** Sends the bytes and returns everything received until the connection ended. */
function raw(...parts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => parts.forEach((part) => socket.write(part)));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

describe('what is not an HTTP request', () => {
  it.each([
    ['nonsense\r\n\r\n', 400, 'malformed_request'],
    ['GET / HTTP/9.9\r\n\r\n', 400, 'malformed_request'],
    ['GET /api/v1/ HTTP/1.1\r\nbad header\r\n\r\n', 400, 'malformed_request'],
    [`GET /api/v1/ HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [`GET /api/v1/artworks?q=${'y'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 'headers_too_large'],
  ])('%.30s… is answered in the same envelope', async (bytes, status, code) => {
    const answer = await raw(bytes);
    const [head, body] = answer.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('x-registry-api-version: v1\r\ncache-control: no-store\r\nx-request-id: ');
    expect(JSON.parse(body ?? '').error.code).toBe(code);
  });
  it('is told when a request does not arrive in time, and lets a cut one go', async () => {
    const { apiKey } = await registry.organization('slow');
    const head = `POST /api/v1/artworks HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`;
    expect(await raw(head, '{"title":')).toContain('request_timeout');
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head}{"title":`);
      setTimeout(() => socket.destroy(), 20);
    });
    await new Promise((resolve) => socket.once('close', resolve));
    expect((await registry.client(apiKey)('GET', '/')).status).toBe(200);
  });
});

describe('a body that is too large', () => {
  it.each(['/artworks', '/integrations/sync'])(
    'is refused for %s while its sender still writes, who then asks on',
    async (path) => {
      const { apiKey } = await registry.organization(`large${path.length}`);
      const length = 6 * 1024 * 1024;
      const head = `x-api-key: ${apiKey}\r\nhost: x\r\n`;
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /api/v1${path} HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
      );
      // One listener throughout: what arrives between two listeners is lost.
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      const has = (part: string) => vi.waitUntil(() => text.includes(part), { timeout: 30_000 });
      await has('payload_too_large');
      socket.write(Buffer.alloc(length, 120));
      socket.write(`GET /api/v1/ HTTP/1.1\r\n${head}connection: close\r\n\r\n`);
      await has('HTTP/1.1 200 ');
      socket.destroy();
    },
  );
});

describe('addresses and methods', () => {
  it('answer every method that exists with 405 and Allow, whatever it is called', async () => {
    const { api } = await registry.organization('methods');
    for (const method of ['PUT', 'DELETE', 'PROPFIND', 'LOCK', 'TRACE', 'PURGE']) {
      const { status, headers } = await api(method, '/artworks/AREG-1');
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD, PATCH, OPTIONS']);
    }
    expect((await api('HEAD', '/integrations/sync')).status).toBe(405);
    expect((await api('HEAD', '/artworks/AREG-1')).status).toBe(404);
  });
  it('count with a valid key, also where the address cannot be read', async () => {
    const { api } = await registry.organization('counting', { rateLimit: 5 });
    const left = [];
    for (const [method, path] of [
      ['OPTIONS', '/artworks'],
      ['GET', '/artworks/%ZZ'],
      ['GET', '/nowhere'],
      ['DELETE', '/'],
    ] as const) {
      left.push((await api(method, path)).headers['x-ratelimit-remaining']);
    }
    expect(left.map(Number)).toEqual([4, 3, 2, 1]);
  });
  it('take an id of any length, slashes at the end, and no other spelling', async () => {
    const { api } = await registry.organization('ids');
    expect((await api('GET', `/artworks/${'x'.repeat(5000)}`)).body.error.code).toBe('artwork_not_found');
    expect((await api('GET', '/artworks/')).status).toBe(200);
    expect((await api('GET', '/Artworks')).body.error.code).toBe('not_found');
    expect((await api('GET', '/artworks/AREG-1/')).body.error.code).toBe('artwork_not_found');
    expect((await api('GET', '')).status).toBe(200);
  });
});

describe('bodies', () => {
  it('must be plain JSON in UTF-8', async () => {
    const { api } = await registry.organization('plain');
    const post = (headers: Record<string, string>, body = '{}') => api('POST', '/artworks', body, headers);
    expect((await post({ 'content-encoding': 'gzip' })).body.error.code).toBe('unsupported_media_type');
    expect((await post({ 'content-type': 'application/json-patch+json' })).status).toBe(415);
    expect((await post({ 'content-type': 'application/json;charset=utf-8' })).status).toBe(422);
    const latin = await registry.app.inject({
      method: 'POST',
      url: '/api/v1/artworks',
      headers: {
        authorization: `Bearer ${(await registry.organization('latin')).apiKey}`,
        'content-type': 'application/json',
      },
      payload: Buffer.from('{"title":"Gr\xfcn"}', 'latin1'),
    });
    expect(latin.json().error.code).toBe('invalid_json');
  });
  it('are complained about together with the Idempotency-Key, protected names first', async () => {
    const { api } = await registry.organization('together');
    const post = (body: object) => api('POST', '/artworks', body, { 'idempotency-key': 'a b' });
    expect((await post({ owner_id: 1 })).body.error.code).toBe('protected_field');
    expect(
      (await post({ title: 'x' })).body.error.issues.map((issue: { path: string }) => issue.path),
    ).toEqual(['Idempotency-Key', 'artist_name']);
  });
});

describe('for the operator', () => {
  it('metrics name routes and statuses, never addresses', async () => {
    const { api } = await registry.organization('measured');
    await api('GET', '/artworks/SECRET-ID');
    // Not where strangers ask: each look costs a count, and says how the registry does.
    expect((await registry.app.inject('/metrics')).statusCode).toBe(404);
    const server = await serveMetrics(registry.metrics, { host: '127.0.0.1', port: 0 }, () => undefined);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = await fetch(`${url}/metrics`);
    const body = await answer.text();
    expect((await fetch(`${url}/`)).status).toBe(404);
    server.close();
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(body).toMatch(/registry_webhook_deliveries\{status="pending"\} 0/);
    expect(body).toMatch(/registry_webhook_oldest_due_seconds 0/);
    expect(body).toMatch(
      /registry_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/artworks\/:id",status="404"\} \d/,
    );
    expect(body).toContain('process_cpu_user_seconds_total');
    expect(body).not.toContain('SECRET-ID');
  });
  it('logs hold no key that was written in escapes', async () => {
    const { api, apiKey } = await registry.organization('escaped');
    lines.length = 0;
    const hex = (character: string) => `%${character.charCodeAt(0).toString(16)}`;
    const escaped = apiKey.replace(/[a_]/g, hex);
    await api('GET', `/artworks/${escaped}`);
    await api('GET', `/artworks/${escaped.replaceAll('%', '%25')}`);
    expect(lines.join('')).toContain('areg_[redacted]');
    expect(lines.join('')).not.toContain(apiKey.slice(8, 30));
  });
  it('logs hold neither keys nor e-mail addresses', async () => {
    const { api, apiKey } = await registry.organization('logged');
    lines.length = 0;
    await api('GET', `/artworks?q=${apiKey}&artist=ada%40example.com&medium=eve@example.org&bad\n=1`);
    await api('POST', '/integrations/access-requests', { email: 'ada@example.com' });
    registry.app.log.error(
      { err: new Error(`broken for "ada@example.com"\nbob@example.com with ${apiKey}`) },
      'x',
    );
    expect(lines.length).toBeGreaterThan(2);
    const all = lines.join('');
    expect(all).toContain('[e-mail]');
    expect(all).toContain('areg_[redacted]');
    expect(all).not.toMatch(/example\.(com|org)/);
    expect(all).not.toContain(apiKey);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });
});
