// The sources of a work: which shop lists it, and when that is a conflict. An external_id of one installation names one
// work, and one work has at most one source of each installation.
import type { NewChange, SourceRow, StoredArtwork } from '../../storage/artwork-facts.ts';
import type { InstallationRecord, SourceChange } from '../../storage/records.ts';
import { Refused } from '../../storage/tx.ts';
import type { Tx } from '../../storage/tx.ts';
import type { Match } from './identity.ts';
import { publicSource, shownSource } from './projection.ts';

/** source_conflict (a): the external_id already belongs to another work than this one. `holder` is the work it names. */
export function refuseTakenExternalId(
  externalId: string | null | undefined,
  holder: number | undefined,
  artworkNumber: number | null,
): void {
  if (externalId == null || holder === undefined || holder === artworkNumber) return;
  throw new Refused(
    'source_conflict',
    `external_id "${externalId}" of this installation already belongs to another artwork. ` +
      'Use the external_id of this work, or update the artwork that has it.',
  );
}

/** source_conflict (b): a shop that lists two products has two works, so they are never merged in silence. */
export function refuseMerge(match: Match, sources: SourceRow[], source: SourceChange): void {
  const { installationId, externalId } = source;
  const held = sources.find((stored) => stored.installation_id === installationId)?.external_id;
  if (externalId == null || held == null || held === externalId) return;
  throw new Refused(
    'source_conflict',
    `This work matches an artwork of yours on ${match.matchedOn}, but that one is external_id "${held}" ` +
      `and this one is "${externalId}". If they are two works, make them distinguishable, with an edition number in ` +
      'the title for example; if they are one, publish only one of them.',
  );
}

/** The source after a change; undefined fields keep what is stored, and what is new takes its platform from the site. */
export function changeSource(
  tx: Tx,
  stored: SourceRow | undefined,
  change: SourceChange,
  installation?: InstallationRecord | undefined,
): SourceRow {
  return {
    ...(stored ?? newSource(installation)),
    ...(change.externalId !== undefined && { external_id: change.externalId }),
    ...(change.sourceUrl !== undefined && { source_url: change.sourceUrl }),
    ...(change.status !== undefined && { status: change.status }),
    ...(change.platform !== undefined && {
      platform: change.platform.platform,
      platform_label: change.platform.label,
      platform_key: change.platform.key,
    }),
    // A site whose clock is ahead was not synchronised in the future.
    last_synced_at: Math.min(change.lastSyncedAt ?? Infinity, tx.nowMs * 1000),
  };
}

function newSource(installation: InstallationRecord | undefined): SourceRow {
  if (installation === undefined) throw new Refused('unknown_installation');
  return {
    installation_id: installation.id,
    organization_id: installation.organizationId,
    platform: installation.platform,
    platform_label: installation.platformLabel,
    platform_key: installation.platformKey,
    site_url: installation.siteUrl,
    external_id: null,
    source_url: null,
    status: 'active',
    last_synced_at: 0,
  };
}

/** The sources with this one in the place of the one of the same installation, or at the end. */
export function withSource(sources: SourceRow[], source: SourceRow): SourceRow[] {
  const index = sources.findIndex((stored) => stored.installation_id === source.installation_id);
  return index === -1 ? [...sources, source] : sources.with(index, source);
}

/**
 * The step in the feed for a change of sources: there is one where everybody sees another source than before. When it was
 * last synchronised is no such change, because that would be a step for every work and sync.
 */
export function sourceSteps({ row, sources }: StoredArtwork, after: SourceRow[]): NewChange[] {
  if (row.is_public !== 1 || shownFields(sources) === shownFields(after)) return [];
  return [{ op: 'upsert', registryId: row.registry_id, updatedAt: row.updated_at }];
}

function shownFields(sources: SourceRow[]): string {
  const source = shownSource(sources);
  return JSON.stringify(source && { ...publicSource(source), last_synced_at: null });
}
