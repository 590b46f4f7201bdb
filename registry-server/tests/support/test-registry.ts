// A registry for tests: a real database (engines.ts), a clock that is moved by hand, an organisation with
// profile and key. Requests go through the real application, and every answer is held against the API description.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { chosenEngine, openStorageOn, PUBLIC_URL } from './engines.ts';
import { addApiKey, addOrganization } from './publishers.ts';
import type { Clock } from '#kit/clock';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Introduction } from '../../src/config.ts';
import { makeMetrics } from '../../src/http/metrics.ts';
import type { Metrics } from '../../src/http/metrics.ts';
import type { Budget } from '../../src/pages/budget.ts';
import type { DumpPlace } from '../../src/dumps/write-dump.ts';
import type { Deprecations } from '../../src/http/deprecations.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import type { ProfileType } from '../../src/storage/records.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { makeResponseCheck } from '../../../stage/fakes/response-check.ts';
import { SECRET_KEYS } from './secret-keys.ts';
import { testClock } from './test-clock.ts';
import type { TestClock } from './test-clock.ts';

export { SECRET_KEYS };

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests assert the shape of what they read
export type Answer = { status: number; headers: Record<string, unknown>; body: any };
export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export type TestRegistry = {
  metrics: Metrics;
  app: FastifyInstance;
  storage: Storage;
  clock: TestClock;
  folder: string;
  /** Creates an organisation with one profile (or none) and answers a client that uses its key. */
  organization(
    slug: string,
    options?: { profile?: ProfileType | null; scopes?: string[]; rateLimit?: number },
  ): Promise<{ id: string; apiKey: string; prefix: string; api: Api }>;
  /** A client with any key, or none. Paths are below /api/v1. */
  client(apiKey: string | null): Api;
  close(): Promise<void>;
};

const checkResponse = makeResponseCheck(openApiDocument(PUBLIC_URL));

export type TestOptions = {
  rateLimit?: number;
  trustProxy?: string[];
  /** The address the operator has configured; undefined: none. */
  publicUrl?: string;
  operatorPasswordHash?: string;
  logger?: FastifyBaseLogger;
  requestTimeoutMs?: number;
  /** Operations that will go; default: those of the table. */
  deprecations?: Deprecations;
  /** Both limits on access requests; default as in the configuration. */
  accessRequests?: number;
  syncServiceAddresses?: string[];
  /** Public pages and searches of one address in a minute; default: no limit that a test meets. */
  budget?: Budget;
  /** Where dumps are; default: there are none. */
  dumps?: DumpPlace;
  /** How the registry introduces itself; default: as without any setting. */
  introduction?: Partial<Introduction>;
};

export function openTestStorage(
  folder: string,
  clock: Clock,
  readers = 0,
  file = join(folder, 'registry.db'),
): Storage {
  return openSqliteStorage({ file, clock, listenUrl: () => PUBLIC_URL, readers });
}

export async function startTestRegistry(options: TestOptions = {}): Promise<TestRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'registry-test-'));
  const clock = testClock();
  const { storage } = await openStorageOn(chosenEngine(), folder, clock);
  const config = {
    rateLimit: options.rateLimit ?? 1000,
    tls: undefined,
    trustProxy: options.trustProxy ?? [],
    publicUrl: options.publicUrl,
    operatorPasswordHash: options.operatorPasswordHash,
    webhookAllowHosts: [],
    introduction: { ...readConfig({}).introduction, ...options.introduction },
    accessRequestsPerHour: options.accessRequests ?? 5,
    accessRequestsPerEmailDay: options.accessRequests ?? 3,
    syncServiceAddresses: options.syncServiceAddresses ?? [],
    dumps: options.dumps,
    budget: options.budget ?? { pages: 1_000_000, searches: 1_000_000 },
  };
  const metrics = makeMetrics(storage, { onUnknown: () => undefined });
  const app = buildApp({
    config,
    metrics,
    storage,
    clock,
    secretKeys: SECRET_KEYS,
    publicUrl: () => PUBLIC_URL,
    ...(options.logger && { logger: options.logger }),
    ...(options.deprecations && { deprecations: options.deprecations }),
    ...(options.requestTimeoutMs && { requestTimeoutMs: options.requestTimeoutMs }),
  });

  const client =
    (apiKey: string | null): Api =>
    async (method, path, body, headers = {}) => {
      const response = await app.inject({
        method: method as 'GET',
        url: `/api/v1${path}`,
        headers: {
          ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      const parsed: unknown = isJson && response.body !== '' ? response.json() : response.body;
      const violations = checkResponse({
        method,
        path,
        status: response.statusCode,
        headers: response.headers,
        body: parsed,
      });
      if (violations.length > 0) throw new Error(violations.join('\n'));
      return { status: response.statusCode, headers: response.headers, body: parsed };
    };

  return {
    app,
    metrics,
    storage,
    clock,
    folder,
    client,
    organization: async (
      slug,
      { profile = 'gallery', scopes = ['artworks:read', 'artworks:write'], rateLimit } = {},
    ) => {
      const { organizationId: id } =
        profile === null
          ? { organizationId: (await storage.insertOrganization({ slug, name: slug })).id }
          : await addOrganization(storage, slug, {
              type: profile,
              slug: `${slug}-${profile}`,
              name: `${slug} ${profile}`,
              city: 'Berlin',
              country: 'Germany',
            });
      const key = await addApiKey(storage, id, { scopes, rateLimit: rateLimit ?? null });
      return { id, ...key, api: client(key.apiKey) };
    },
    close: async () => {
      await app.close();
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
