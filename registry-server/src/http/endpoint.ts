// What an endpoint is: its address, who may call it, its words in the API description, and its handler, all in one value.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { workIdOf } from '@artwork-registry/contract';
import type { ErrorCode, Scope } from '@artwork-registry/contract';
import type { z } from 'zod';
import type { Clock } from '#kit/clock';
import type { Introduction } from '../config.ts';
import type { AccessDeps } from '../domain/access/access-requests.ts';
import type { Storage } from '../storage/storage.ts';
import type { Deprecations } from './deprecations.ts';
import type { SchemaName } from './openapi/schemas.ts';

export const BASE_PATH = '/api/v1';

/** The route that answers, which has one spelling. The address has many: the router takes `/%73earch` for `/search`. */
export const routeOf = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): string =>
  routeOptions.url ?? '';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** What the handlers may use. */
export type ApiDeps = {
  storage: Storage;
  clock: Clock;
  /** Origin without trailing slash. */
  publicUrl: () => string;
  introduction: Introduction;
  /** Requests a minute of a key without a limit of its own. */
  rateLimit: number;
  access: Omit<AccessDeps, 'storage'>;
  /** All endpoints, for the one that lists them. */
  endpoints: readonly Endpoint[];
  /** What answers say that will go. */
  deprecations: Deprecations;
  /** The API description as JSON. */
  describe: () => string;
};

export type Answer = {
  status: 200 | 201;
  /** Null: any object. */
  schema: SchemaName | null;
  description: string;
  example?: unknown;
};

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH';
  /** Below BASE_PATH, as the API description writes it: `/artworks/{id}`. */
  path: string;
  /** Null: no scope is asked for. */
  scope: Scope | null;
  /** Default `required`. `optional`: works without a key, but a valid one is counted. `ignored`: keys and limits play no part. */
  key?: 'optional' | 'ignored';
  operationId: string;
  tag: 'service' | 'artworks' | 'sources' | 'certificates' | 'records' | 'integrations';
  summary: string;
  description?: string;
  /** What `{id}` may be. */
  id?: string;
  query?: z.ZodObject;
  takesIdempotencyKey?: boolean;
  body?: { schema: SchemaName; example: unknown };
  answers: Answer[];
  /** What only this call answers; errors that every call of its kind shares are added by the API description. */
  errors: ErrorCode[];
  /** Bytes. Default: the contract's limit for one work. */
  bodyLimit?: number;
  /** Makes a check that runs after the key and before a byte of a body is read; throws to refuse. */
  beforeBody?: (deps: ApiDeps) => (request: FastifyRequest) => Promise<void> | void;
  /** Makes the handler; called once an application. */
  handler: (deps: ApiDeps) => Handler;
};

export const ARTWORK_ID = 'Art ID (`registry_id`) or uuid of the artwork.';

/** Errors of every call that writes the content of artworks. */
export const WRITE_ERRORS: ErrorCode[] = ['invalid_body', 'protected_field', 'unknown_installation'];

/** The value of `{id}` in the address. */
export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** The same where it names a work: an Art ID may be written in any case. */
export function workIdIn(request: FastifyRequest): string {
  return workIdOf(idOf(request));
}
