// oEmbed (https://oembed.com): the address of an artwork, pasted into a post, becomes a card. It is a quotation with links; it
// loads nothing but the picture, and runs no script.
import { workIdOf } from '@artwork-registry/contract';
import type { Artwork } from '@artwork-registry/contract';
import { html } from '#kit/html';
import { artistOf, titleOf, webImage } from '../artwork/facts.ts';
import type { Place } from '../page-layout.ts';
import type { Locale } from '../words.ts';

export const WIDTH = 600;
export const HEIGHT = 220;

/** The Art ID or uuid in an address of ours; undefined: it is not one of an artwork. */
export function idInAddress(address: string, publicUrl: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.host !== new URL(publicUrl).host) return undefined;
  const id = /^\/artworks\/([^/.]+)\/?$/.exec(url.pathname)?.[1];
  return id === undefined ? undefined : workIdOf(id);
}

/** `maxWidth` and `maxHeight` as the site asks for them. */
export function oembedOf(
  place: Place,
  publicUrl: string,
  locale: Locale,
  artwork: Artwork,
  { maxWidth, maxHeight }: { maxWidth: number; maxHeight: number },
): object {
  const [title, artist, image] = [titleOf(artwork, locale), artistOf(artwork, locale), webImage(artwork)];
  const { public_page: address } = artwork.links;
  const caption = [artist, artwork.year_created, artwork.medium].filter((part) => part !== null).join(', ');
  const classes = `artwork-registry-card${artwork.availability === 'sold' ? ' artwork-registry-sold' : ''}`;
  const card = html`<blockquote class="${classes}" cite="${address}">
    ${
      image &&
      html`<a href="${address}"
        ><img src="${image}" alt="${locale.words.pictureOf(title, artist)}" width="160"
      /></a>`
    }
    <p><a href="${address}">${title}</a><br />${caption}<br />${artwork.registry_id}</p>
  </blockquote>`;
  return {
    version: '1.0',
    type: 'rich',
    title: `${title}, ${artist}`,
    author_name: artist,
    ...(artwork.artist ? { author_url: `${publicUrl}/artists/${artwork.artist.slug}` } : {}),
    provider_name: place.name,
    provider_url: publicUrl,
    cache_age: 3600,
    html: card.text,
    width: Math.min(WIDTH, maxWidth),
    height: Math.min(HEIGHT, maxHeight),
  };
}
