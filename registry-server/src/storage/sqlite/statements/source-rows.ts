// Writing the source rows of a work. Guards the rule that an external_id of one installation names one work.
import { publicSource, shownSource } from '../../projection.ts';
import type { ArtworkRow } from '../../projection.ts';
import type { SourceChange } from '../../records.ts';
import { Refused } from '../../tx.ts';
import { listSources } from './artwork-rows.ts';
import type { SqliteContext } from '../engine/context.ts';
import { requireInstallation } from './installations.ts';
import { insertChange } from './outbox.ts';

/** source_conflict (a): the item's external_id already belongs to another work than `artworkNumber`. */
export function refuseTakenExternalId(
  context: SqliteContext,
  source: { installationId: string; externalId?: string | null | undefined },
  artworkNumber: number | null,
): void {
  if (source.externalId == null) return;
  const holder = context
    .sql<{ artwork_number: number }>(
      'SELECT artwork_number FROM sources WHERE installation_id = ? AND external_id = ?',
    )
    .get(source.installationId, source.externalId);
  if (holder !== undefined && holder.artwork_number !== artworkNumber) {
    throw new Refused(
      'source_conflict',
      `external_id "${source.externalId}" of this installation already belongs to another artwork. ` +
        'Use the external_id of this work, or update the artwork that has it.',
    );
  }
}

/** Inserts or updates the source of one installation on one work; undefined fields keep what is stored. */
export function writeSource(
  context: SqliteContext,
  organizationId: string,
  artworkNumber: number,
  change: SourceChange,
): void {
  const installation = requireInstallation(context, organizationId, change.installationId);
  const nowMicros = context.nowMs * 1000;
  const lastSyncedAt = change.lastSyncedAt ?? nowMicros;
  const stored = context
    .sql<{ number: number }>('SELECT number FROM sources WHERE artwork_number = ? AND installation_id = ?')
    .get(artworkNumber, change.installationId);
  if (stored === undefined) {
    context
      .sql(
        `INSERT INTO sources (artwork_number, installation_id, platform, platform_label, platform_key, external_id,
           source_url, status, last_synced_at, is_public)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT is_public FROM artworks WHERE number = ?))`,
      )
      .run(
        artworkNumber,
        change.installationId,
        change.platform?.platform ?? installation.platform,
        change.platform ? change.platform.label : installation.platformLabel,
        change.platform?.key ?? installation.platformKey,
        change.externalId ?? null,
        change.sourceUrl ?? null,
        change.status ?? 'active',
        lastSyncedAt,
        artworkNumber,
      );
  } else {
    const keep = (value: unknown) => (value === undefined ? 0 : 1);
    context
      .sql(
        `UPDATE sources SET external_id = iif(?, ?, external_id), source_url = iif(?, ?, source_url),
           status = coalesce(?, status), platform = coalesce(?, platform),
           platform_label = iif(?, ?, platform_label), platform_key = coalesce(?, platform_key), last_synced_at = ? WHERE number = ?`,
      )
      .run(
        keep(change.externalId),
        change.externalId ?? null,
        keep(change.sourceUrl),
        change.sourceUrl ?? null,
        change.status ?? null,
        change.platform?.platform ?? null,
        keep(change.platform),
        change.platform?.label ?? null,
        change.platform?.key ?? null,
        lastSyncedAt,
        stored.number,
      );
  }
  context
    .sql('UPDATE installations SET last_synced_at = max(coalesce(last_synced_at, 0), ?) WHERE id = ?')
    .run(lastSyncedAt, change.installationId);
}

/**
 * Runs a write to the sources of a work, and adds a step to the feed where everybody sees another source than before. When
 * it was last synchronised is no such change: that would be a step for every work and sync.
 */
export function writeInFeed(context: SqliteContext, row: ArtworkRow, write: () => void): void {
  const before = shownFields(context, row.number);
  write();
  if (row.is_public !== 1 || shownFields(context, row.number) === before) return;
  insertChange(context, { op: 'upsert', registryId: row.registry_id, updatedAt: row.updated_at });
}

function shownFields(context: SqliteContext, artworkNumber: number): string {
  const source = shownSource(listSources(context, artworkNumber));
  return JSON.stringify(source && { ...publicSource(source), last_synced_at: null });
}

/** What a work's sources were for the organisation that gives it away: kept, shown to nobody, written by nobody. */
export function endSources(context: SqliteContext, artworkNumber: number, now: number): void {
  context
    .sql(
      `INSERT INTO former_sources (artwork_number, installation_id, platform, platform_label, external_id, source_url,
         status, last_synced_at, ended_at)
       SELECT artwork_number, installation_id, platform, platform_label, external_id, source_url, 'removed',
         last_synced_at, ? FROM sources WHERE artwork_number = ? ORDER BY number`,
    )
    .run(now, artworkNumber);
  context.sql('DELETE FROM sources WHERE artwork_number = ?').run(artworkNumber);
}
