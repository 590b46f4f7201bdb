// The registry that every operation begins with: two galleries with works, sites, receivers, certificates and requests for access.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { hashApiKey } from '../../src/domain/access/api-key.ts';
import { currentSigner } from '../../src/domain/certificates/signing-keys.ts';
import { makeSigningSecret, sealSecret } from '../../src/domain/delivery/signing-secret.ts';
import type { PublishInput } from '../../src/storage/records.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { certificateInput } from '../support/certificates.ts';
import { PUBLIC_URL } from '../support/engines.ts';
import {
  addAccessRequest,
  addApiKey,
  addInstallation,
  addOrganization,
  PLAIN_WORK,
} from '../support/publishers.ts';
import type { TestClock } from '../support/test-clock.ts';
import { readSamples } from '../data/read-samples.ts';
import type { Samples } from '../data/read-samples.ts';
import { SECRET_KEYS } from '../support/test-registry.ts';
import type { Api } from '../support/test-registry.ts';

/** With which the program that sent the request asks for its key. */
export const CLAIM_TOKEN = 'bq3wWmUgHm1yT0wq0cP1xOQm3y7ZQ0v9Jr6f2b8sK4E';

/** Of what is there before an operation. */
export type Facts = {
  organizationId: string;
  profileId: string;
  installationId: string;
  apiKey: string;
  prefix: string;
  /** Shown, with a source; the next one as well; withdrawn. */
  shown: string;
  second: string;
  withdrawn: string;
  webhook: string;
  certificate: string;
  /** Issued by the gallery itself. */
  own: string;
  keyId: string;
  /** Of every read (tests/data/read-samples.ts). */
  samples: Samples;
  request: string;
};

export type World = Facts & {
  storage: Storage;
  app: FastifyInstance;
  clock: TestClock;
  api: Api;
  anybody: Api;
};

const workOf = (organizationId: string, title: string, more: Partial<PublishInput> = {}): PublishInput => ({
  organizationId,
  fields: {
    ...PLAIN_WORK,
    title,
    medium: 'Oil on canvas',
    year_created: '1900',
    availability: 'for_sale',
    price: { amount: 5, currency: 'EUR' },
    external_id: title,
    source_url: `https://shop.example/${title}`,
    cover_image_url: `https://shop.example/${title}.jpg`,
    inventory_ref: title,
  },
  artistName: 'Ana',
  source: null,
  idempotency: null,
  ...more,
});

const noteUse = (storage: Storage, id: string) =>
  (storage as Storage & { recordKeyUse(id: string): Promise<void> }).recordKeyUse(id);

export async function fill(storage: Storage): Promise<Facts> {
  const { organizationId, profileId } = await addOrganization(storage, 'own', {
    country: 'Germany',
    city: 'Berlin',
  });
  await addOrganization(storage, 'other');
  const installationId = await addInstallation(storage, organizationId);
  const key = await addApiKey(storage, organizationId);
  const webhook = async (organization: string) => {
    const secret = sealSecret(makeSigningSecret(), SECRET_KEYS[0]);
    const row = { organizationId: organization, url: 'https://r.example/hook', events: ['*'], secret };
    return (await storage.insertWebhook(row)).id;
  };
  const webhookId = await webhook(organizationId);
  const publish = async (title: string, artistName: string) => {
    const source = { installationId, externalId: title };
    const [outcome] = await storage.publishArtworks([workOf(organizationId, title, { source, artistName })]);
    if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
    return outcome.body.registry_id;
  };
  const shown = await publish('shown', 'Ana');
  const second = await publish('second', 'Eva');
  const withdrawn = await publish('withdrawn', 'Ana');
  await storage.withdrawArtwork(withdrawn);
  await currentSigner(storage, SECRET_KEYS);
  const certificate = await storage.issueCertificate(certificateInput(shown));
  if (!certificate.ok) throw new Error(`refused: ${certificate.code}`);
  await addOrganization(storage, 'museum', { type: 'museum' });
  const samples = await readSamples(storage, 'sampled');
  const issued = await storage.issueCertificate(certificateInput(second, { organizationId }));
  const claimHash = createHash('sha256').update(CLAIM_TOKEN).digest('hex');
  const request = await addAccessRequest(storage, { email: 'dora@example.org', claimHash });
  // That a key was used is noted once an hour, and would be work of the first operation.
  const used = await storage.findApiKey(hashApiKey(key.apiKey));
  if (used !== undefined) await noteUse(storage, used.id);
  return {
    ...{ organizationId, profileId, installationId, ...key, shown, second, withdrawn },
    ...{ webhook: webhookId, certificate: certificate.body.id, request, samples },
    ...{ own: issued.ok ? issued.body.id : '', keyId: used?.id ?? '' },
  };
}

/**
 * The programs around a storage: those that answer are made once, because making them takes longer than an operation, and continue with
 * each storage that is given.
 */
export function makeWorlds(first: Storage, clock: TestClock, facts: Facts): (storage: Storage) => World {
  let current = first;
  const storage = new Proxy({} as Storage, {
    get: (_target, name) => Reflect.get(current, name) as unknown,
    has: (_target, name) => name in current,
  });
  const app = buildApp({
    config: {
      rateLimit: 1_000_000,
      tls: undefined,
      trustProxy: [],
      publicUrl: undefined,
      operatorPasswordHash: undefined,
      webhookAllowHosts: [],
      introduction: readConfig({}).introduction,
      accessRequestsPerHour: 1000,
      accessRequestsPerEmailDay: 1000,
      syncServiceAddresses: [],
      dumps: undefined,
      budget: { pages: 1_000_000, searches: 1_000_000 },
    },
    storage,
    clock,
    secretKeys: SECRET_KEYS,
    publicUrl: () => PUBLIC_URL,
  });
  const client =
    (apiKey: string | null): Api =>
    async (method, path, body, headers = {}) => {
      const response = await app.inject({
        method: method as 'GET',
        url: path,
        headers: {
          ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return {
        status: response.statusCode,
        headers: response.headers,
        body: isJson && response.body !== '' ? response.json() : response.body,
      };
    };
  const [api, anybody] = [client(facts.apiKey), client(null)];
  return (opened) => {
    current = opened;
    return { ...facts, storage: opened, app, clock, api, anybody };
  };
}
