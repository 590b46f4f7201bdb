// Reads the bodies that describe an artwork into what storage takes: protected names first, then validation, then the
// defaults. Who may write where is decided by the rules.
import {
  ArtworkCreate,
  ArtworkSourcePatch,
  ArtworkUpdate,
  IdempotencyKey,
  requestHash,
} from '@artwork-registry/contract';
import type { ArtworkSourceInput } from '@artwork-registry/contract';
import type { FastifyRequest } from 'fastify';
import { platformOf } from '../domain/curation/site-identity.ts';
import type {
  ArtworkFields,
  Idempotency,
  PublishInput,
  SourceChange,
  SourcePatchInput,
  UpdateInput,
} from '../storage/records.ts';
import { microsOfIso } from '../storage/timestamp.ts';
import { invalidBody } from './api-error.ts';
import { isObject, parseBody, refuseFlood, refuseProtected } from './parse-body.ts';
import type { JsonObject } from './parse-body.ts';

/** Throws protected_field or invalid_body. `key` is the idempotency key, or null. */
export function readCreate(body: unknown, organizationId: string, key: string | null): PublishInput {
  refuseProtected(body);
  refuseFlood(ArtworkCreate, body);
  const filled = fillIntegration(body);
  const work = parseBody(ArtworkCreate, filled);
  const { artist_name: artistName, integration, price, ...rest } = work;
  const fields: ArtworkFields = {
    title: rest.title,
    year_created: rest.year_created ?? null,
    medium: rest.medium ?? null,
    height_cm: rest.height_cm ?? null,
    width_cm: rest.width_cm ?? null,
    depth_cm: rest.depth_cm ?? null,
    availability: rest.availability ?? 'not_for_sale',
    price: price ?? null,
    cover_image_url: rest.cover_image_url ?? null,
    external_id: rest.external_id ?? integration?.external_id ?? null,
    source_url: rest.source_url ?? integration?.source_url ?? null,
    inventory_ref: rest.inventory_ref ?? null,
  };
  const source =
    integration === undefined
      ? null
      : sourceChangeOf(integration, {
          external_id: fields.external_id ?? undefined,
          source_url: fields.source_url ?? undefined,
        });
  return { organizationId, fields, artistName, source, idempotency: idempotencyOf(key, filled) };
}

export function readUpdate(
  body: unknown,
  organizationId: string,
  artworkId: string,
  key: string | null,
): UpdateInput {
  refuseProtected(body);
  const { artist_name: artistName, integration, ...changes } = parseBody(ArtworkUpdate, body);
  // Null clears a field, here and in the source; only what is not named is filled in.
  if (changes.external_id === undefined) changes.external_id = integration?.external_id;
  if (changes.source_url === undefined) changes.source_url = integration?.source_url;
  const fields = withoutUndefined(changes) as Partial<ArtworkFields>;
  const source = integration === undefined ? null : sourceChangeOf(integration, changes);
  return { organizationId, artworkId, fields, artistName, source, idempotency: idempotencyOf(key, body) };
}

export function readSourcePatch(
  body: unknown,
  organizationId: string,
  artworkId: string,
  key: string | null,
): SourcePatchInput {
  const patch = parseBody(ArtworkSourcePatch, body);
  const change = {
    installationId: patch.installation_id,
    externalId: patch.external_id,
    sourceUrl: patch.source_url,
    status: patch.status,
    lastSyncedAt: patch.last_synced_at === undefined ? undefined : microsOfIso(patch.last_synced_at),
  };
  return { organizationId, artworkId, change, idempotency: idempotencyOf(key, body) };
}

/** Fills the call's installation into an item, or refuses an item that names another one. */
export function withInstallation(body: unknown, installationId: string): unknown {
  if (!isObject(body)) return body;
  const { integration } = body;
  if (integration === undefined) return { ...body, integration: { installation_id: installationId } };
  if (isObject(integration) && integration.installation_id !== undefined) {
    if (integration.installation_id !== installationId) {
      throw invalidBody('integration.installation_id', 'differs from the installation_id of the call');
    }
    return body;
  }
  return isObject(integration)
    ? { ...body, integration: { installation_id: installationId, ...integration } }
    : body;
}

/** The integration's external_id and source_url default to the top-level ones, also for the comparison of requests. */
function fillIntegration(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.integration)) return body;
  const defaults: JsonObject = {};
  for (const name of ['external_id', 'source_url']) {
    if (typeof body[name] === 'string' && body[name].trim() !== '') defaults[name] = body[name];
  }
  return { ...body, integration: { ...defaults, ...body.integration } };
}

function sourceChangeOf(
  integration: ArtworkSourceInput,
  fields: { external_id?: string | null | undefined; source_url?: string | null | undefined },
): SourceChange {
  const platform = integration.platform === undefined ? undefined : platformOf(integration.platform);
  return {
    installationId: integration.installation_id,
    platform,
    externalId: integration.external_id ?? fields.external_id,
    sourceUrl: integration.source_url ?? fields.source_url,
    status: integration.status ?? 'active',
    lastSyncedAt:
      integration.last_synced_at === undefined ? undefined : microsOfIso(integration.last_synced_at),
  };
}

/** The header's value, or null. Throws invalid_body. */
export function keyHeader(request: FastifyRequest): string | null {
  const key = IdempotencyKey.nullable().safeParse(request.headers['idempotency-key'] ?? null);
  if (key.success) return key.data;
  throw invalidBody('Idempotency-Key', 'must be 1 to 200 visible ASCII characters');
}

function idempotencyOf(key: string | null, body: unknown): Idempotency | null {
  return key === null ? null : { key, requestHash: requestHash(body) };
}

function withoutUndefined(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
