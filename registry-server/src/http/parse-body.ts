// Validates a request body against its schema. An answer names at most a bounded number of bad fields, whatever was sent.
import { issuesOf, LIMITS, protectedFieldsIn, shortPath } from '@artwork-registry/contract';
import { z } from 'zod';
import { ApiError, invalidBody } from './api-error.ts';

export type JsonObject = Record<string, unknown>;

/** Throws invalid_body with one issue per bad field. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  refuseFlood(schema, body);
  if (isObject(body) && Object.hasOwn(body, '__proto__'))
    throw invalidBody('__proto__', 'is not a known field');
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ApiError('invalid_body', { issues: issuesOf(parsed.error) });
  return parsed.data;
}

/** The same for a body that names a site: throws protected_field and site_url_required first. */
export function parseSite<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  refuseProtected(body);
  const site = isObject(body) ? (body.site_url ?? '') : 'none';
  if (typeof site === 'string' && site.trim() === '') throw new ApiError('site_url_required');
  return parseBody(schema, body);
}

// More than any schema has: above it, only the names are judged.
const MAX_FIELDS = 100;

/** A body of a hundred thousand unknown fields is refused for its names, before it is copied or judged field by field. */
export function refuseFlood(schema: z.ZodType, body: unknown): void {
  if (!isObject(body) || !(schema instanceof z.ZodObject)) return;
  const names = Object.keys(body);
  if (names.length <= MAX_FIELDS) return;
  const unknown = names.filter((name) => !Object.hasOwn(schema.shape, name));
  const issues = unknown
    .slice(0, LIMITS.issues)
    .map((name) => ({ path: shortPath(name), message: 'is not a known field' }));
  const more = unknown.length - issues.length;
  if (more > 0) issues.push({ path: '', message: `and ${more} more` });
  throw new ApiError('invalid_body', { issues });
}

export function refuseProtected(body: unknown): void {
  const fields = protectedFieldsIn(body);
  if (fields.length > 0) throw new ApiError('protected_field', { fields });
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
