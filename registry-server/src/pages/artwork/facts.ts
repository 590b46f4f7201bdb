// What the pages, labels and previews of a work say of it, in the words of one language.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Artwork } from '@artwork-registry/contract';
import type { Locale } from '../words.ts';

export const titleOf = ({ title }: Pick<Artwork, 'title'>, { words }: Locale): string =>
  title ?? words.untitled;
export const artistOf = ({ artist }: { artist: { name: string } | null }, { words }: Locale): string =>
  artist?.name ?? words.unknownArtist;

/** "30 × 40 cm", each number as `number` writes it; null: no side is known. */
export function sizeOf(
  { dimensions_cm: size }: Pick<Artwork, 'dimensions_cm'>,
  { number }: Pick<Locale, 'number'>,
): string | null {
  const sides = [size?.height, size?.width, size?.depth].filter((side) => side != null);
  return sides.length === 0 ? null : `${sides.map(number).join(' × ')} cm`;
}

export function priceOf({ price }: Artwork, { money }: Locale): string | null {
  return price && money(price.amount, price.currency);
}

/** "Galerie Test, Basel, CH"; null: no holder is shown. */
export function placeOf({ current_collection: holder }: Artwork): string | null {
  return holder && [holder.name, holder.city, holder.country].filter((part) => part !== null).join(', ');
}

/**
 * The image's address if a page may load it. Every visitor's browser loads it, so an address inside a private network is left
 * out unless the registry itself is in one.
 */
export function webImage(artwork: Artwork): string | null {
  const url = artwork.images.cover_url;
  if (url == null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  return isPrivate(url) && !isPrivate(artwork.links.public_page) ? null : url;
}

function isPrivate(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() !== 'unicast');
}
