// Reads the registry's public record back into the fields that were sent, so that the plan can compare them with the
// shop's. Fields that are not public are believed to be as last sent.
import { normaliseName } from '@artwork-registry/contract';
import type { ApplyContext, Holdings } from '../../types/registry.ts';
import { SOLD_OVER_UNKNOWN } from '../../types/work.ts';
import type { ArtworkContent, Shows, Work } from '../../types/work.ts';
import { type Artwork } from '../../types/registry-answers.ts';

const PRICED = new Set(['for_sale', 'open_to_offers']);

/** What the public record says, for the owner's screen. */
export function showsOf(artwork: Artwork): Shows {
  return {
    title: artwork.title,
    artist_name: artwork.artist?.name ?? null,
    artist_id: artwork.artist?.id ?? null,
    year_created: artwork.year_created,
    medium: artwork.medium,
    height_cm: artwork.dimensions_cm?.height ?? null,
    width_cm: artwork.dimensions_cm?.width ?? null,
    depth_cm: artwork.dimensions_cm?.depth ?? null,
    availability: artwork.availability,
    price: artwork.price,
    created_at: artwork.created_at,
    updated_at: artwork.updated_at,
  };
}

/**
 * The record in our fields. Only fields that we sent or want to send: others are not ours to clear. `sent`: what we sent last, for
 * the fields that are not public.
 */
export function readBack(
  artwork: Artwork,
  sent: ArtworkContent,
  content: ArtworkContent | null,
): ArtworkContent {
  const {
    price,
    artist_id: _artist,
    created_at: _created,
    updated_at: _updated,
    ...shown
  } = showsOf(artwork);
  const readable = { ...shown, ...(PRICED.has(artwork.availability) ? { price } : {}) };
  const known: ArtworkContent = { ...sent };
  for (const [field, value] of Object.entries(readable)) {
    if (!(field in sent) && content?.[field] == null) continue;
    if (value === null) delete known[field];
    else known[field] = value;
  }
  const artistName = content?.['artist_name'];
  const isSameArtist = (name: unknown) =>
    typeof name === 'string' && normaliseName(name) === normaliseName(artwork.artist?.name ?? '');
  // The registry keeps one spelling of each artist; another spelling of the same name is not a difference.
  if (isSameArtist(artistName)) known['artist_name'] = artistName;
  return known;
}

/** Whether this is the site's installation, or was before it moved. */
export const isOfSite = (
  { installationId, formerInstallations }: Pick<Holdings, 'installationId' | 'formerInstallations'>,
  id: string | null | undefined,
): boolean => id != null && [installationId, ...formerInstallations].includes(id);

/**
 * True where the record is ours, undefined where it does not say. A source of our own says so whatever the holder is called: a work loses
 * its sources when it is given to another organisation. False is a guess: the names of our profiles are those of the last
 * handshake, and a record shows one source of several. `hasSourceOfSite` tells.
 */
export function isOurRecord(
  holdings: Holdings,
  { source, current_collection: holder }: Artwork,
): boolean | undefined {
  if (isOfSite(holdings, source?.installation_id)) return true;
  if (holder?.slug === undefined || holdings.profileSlugs.length === 0) return undefined;
  return holdings.profileSlugs.includes(holder.slug);
}

/** The part of a work's row that a public record confirms. */
export function seenIn(artwork: Artwork): Pick<Work, 'registryId' | 'publicPage' | 'shows'> {
  return { registryId: artwork.registry_id, publicPage: artwork.links.public_page, shows: showsOf(artwork) };
}

/** What the public record of a work of somebody else says, which was just read. */
export const patchOfForeignRecord = (work: Work, artwork: Artwork): Partial<Work> => ({
  ...seenIn(artwork),
  ownership: wasOurs(work) ? 'moved' : 'elsewhere',
  blockedTarget: work.blockedTarget,
});

/** What a public record of ours that was just read says about a work. `sent`: its fields as we last sent them, if we did. */
export function patchOfRecord(
  context: Holdings & Pick<ApplyContext, 'nowIso'>,
  work: Work,
  artwork: Artwork,
  sent: ArtworkContent | null,
): Partial<Work> {
  const known = sent ?? { external_id: work.externalId };
  const confirmed = readBack(artwork, known, work.content);
  const isSoldThere = artwork.availability === 'sold' && known['availability'] !== 'sold';
  const isSoldHere = work.content?.['availability'] === 'sold';
  // Of a work that was ours before. Where the journal was lost, a sale counts for more than what the shop says, whichever is heard first.
  const mayBeNews =
    work.content === null || wasOurs(work) || isOfSite(context, artwork.source?.installation_id);
  const isSurprise = isSoldThere && !isSoldHere && mayBeNews;
  return {
    ...seenIn(artwork),
    ownership: 'ours',
    confirmed,
    confirmedAt: context.nowIso,
    ...sourceIn(context, artwork),
    ...soldOverBy(artwork, work, isSurprise),
  };
}

/**
 * A work of another profile was ours before, and has moved. A replayed answer says so too, although it confirms no time: to publish such a
 * work once more would only be answered with the same replay, without end.
 */
export function wasOurs({ confirmedAt, confirmed, ownership }: Work): boolean {
  return confirmedAt !== null || ownership === 'moved' || (ownership !== 'elsewhere' && confirmed !== null);
}

/** In the place of confirmed fields, where only the site says that the work is ours. */
export const hearsay = (externalId: string): ArtworkContent => ({ external_id: externalId });
export const isHearsay = ({ ownership, confirmed }: Work): boolean =>
  (ownership === 'ours' || ownership === 'private') &&
  confirmed !== null &&
  Object.keys(confirmed).length === 1;

/**
 * `isSurprise`: the record says "sold", and the shop does not know. What it is sold over is decided when it is written down: the shop may
 * have said something else since the step went out. A record that says anything else has no sale to keep. A work that has left comes back by
 * a new word of the shop; one that cannot be built comes back as it was.
 */
export function soldOverBy(
  artwork: Artwork,
  { siteState }: Work,
  isSurprise: boolean,
): Pick<Partial<Work>, 'soldOver'> {
  if (artwork.availability !== 'sold') return { soldOver: null };
  const hasLeft = siteState === 'not_shared' || siteState === 'gone';
  return isSurprise && !hasLeft ? { soldOver: SOLD_OVER_UNKNOWN } : {};
}

/** An active source at a former address of the site is not where it should be: nothing is confirmed until it was moved. */
export function sourceIn(
  context: Pick<ApplyContext, 'installationId' | 'formerInstallations'>,
  { source }: Artwork,
): Pick<Work, 'confirmedSource'> | object {
  if (source === null || source.installation_id === null) return {};
  if (source.installation_id === context.installationId) return { confirmedSource: source.status };
  const isFormer = context.formerInstallations.includes(source.installation_id);
  return isFormer && source.status === 'active' ? { confirmedSource: null } : {};
}
