// The operator's actions on a work: withdraw, restore, transfer.
import { isoOfMicros } from '../../timestamp.ts';
import type { ArtworkState } from '../../records.ts';
import { nameArtist } from './artists.ts';
import { findRow, getRow, storeProjection } from './artwork-rows.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { insertChange, insertEvent } from './outbox.ts';
import { endSources } from './source-rows.ts';
import { publishTransition } from './visibility.ts';

export function withdrawArtwork(context: SqliteContext, registryId: string): ArtworkState | undefined {
  return setWithdrawn(context, registryId, true);
}

export function restoreArtwork(context: SqliteContext, registryId: string): ArtworkState | undefined {
  return setWithdrawn(context, registryId, false);
}

function setWithdrawn(
  context: SqliteContext,
  registryId: string,
  isWithdrawn: boolean,
): ArtworkState | undefined {
  const before = findRow(context, registryId);
  if (before === undefined) return undefined;
  if ((before.withdrawn_at !== null) !== isWithdrawn) {
    const now = tick(context);
    context
      .sql('UPDATE artworks SET withdrawn_at = ?, updated_at = ? WHERE number = ?')
      .run(isWithdrawn ? now : null, now, before.number);
    if (!isWithdrawn && before.availability !== 'fully_private') nameArtist(context, before.number);
    const after = getRow(context, before.number);
    storeProjection(context, after);
    publishTransition(context, before, after, []);
  }
  return findArtworkState(context, registryId);
}

/**
 * Moves the work into another profile; both organisations get artwork.ownership_changed. Between two organisations its
 * sources end, and what it was recognised by inside the old one is forgotten.
 */
export function transferArtwork(
  context: SqliteContext,
  registryId: string,
  profileSlug: string,
): ArtworkState | undefined {
  const before = findRow(context, registryId);
  const profile = context
    .sql<{ id: string; organization_id: string }>('SELECT id, organization_id FROM profiles WHERE slug = ?')
    .get(profileSlug);
  if (before === undefined || profile === undefined) return undefined;
  if (before.profile_id !== profile.id) {
    const now = tick(context);
    context
      .sql('UPDATE artworks SET profile_id = ?, organization_id = ?, updated_at = ? WHERE number = ?')
      .run(profile.id, profile.organization_id, now, before.number);
    if (before.organization_id !== profile.organization_id) {
      // These mean something inside the old organisation only; in the new one they would match other works of its own.
      context
        .sql(
          'UPDATE artworks SET external_id = NULL, source_url = NULL, inventory_ref = NULL WHERE number = ?',
        )
        .run(before.number);
      endSources(context, before.number, now);
    }
    storeProjection(context, getRow(context, before.number));
    if (before.is_public === 1) {
      insertChange(context, { op: 'upsert', registryId: before.registry_id, updatedAt: now });
      for (const organizationId of new Set([before.organization_id, profile.organization_id])) {
        insertEvent(context, {
          type: 'artwork.ownership_changed',
          organizationId,
          resource: { type: 'artwork', id: before.id, registry_id: before.registry_id },
          changedFields: ['current_collection'],
        });
      }
    }
  }
  return findArtworkState(context, registryId);
}

export function findArtworkState(context: SqliteContext, registryId: string): ArtworkState | undefined {
  const row = findRow(context, registryId);
  if (row === undefined) return undefined;
  const organization = context
    .sql<{ slug: string }>('SELECT slug FROM organizations WHERE id = ?')
    .get(row.organization_id);
  return {
    registry_id: row.registry_id,
    id: row.id,
    title: row.title,
    artist_name: row.artist_name,
    availability: row.availability,
    public: row.is_public === 1,
    withdrawn: row.withdrawn_at !== null,
    organization: organization?.slug ?? '',
    profile: row.profile_slug,
    created_at: isoOfMicros(row.created_at),
    updated_at: isoOfMicros(row.updated_at),
  };
}
