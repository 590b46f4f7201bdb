// Updating one work, and patching one of its sources. Content changes bump updated_at; source changes never do.
import { fingerprint } from '@artwork-registry/contract';
import type { ArtworkUpdateResult } from '@artwork-registry/contract';
import { changedFields, publicSource } from '../../projection.ts';
import type { ArtworkRow } from '../../projection.ts';
import type { ArtworkFields, Outcome, SourceChange, SourcePatchInput, UpdateInput } from '../../records.ts';
import { Refused } from '../../tx.ts';
import { findOrInsertArtist, nameArtist, presentName } from './artists.ts';
import { findRow, getRow, listSources, project, storeProjection } from './artwork-rows.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { idempotently } from './idempotency.ts';
import { requireInstallation } from './installations.ts';
import { columnsOf } from './publish.ts';
import { refuseTakenExternalId, writeInFeed, writeSource } from './source-rows.ts';
import { publishTransition } from './visibility.ts';

/** Only inside a write job. */
export function updateArtwork(context: SqliteContext, input: UpdateInput): Outcome<ArtworkUpdateResult> {
  const before = findRow(context, input.artworkId);
  if (before === undefined || before.withdrawn_at !== null) throw new Refused('artwork_not_found');
  if (before.organization_id !== input.organizationId) {
    throw new Refused(before.is_public === 1 ? 'not_permitted' : 'artwork_not_found');
  }
  if (input.source !== null) requireInstallation(context, input.organizationId, input.source.installationId);
  return idempotently(context, input, () => {
    const { source } = input;
    if (source !== null) {
      refuseTakenExternalId(context, source, before.number);
      writeInFeed(context, before, () => writeSource(context, input.organizationId, before.number, source));
    }
    const changed = writeFields(context, before, input);
    storeProjection(context, getRow(context, before.number));
    return { status: 200, body: resultOf(context, before.number, changed) };
  });
}

function writeFields(context: SqliteContext, before: ArtworkRow, input: UpdateInput): string[] {
  const fields: ArtworkFields = { ...fieldsOf(before), ...input.fields };
  const artistId =
    input.artistName === undefined ? before.artist_id : findOrInsertArtist(context, input.artistName);
  const artistName = presentName(context, input.artistName ?? before.artist_name);
  context
    .sql(
      `UPDATE artworks SET artist_id = @artistId, fingerprint = @print, title = @title, year_created = @year_created,
         medium = @medium, medium_id = @medium_id, height_cm = @height_cm, width_cm = @width_cm, depth_cm = @depth_cm,
         availability = @availability, price_amount = @price_amount, price_currency = @price_currency,
         cover_image_url = @cover_image_url, external_id = @external_id, source_url = @source_url,
         inventory_ref = @inventory_ref, artist_spelling = coalesce(@spelling, artist_spelling) WHERE number = @number`,
    )
    .run({
      number: before.number,
      artistId,
      spelling: input.artistName ?? null,
      print: fingerprint({ artist_name: artistName, ...fields }),
      ...columnsOf(context, fields),
    });
  if (fields.availability !== 'fully_private') nameArtist(context, before.number);
  const written = getRow(context, before.number);
  const changed = changedFields(project(context, before), project(context, written));
  if (changed.length > 0) {
    context.sql('UPDATE artworks SET updated_at = ? WHERE number = ?').run(tick(context), before.number);
    publishTransition(context, before, getRow(context, before.number), changed);
  }
  return changed;
}

/** Only inside a write job. The work's content, visibility and updated_at stay as they are. */
export function patchSource(context: SqliteContext, input: SourcePatchInput): Outcome<ArtworkUpdateResult> {
  const row = findRow(context, input.artworkId);
  const isOwn = row?.organization_id === input.organizationId;
  if (row === undefined || row.withdrawn_at !== null || (row.is_public !== 1 && !isOwn)) {
    throw new Refused('artwork_not_found');
  }
  const installationId = chooseInstallation(context, input, row.number);
  return idempotently(context, input, () => {
    const change: SourceChange = { ...input.change, installationId };
    refuseTakenExternalId(context, change, row.number);
    writeInFeed(context, row, () => writeSource(context, input.organizationId, row.number, change));
    storeProjection(context, row);
    const sources = listSources(context, row.number);
    const patched = sources.find((source) => source.installation_id === installationId);
    const body: ArtworkUpdateResult = {
      ...resultOf(context, row.number, []),
      source: patched === undefined ? null : publicSource(patched),
      sources: sources.map(publicSource),
      deletes_artwork: false,
    };
    return { status: 200, body };
  });
}

function chooseInstallation(context: SqliteContext, input: SourcePatchInput, artworkNumber: number): string {
  const own = listSources(context, artworkNumber).filter(
    (source) => source.organization_id === input.organizationId,
  );
  const named = input.change.installationId;
  if (named === undefined) {
    if (own.length > 1) throw new Refused('installation_id_required');
    const only = own[0];
    if (only === undefined) throw new Refused('source_not_found');
    return only.installation_id;
  }
  const isCallers = context
    .sql('SELECT 1 FROM installations WHERE id = ? AND organization_id = ?')
    .get(named, input.organizationId);
  if (isCallers === undefined) throw new Refused('source_ownership_mismatch');
  if (!own.some((source) => source.installation_id === named)) throw new Refused('source_not_found');
  return named;
}

function resultOf(context: SqliteContext, number: number, changed: string[]): ArtworkUpdateResult {
  const row = getRow(context, number);
  return {
    object: 'artwork_update_result',
    registry_id: row.registry_id,
    public: row.is_public === 1,
    changed_fields: changed,
    data: row.is_public === 1 ? project(context, row) : null,
  };
}

function fieldsOf(row: ArtworkRow): ArtworkFields {
  const { price_amount: amount, price_currency: currency } = row;
  return {
    title: row.title,
    year_created: row.year_created,
    medium: row.medium,
    height_cm: row.height_cm,
    width_cm: row.width_cm,
    depth_cm: row.depth_cm,
    availability: row.availability,
    price: amount === null || currency === null ? null : { amount, currency },
    cover_image_url: row.cover_image_url,
    external_id: row.external_id,
    source_url: row.source_url,
    inventory_ref: row.inventory_ref,
  };
}
