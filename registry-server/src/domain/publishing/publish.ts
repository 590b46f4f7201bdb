// Publishing one work: a replay, a duplicate, or a new work with its artist, source, event and step in the feed.
import { randomUUID } from 'node:crypto';
import { fingerprint } from '@artwork-registry/contract';
import type { Artwork, ArtworkWriteResult } from '@artwork-registry/contract';
import type { ArtistQuery, ArtworkRow, Holder, PublishFacts } from '../../storage/artwork-facts.ts';
import type { Outcome, PublishInput } from '../../storage/records.ts';
import { Refused } from '../../storage/tx.ts';
import type { Tx } from '../../storage/tx.ts';
import { artistOf, artistQuery, presentName } from '../curation/artists.ts';
import type { ArtistOfWork } from '../curation/artists.ts';
import { writeNewName } from '../curation/artist-corrections.ts';
import { columnsOf, isPublic } from './artwork-fields.ts';
import { answerToStore, replayOf } from './idempotency.ts';
import { CARRIERS, findMatch, identityKeysOf } from './identity.ts';
import type { Match } from './identity.ts';
import { momentOf } from '../moment.ts';
import { projectionOf, shownArtwork } from './projection.ts';
import { changeSource, refuseMerge, refuseTakenExternalId, sourceSteps, withSource } from './sources.ts';
import { consequencesOfNew } from './visibility.ts';

export async function publish(tx: Tx, input: PublishInput): Promise<Outcome<ArtworkWriteResult>> {
  const { facts, workFingerprint, artist } = await gather(tx, input);
  const { holder } = facts;
  if (!facts.isActive) throw new Refused('organisation_inactive');
  refuseUnknownInstallation(input, facts);
  if (holder === undefined) throw new Refused('no_write_target');
  const replay = replayOf<ArtworkWriteResult>(facts.answer, input);
  if (replay !== undefined) return replay;
  const match = findMatch(identityKeysOf(input), facts, input.fields.source_url);
  refuseTakenExternalId(input.source?.externalId, facts.sameExternalId?.number, match?.number ?? null);
  return match === undefined
    ? insert(tx, input, facts, { holder, workFingerprint, artist })
    : answerDuplicate(tx, input, facts, match);
}

type Gathered = { facts: PublishFacts; workFingerprint: string | null; artist: ArtistQuery };

/** Everything that a publish is decided by, with the fingerprint under the artist's present name. */
export async function gather(tx: Tx, input: PublishInput): Promise<Gathered> {
  const { organizationId, artistName, fields, idempotency } = input;
  const keys = identityKeysOf(input);
  const artist = artistQuery(artistName);
  const asWritten = fingerprint({ artist_name: artistName, ...fields });
  const facts = await tx.gatherPublish({
    ...keys,
    idempotencyKey: idempotency?.key ?? null,
    profileId: input.profileId ?? null,
    artist,
    fingerprint: asWritten,
    carriers: CARRIERS,
  });
  const workFingerprint = fingerprint({ artist_name: presentName(artistName, facts.artist), ...fields });
  if (workFingerprint === asWritten) return { facts, workFingerprint, artist };
  // The operator has renamed or merged the artist since.
  const sameFingerprint =
    workFingerprint === null ? [] : await tx.listSameFingerprint(organizationId, workFingerprint);
  return { facts: { ...facts, sameFingerprint }, workFingerprint, artist };
}

export function refuseUnknownInstallation({ source }: PublishInput, { installation }: PublishFacts): void {
  if (source !== null && installation === undefined) throw new Refused('unknown_installation');
}

type NewWork = { holder: Holder; workFingerprint: string | null; artist: ArtistQuery };

async function insert(
  tx: Tx,
  input: PublishInput,
  facts: PublishFacts,
  { holder, workFingerprint, artist: query }: NewWork,
): Promise<Outcome<ArtworkWriteResult>> {
  const isShown = isPublic({ availability: input.fields.availability, withdrawn_at: null });
  const artist = await artistOf(tx, input.artistName, facts.artist, query, isShown);
  const row = newRow(tx, input, { holder, workFingerprint, artist, isShown });
  const source =
    input.source === null ? undefined : changeSource(tx, undefined, input.source, facts.installation);
  const { shown, stored } = projectionOf(tx, row, source === undefined ? [] : [source]);
  const body: ArtworkWriteResult = {
    object: 'artwork_write_result',
    duplicate: false,
    matched_on: null,
    registry_id: row.registry_id,
    data: shown,
  };
  await tx.writeArtwork({
    artist: artist.insert,
    naming: artist.naming,
    row,
    source,
    ...stored,
    ...consequencesOfNew(tx, row, facts.subscribers),
    answer: answerToStore(tx, input, 201, body),
  });
  await writeNewName(tx, artist, row.number);
  return { ok: true, replayed: false, status: 201, body };
}

function newRow(
  tx: Tx,
  { organizationId, fields, artistName }: PublishInput,
  {
    holder,
    workFingerprint,
    artist,
    isShown,
  }: Omit<NewWork, 'artist'> & { artist: ArtistOfWork; isShown: boolean },
): ArtworkRow {
  const number = tx.nextArtworkNumber();
  const now = tx.tick();
  return {
    number,
    id: randomUUID(),
    registry_id: `${tx.idPrefix}-${number}`,
    organization_id: organizationId,
    profile_id: holder.id,
    artist_id: artist.id,
    fingerprint: workFingerprint,
    ...columnsOf(fields),
    provenance_summary: null,
    artist_spelling: artistName,
    is_transferred: 0,
    withdrawn_at: null,
    is_public: Number(isShown),
    created_at: momentOf(tx, now),
    updated_at: now,
    artist_name: artist.name,
    artist_slug: artist.slug,
    artist_is_named: Number(artist.isNamed),
    artist_leads_to: null,
    profile_slug: holder.slug,
    profile_name: holder.name,
    profile_type: holder.type,
    profile_city: holder.city,
    profile_country: holder.country,
  };
}

/** A duplicate of the caller's own work attaches the source it names; one of somebody else's attaches nothing. */
async function answerDuplicate(
  tx: Tx,
  input: PublishInput,
  { installation }: PublishFacts,
  match: Match,
): Promise<Outcome<ArtworkWriteResult>> {
  const artwork = await tx.findArtwork(match.number);
  if (artwork === undefined) throw new Error(`artwork ${match.number} is missing`);
  const { row, sources } = artwork;
  const answerOf = (data: Artwork | null): ArtworkWriteResult => ({
    object: 'artwork_write_result',
    duplicate: true,
    matched_on: match.matchedOn,
    registry_id: row.registry_id,
    data,
  });
  const isOwn = match.organizationId === input.organizationId;
  if (!isOwn || input.source === null) {
    const body = answerOf(shownArtwork(tx, row, sources));
    const answer = answerToStore(tx, input, 200, body);
    if (answer !== undefined) await tx.writeAnswer(answer);
    return { ok: true, replayed: false, status: 200, body };
  }
  refuseMerge(match, sources, input.source);
  const held = sources.find((stored) => stored.installation_id === installation?.id);
  const source = changeSource(tx, held, input.source, installation);
  const after = withSource(sources, source);
  const { shown, stored } = projectionOf(tx, row, after);
  const body = answerOf(shown);
  await tx.writeArtwork({
    before: row,
    row,
    source,
    ...stored,
    changes: sourceSteps(artwork, after),
    answer: answerToStore(tx, input, 200, body),
  });
  return { ok: true, replayed: false, status: 200, body };
}
