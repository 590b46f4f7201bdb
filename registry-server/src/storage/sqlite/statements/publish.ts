// Publishing one work: replay, match, insert, source, event, change and idempotency row in one write job.
import { randomUUID } from 'node:crypto';
import { fingerprint } from '@artwork-registry/contract';
import type { ArtworkWriteResult } from '@artwork-registry/contract';
import type { ArtworkFields, Outcome, PublishInput } from '../../records.ts';
import { Refused } from '../../tx.ts';
import { findOrInsertArtist, nameArtist, presentName } from './artists.ts';
import { getRow, listSources, project, storeProjection } from './artwork-rows.ts';
import { nextRegistryNumber, tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { findMatch } from './identity.ts';
import type { Match } from './identity.ts';
import { idempotently } from './idempotency.ts';
import { requireInstallation } from './installations.ts';
import { findOrInsertMedium } from './mediums.ts';
import { insertChange, insertEvent } from './outbox.ts';
import { refuseTakenExternalId, writeInFeed, writeSource } from './source-rows.ts';
import { writeText } from '../search/text-index.ts';

type Answer = { status: number; body: ArtworkWriteResult };

/** Only inside a write job. */
export function publish(context: SqliteContext, input: PublishInput): Outcome<ArtworkWriteResult> {
  if (input.source !== null) requireInstallation(context, input.organizationId, input.source.installationId);
  const profileId = input.profileId ?? findWriteTarget(context, input.organizationId);
  return idempotently(context, input, () => {
    const print = fingerprint({ artist_name: presentName(context, input.artistName), ...input.fields });
    const match = findMatch(context, input, print);
    if (input.source !== null) refuseTakenExternalId(context, input.source, match?.number ?? null);
    return match === undefined
      ? insert(context, input, profileId, print)
      : answerDuplicate(context, input, match);
  });
}

export function findWriteTarget(context: SqliteContext, organizationId: string): string {
  const row = context
    .sql<{ id: string }>(
      `SELECT id FROM profiles WHERE organization_id = ? AND type IN ('gallery', 'collection') ORDER BY number LIMIT 1`,
    )
    .get(organizationId);
  if (row === undefined) throw new Refused('no_write_target');
  return row.id;
}

function insert(
  context: SqliteContext,
  input: PublishInput,
  profileId: string,
  print: string | null,
): Answer {
  const artistId = findOrInsertArtist(context, input.artistName);
  const number = nextRegistryNumber(context);
  const now = tick(context);
  context
    .sql(
      `INSERT INTO artworks (number, id, registry_id, organization_id, profile_id, artist_id, fingerprint, created_at,
         updated_at, title, year_created, medium, medium_id, height_cm, width_cm, depth_cm, availability, price_amount,
         price_currency, cover_image_url, external_id, source_url, inventory_ref, artist_spelling)
       VALUES (@number, @id, @registryId, @organizationId, @profileId, @artistId, @print, @now, @now, @title,
         @year_created, @medium, @medium_id, @height_cm, @width_cm, @depth_cm, @availability, @price_amount,
         @price_currency, @cover_image_url, @external_id, @source_url, @inventory_ref, @artistName)`,
    )
    .run({
      number,
      id: randomUUID(),
      registryId: `${context.idPrefix}-${number}`,
      organizationId: input.organizationId,
      profileId,
      artistId,
      print,
      now,
      artistName: input.artistName,
      ...columnsOf(context, input.fields),
    });
  if (input.source !== null) writeSource(context, input.organizationId, number, input.source);
  const isPublic = input.fields.availability !== 'fully_private';
  if (isPublic) nameArtist(context, number);
  const row = getRow(context, number);
  const artwork = storeProjection(context, row);
  if (isPublic) {
    writeText(context, row);
    insertChange(context, { op: 'upsert', registryId: row.registry_id, updatedAt: now });
    insertEvent(context, {
      type: 'artwork.created',
      organizationId: row.organization_id,
      resource: { type: 'artwork', id: row.id, registry_id: row.registry_id },
      changedFields: [],
    });
  }
  return {
    status: 201,
    body: {
      object: 'artwork_write_result',
      duplicate: false,
      matched_on: null,
      registry_id: row.registry_id,
      data: isPublic ? artwork : null,
    },
  };
}

function answerDuplicate(context: SqliteContext, input: PublishInput, match: Match): Answer {
  const isOwn = match.organizationId === input.organizationId;
  const { source } = input;
  if (isOwn && source !== null) {
    refuseMerge(context, match, source.installationId, source.externalId ?? null);
    writeInFeed(context, getRow(context, match.number), () =>
      writeSource(context, input.organizationId, match.number, source),
    );
  }
  const row = getRow(context, match.number);
  if (isOwn && source !== null) storeProjection(context, row);
  return {
    status: 200,
    body: {
      object: 'artwork_write_result',
      duplicate: true,
      matched_on: match.matchedOn,
      registry_id: row.registry_id,
      data: row.is_public === 1 ? project(context, row) : null,
    },
  };
}

/** source_conflict (b): a shop that lists two products has two works, so they are never merged in silence. */
export function refuseMerge(
  context: SqliteContext,
  match: Match,
  installationId: string,
  externalId: string | null,
): void {
  const held = listSources(context, match.number).find((source) => source.installation_id === installationId);
  if (
    externalId === null ||
    held === undefined ||
    held.external_id === null ||
    held.external_id === externalId
  )
    return;
  throw new Refused(
    'source_conflict',
    `This work matches an artwork of yours on ${match.matchedOn}, but that one is external_id "${held.external_id}" ` +
      `and this one is "${externalId}". If they are two works, make them distinguishable, with an edition number in ` +
      'the title for example; if they are one, publish only one of them.',
  );
}

/** The stored columns of the fields a client may write. */
export function columnsOf(
  context: SqliteContext,
  fields: ArtworkFields,
): Record<string, string | number | null> {
  const { price, ...rest } = fields;
  return {
    ...rest,
    medium_id: fields.medium === null ? null : findOrInsertMedium(context, fields.medium),
    price_amount: price?.amount ?? null,
    price_currency: price?.currency ?? null,
  };
}
