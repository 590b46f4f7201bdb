// Updating one work, and patching one of its sources. A change that the public sees moves updated_at and emits events;
// a change of sources does neither.
import { fingerprint } from '@artwork-registry/contract';
import type { Artwork, ArtworkUpdateResult } from '@artwork-registry/contract';
import type {
  ArtistQuery,
  ArtworkRow,
  ArtworkWrite,
  SourceRow,
  StoredArtwork,
  UpdateFacts,
} from '../../storage/artwork-facts.ts';
import type { ArtworkFields, Outcome, SourcePatchInput, UpdateInput } from '../../storage/records.ts';
import { Refused } from '../../storage/tx.ts';
import type { Tx } from '../../storage/tx.ts';
import { artistOf, artistQuery, nameArtist, presentName } from '../curation/artists.ts';
import type { ArtistOfWork } from '../curation/artists.ts';
import { writeNewName } from '../curation/artist-corrections.ts';
import { changeRow, columnsOf, fieldsOf, isPublic } from './artwork-fields.ts';
import { answerToStore, replayOf } from './idempotency.ts';
import { changedFields, projectionOf, publicArtwork, publicSource } from './projection.ts';
import { changeSource, refuseTakenExternalId, sourceSteps, withSource } from './sources.ts';
import { consequencesOf } from './visibility.ts';

type UpdateOutcome = Outcome<ArtworkUpdateResult>;

export async function updateArtwork(tx: Tx, input: UpdateInput): Promise<UpdateOutcome> {
  const artist = input.artistName === undefined ? null : artistQuery(input.artistName);
  const facts = await tx.gatherUpdate({
    organizationId: input.organizationId,
    artworkId: input.artworkId,
    idempotencyKey: input.idempotency?.key ?? null,
    installationId: input.source?.installationId ?? null,
    externalId: input.source?.externalId ?? null,
    artist,
  });
  if (!facts.isActive) throw new Refused('organisation_inactive');
  const before = ownArtwork(facts.artwork, input.organizationId);
  if (input.source !== null && facts.installation === undefined) throw new Refused('unknown_installation');
  const replay = replayOf<ArtworkUpdateResult>(facts.answer, input);
  if (replay !== undefined) return replay;

  const { source, sources, steps } = sourceAfter(tx, before, input, facts);
  const { row, changed, write, artist: named } = await contentAfter(tx, before, input, facts, artist);
  const { shown, stored } = projectionOf(tx, row, sources);
  const body = resultOf(row, shown, changed);
  await tx.writeArtwork({
    ...write,
    before: before.row,
    row,
    source,
    ...stored,
    changes: [...steps, ...(write.changes ?? [])],
    answer: answerToStore(tx, input, 200, body),
  });
  await writeNewName(tx, named, row.number);
  return { ok: true, replayed: false, status: 200, body };
}

/** A work that nobody may see is not found by anybody but its owner; a withdrawn one by nobody. */
function ownArtwork(artwork: StoredArtwork | undefined, organizationId: string): StoredArtwork {
  if (artwork === undefined || artwork.row.withdrawn_at !== null) throw new Refused('artwork_not_found');
  if (artwork.row.organization_id !== organizationId) {
    throw new Refused(artwork.row.is_public === 1 ? 'not_permitted' : 'artwork_not_found');
  }
  return artwork;
}

function sourceAfter(
  tx: Tx,
  before: StoredArtwork,
  input: UpdateInput,
  { externalIdHolder, installation }: UpdateFacts,
): { source: SourceRow | undefined; sources: SourceRow[]; steps: ReturnType<typeof sourceSteps> } {
  if (input.source === null) return { source: undefined, sources: before.sources, steps: [] };
  refuseTakenExternalId(input.source.externalId, externalIdHolder, before.row.number);
  const held = before.sources.find((stored) => stored.installation_id === installation?.id);
  const source = changeSource(tx, held, input.source, installation);
  const sources = withSource(before.sources, source);
  return { source, sources, steps: sourceSteps(before, sources) };
}

type Content = {
  row: ArtworkRow;
  changed: string[];
  artist: ArtistOfWork;
  write: Pick<ArtworkWrite, 'artist' | 'naming' | 'isIndexed' | 'changes' | 'events'>;
};

async function contentAfter(
  tx: Tx,
  { row: before, sources, subscribers }: StoredArtwork,
  input: UpdateInput,
  facts: UpdateFacts,
  query: ArtistQuery | null,
): Promise<Content> {
  const fields: ArtworkFields = { ...fieldsOf(before), ...input.fields };
  const isShown = isPublic({ ...before, availability: fields.availability });
  const artist = await artistAfter(tx, before, input, facts, query, isShown);
  const written = changeRow(before, {
    ...columnsOf(fields),
    artist_id: artist.id,
    artist_name: artist.name,
    artist_slug: artist.slug,
    artist_is_named: Number(artist.isNamed),
    artist_spelling: input.artistName ?? before.artist_spelling,
    fingerprint: fingerprint({ artist_name: artist.printed, ...fields }),
  });
  const changed = changedFields(publicArtwork(before, sources, tx), publicArtwork(written, sources, tx));
  const named = { artist: artist.insert, naming: artist.naming };
  if (changed.length === 0) return { row: written, changed, artist, write: named };
  const row = { ...written, updated_at: tx.tick() };
  return {
    row,
    changed,
    artist,
    write: { ...named, ...consequencesOf(tx, before, row, subscribers, changed) },
  };
}

/** `printed` is the name that the fingerprint is made of. */
async function artistAfter(
  tx: Tx,
  before: ArtworkRow,
  { artistName }: UpdateInput,
  facts: UpdateFacts,
  query: ArtistQuery | null,
  isShown: boolean,
): Promise<ArtistOfWork & { printed: string }> {
  if (artistName !== undefined && query !== null && facts.artist !== undefined) {
    const artist = await artistOf(tx, artistName, facts.artist, query, isShown);
    return { ...artist, printed: presentName(artistName, facts.artist) };
  }
  const { artist_id: id, artist_name: name, artist_slug: slug } = before;
  const isNamed = before.artist_is_named === 1;
  const artist = await nameArtist(tx, { id, name, slug, isNamed }, before.artist_spelling ?? name, isShown);
  return { ...artist, printed: before.artist_leads_to ?? name };
}

/** The work's content, its visibility and updated_at stay as they are. */
export async function patchSource(tx: Tx, input: SourcePatchInput): Promise<UpdateOutcome> {
  const { organizationId, change } = input;
  const facts = await tx.gatherUpdate({
    organizationId,
    artworkId: input.artworkId,
    idempotencyKey: input.idempotency?.key ?? null,
    installationId: change.installationId ?? null,
    externalId: change.externalId ?? null,
    artist: null,
  });
  const { artwork } = facts;
  if (!facts.isActive) throw new Refused('organisation_inactive');
  if (artwork === undefined || artwork.row.withdrawn_at !== null) throw new Refused('artwork_not_found');
  const { row, sources: before } = artwork;
  if (row.is_public !== 1 && row.organization_id !== organizationId) throw new Refused('artwork_not_found');
  const held = chooseSource(before, input, facts);
  const replay = replayOf<ArtworkUpdateResult>(facts.answer, input);
  if (replay !== undefined) return replay;

  const { installation_id: installationId } = held;
  const holder =
    change.installationId !== undefined || change.externalId == null
      ? facts.externalIdHolder
      : await tx.findExternalIdHolder(installationId, change.externalId);
  refuseTakenExternalId(change.externalId, holder, row.number);
  const source = changeSource(tx, held, { ...change, installationId });
  const sources = withSource(before, source);
  const { shown, stored } = projectionOf(tx, row, sources);
  const body: ArtworkUpdateResult = {
    ...resultOf(row, shown, []),
    source: publicSource(source),
    sources: sources.map(publicSource),
    deletes_artwork: false,
  };
  await tx.writeArtwork({
    before: row,
    row,
    source,
    ...stored,
    changes: sourceSteps(artwork, sources),
    answer: answerToStore(tx, input, 200, body),
  });
  return { ok: true, replayed: false, status: 200, body };
}

/** The caller's source that is meant: the one of the installation named, else the only one. */
function chooseSource(
  sources: SourceRow[],
  { organizationId, change }: SourcePatchInput,
  { installation }: UpdateFacts,
): SourceRow {
  const own = sources.filter((source) => source.organization_id === organizationId);
  const named = change.installationId;
  if (named === undefined && own.length > 1) throw new Refused('installation_id_required');
  if (named !== undefined && installation === undefined) throw new Refused('source_ownership_mismatch');
  const chosen = named === undefined ? own[0] : own.find((source) => source.installation_id === named);
  if (chosen === undefined) throw new Refused('source_not_found');
  return chosen;
}

function resultOf(row: ArtworkRow, shown: Artwork | null, changed: string[]): ArtworkUpdateResult {
  return {
    object: 'artwork_update_result',
    registry_id: row.registry_id,
    public: row.is_public === 1,
    changed_fields: changed,
    data: shown,
  };
}
