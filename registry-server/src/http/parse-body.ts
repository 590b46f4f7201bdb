// Validates a request body against its schema. An answer names at most a bounded number of bad fields, whatever was sent.
import { issuesOf, LIMITS, protectedFieldsIn, shortPath } from '@artwork-registry/contract';
import type { ErrorIssue } from '@artwork-registry/contract';
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

/**
 * Refuses an object with more names than any schema has, before it is copied or validated: the body itself with the names that are
 * unknown, an object inside it by its own name.
 */
export function refuseFlood(schema: z.ZodType, body: unknown): void {
  if (!isObject(body)) return;
  if (hasTooManyNames(body)) throw new ApiError('invalid_body', { issues: unknownNames(schema, body) });
  const issues = Object.keys(body)
    .filter((name) => hasTooManyNames(body[name]))
    .map((name) => ({ path: shortPath(name), message: `must have at most ${LIMITS.objectFields} fields` }));
  if (issues.length > 0) throw new ApiError('invalid_body', { issues: issues.slice(0, LIMITS.issues) });
}

function hasTooManyNames(value: unknown): boolean {
  if (!isObject(value)) return false;
  let names = 0;
  for (const _name in value) {
    names += 1;
    if (names > LIMITS.objectFields) return true;
  }
  return false;
}

function unknownNames(schema: z.ZodType, body: JsonObject): ErrorIssue[] {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(shape, name));
  const issues = unknown
    .slice(0, LIMITS.issues)
    .map((name) => ({ path: shortPath(name), message: 'is not a known field' }));
  const more = unknown.length - issues.length;
  return more === 0 ? issues : [...issues, { path: '', message: `and ${more} more` }];
}

export function refuseProtected(body: unknown): void {
  const fields = protectedFieldsIn(body);
  if (fields.length > 0) throw new ApiError('protected_field', { fields });
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
