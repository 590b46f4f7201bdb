// The operator's actions on a work: withdraw, restore, transfer, erase.
import type { ArtworkRow, StoredArtwork } from '../../storage/artwork-facts.ts';
import type { ArtworkState } from '../../storage/records.ts';
import type { Tx } from '../../storage/tx.ts';
import { writeNewName } from './artist-corrections.ts';
import { nameArtist } from './artists.ts';
import { changeRow, isPublic, presentFingerprint } from '../publishing/artwork-fields.ts';
import { eventFor } from '../delivery/events.ts';
import { workKeyOf } from '../publishing/identity.ts';
import { projectionOf } from '../publishing/projection.ts';
import { consequencesOf, resourceOf } from '../publishing/visibility.ts';

type Withdrawal = (tx: Tx, registryId: string) => Promise<ArtworkState | undefined>;

export const withdrawArtwork: Withdrawal = (tx, registryId) => putWithdrawn(tx, registryId, true);
export const restoreArtwork: Withdrawal = (tx, registryId) => putWithdrawn(tx, registryId, false);

async function putWithdrawn(
  tx: Tx,
  registryId: string,
  isWithdrawn: boolean,
): Promise<ArtworkState | undefined> {
  const artwork = await tx.findArtwork(registryId);
  if (artwork === undefined) return undefined;
  await setWithdrawn(tx, artwork, isWithdrawn);
  return tx.findArtworkState(registryId);
}

/**
 * Withdraws the work for good, and what it said goes: in one unit, so that no work is transferred that is withdrawn and not erased. Only
 * while it is that organisation's.
 */
export async function eraseArtwork(tx: Tx, registryId: string, ownerId: string): Promise<void> {
  const artwork = await tx.findArtwork(registryId);
  if (artwork?.row.organization_id !== ownerId) return;
  await setWithdrawn(tx, artwork, true);
  await tx.eraseWork(artwork.row.number);
}

async function setWithdrawn(
  tx: Tx,
  { row: before, sources, subscribers }: StoredArtwork,
  isWithdrawn: boolean,
): Promise<void> {
  // A work that was erased has nothing to put back.
  const isErased = before.title === '';
  if (!isErased && (before.withdrawn_at !== null) !== isWithdrawn) {
    const now = tx.tick();
    const changes = {
      withdrawn_at: isWithdrawn ? now : null,
      updated_at: now,
      fingerprint: presentFingerprint(before),
    };
    const artist = await nameArtist(
      tx,
      {
        id: before.artist_id,
        name: before.artist_name,
        slug: before.artist_slug,
        isNamed: before.artist_is_named === 1,
      },
      before.artist_spelling ?? before.artist_name,
      isPublic({ ...before, ...changes }),
    );
    const row = changeRow(before, {
      ...changes,
      artist_name: artist.name,
      artist_is_named: Number(artist.isNamed),
    });
    await tx.writeArtwork({
      before,
      row,
      naming: artist.naming,
      ...projectionOf(tx, row, sources).stored,
      ...consequencesOf(tx, before, row, subscribers, []),
    });
    await writeNewName(tx, artist, row.number);
  }
}

/**
 * Moves the work into another profile; both organisations get artwork.ownership_changed. Between two organisations its
 * sources end, and what it was recognised by inside the old one is forgotten: in the new one it would match other works.
 */
export async function transferArtwork(
  tx: Tx,
  registryId: string,
  profileSlug: string,
): Promise<ArtworkState | undefined> {
  const artwork = await tx.findArtwork(registryId);
  const target = await tx.findTransferTarget(profileSlug);
  if (artwork === undefined || target === undefined) return undefined;
  const { row: before, subscribers } = artwork;
  if (before.profile_id !== target.holder.id) {
    const now = tx.tick();
    const isToOther = before.organization_id !== target.subscribers.organizationId;
    const row: ArtworkRow = {
      ...before,
      organization_id: target.subscribers.organizationId,
      profile_id: target.holder.id,
      is_transferred: 1,
      fingerprint: presentFingerprint(before),
      profile_slug: target.holder.slug,
      profile_name: target.holder.name,
      profile_type: target.holder.type,
      profile_city: target.holder.city,
      profile_country: target.holder.country,
      updated_at: now,
      ...(isToOther && {
        external_id: null,
        source_url: null,
        source_url_key: null,
        inventory_ref: null,
      }),
    };
    const content = {
      type: 'artwork.ownership_changed' as const,
      resource: resourceOf(row),
      changedFields: ['current_collection'],
    };
    const told = isToOther ? [subscribers, target.subscribers] : [subscribers];
    const isShown = row.is_public === 1;
    await tx.writeArtwork({
      before,
      row,
      ...(isShown && { isIndexed: true }),
      endSources: isToOther
        ? { at: now, workKey: workKeyOf(before.artist_spelling ?? before.artist_name, before.title) }
        : undefined,
      ...projectionOf(tx, row, isToOther ? [] : artwork.sources).stored,
      changes: isShown ? [{ op: 'upsert', registryId: row.registry_id, updatedAt: now }] : [],
      events: isShown ? told.flatMap((organization) => eventFor(tx, organization, content)) : [],
    });
  }
  return tx.findArtworkState(registryId);
}

/** What everybody reads of the work's provenance; null: nothing. Who holds the work has no say in it. */
export async function updateProvenance(
  tx: Tx,
  registryId: string,
  summary: string | null,
): Promise<ArtworkState | undefined> {
  const artwork = await tx.findArtwork(registryId);
  if (artwork === undefined) return undefined;
  const { row: before, sources, subscribers } = artwork;
  if (before.provenance_summary !== summary) {
    const row = changeRow(before, {
      provenance_summary: summary,
      updated_at: tx.tick(),
      fingerprint: presentFingerprint(before),
    });
    await tx.writeArtwork({
      before,
      row,
      ...projectionOf(tx, row, sources).stored,
      ...consequencesOf(tx, before, row, subscribers, ['provenance_summary']),
    });
  }
  return tx.findArtworkState(registryId);
}
