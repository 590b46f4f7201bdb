// The schemas of the API description, made from the contract. Requests are described as they are sent, answers as they
// are given; answers stay open, because later versions of v1 may add fields.
import * as contract from '@artwork-registry/contract';
import { z } from 'zod';

export type JsonSchema = { [name: string]: unknown };

export type OpenApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, JsonSchema>>;
  components: { schemas: Record<string, JsonSchema> } & JsonSchema;
} & JsonSchema;

const REQUESTS = [
  'AccessClaimRequest',
  'AccessRequest',
  'ArtworkCreate',
  'ArtworkSourceInput',
  'ArtworkSourcePatch',
  'ArtworkUpdate',
  'BatchUpdateItem',
  'BatchUpdateRequest',
  'CertificateRequest',
  'CertificateWithdrawal',
  'ConnectRequest',
  'InstallationMove',
  'SyncItem',
  'SyncRequest',
] as const;

export const ANSWERS = [
  'AccessClaim',
  'AccessRequestResult',
  'Artist',
  'ArtistResponse',
  'Artwork',
  'ArtworkList',
  'ArtworkResponse',
  'ArtworkSource',
  'ArtworkSourceResponse',
  'ArtworkUpdateResult',
  'ArtworkWriteResult',
  'BatchUpdateResult',
  'BatchUpdateResultItem',
  'Certificate',
  'Change',
  'ChangeList',
  'ErrorBody',
  'ErrorEnvelope',
  'ErrorIssue',
  'GalleryResponse',
  'Installation',
  'Institution',
  'MatchResult',
  'MuseumResponse',
  'Pagination',
  'Profile',
  'ServiceDescriptor',
  'SyncResult',
  'SyncResultItem',
  'WebhookEvent',
] as const;

export type SchemaName = (typeof REQUESTS)[number] | (typeof ANSWERS)[number];

export const refTo = (name: SchemaName): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** All component schemas by name, in alphabetical order. */
export function componentSchemas(): Record<string, JsonSchema> {
  const requests = generate(REQUESTS, 'input');
  const answers = generate(ANSWERS, 'output');
  for (const schema of Object.values(answers)) openUp(schema);
  describeBatches(requests);
  return Object.fromEntries(Object.entries({ ...requests, ...answers }).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Query parameters of a list as OpenAPI parameter objects. */
export function queryParameters(query: z.ZodObject, words: Record<string, string>): JsonSchema[] {
  const { properties } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    description: words[name] ?? name,
    schema: { ...(schema as JsonSchema), ...defaultOf(query.shape[name]) },
  }));
}

/** Zod leaves the default out where the value is transformed, as all query values are. */
function defaultOf(schema: unknown): JsonSchema {
  return schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {};
}

function generate(names: readonly SchemaName[], io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const name of names) registry.add(contract[name] as z.ZodType, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    // Bodies inside a batch; describeBatches names them.
    unrepresentable: 'any',
  });
  return Object.fromEntries(
    Object.entries(schemas as Record<string, JsonSchema>).map(([name, schema]) => {
      const { $schema: _dialect, $id: _id, ...rest } = schema;
      return [name, rest];
    }),
  );
}

/** Drops the ban on further properties: clients must tolerate fields added later. */
function openUp(schema: unknown): void {
  if (Array.isArray(schema)) return schema.forEach(openUp);
  if (typeof schema !== 'object' || schema === null) return;
  const record = schema as JsonSchema;
  if (record.additionalProperties === false) delete record.additionalProperties;
  Object.values(record).forEach(openUp);
}

/** The contract reads the items of a batch one by one, so their bodies are named here. */
function describeBatches(requests: Record<string, JsonSchema>): void {
  const properties = (name: SchemaName) => requests[name]?.properties as Record<string, JsonSchema>;
  const set = (name: SchemaName, field: string, change: JsonSchema) => {
    properties(name)[field] = change;
  };
  const items = (name: SchemaName) => ({ type: 'array', minItems: 1, maxItems: 50, items: refTo(name) });
  set('SyncRequest', 'items', items('SyncItem'));
  set('SyncItem', 'artwork', refTo('ArtworkCreate'));
  set('BatchUpdateRequest', 'items', items('BatchUpdateItem'));
  set('BatchUpdateItem', 'changes', refTo('ArtworkUpdate'));
  set('BatchUpdateItem', 'source', refTo('ArtworkSourcePatch'));
  Object.assign(requests.ArtworkUpdate ?? {}, { minProperties: 1 });
  Object.assign(requests.ArtworkSourcePatch ?? {}, {
    minProperties: 1,
    description: 'At least one of status, last_synced_at, source_url and external_id.',
  });
  Object.assign(requests.BatchUpdateItem ?? {}, { description: 'Either changes or source.' });
}
