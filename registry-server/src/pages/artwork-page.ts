// The public page of one artwork, built from the public projection only.
import ipaddr from 'ipaddr.js';
import type { Artwork } from '@artwork-registry/contract';
import { html } from '../html/html.ts';
import { scriptJson } from '../html/script-json.ts';
import { pageLayout } from './page-layout.ts';

const AVAILABILITY: Readonly<Record<Artwork['availability'], string>> = {
  for_sale: 'For sale',
  open_to_offers: 'Open to offers',
  not_for_sale: 'Not for sale',
  on_loan: 'On loan',
  private_collection: 'Private collection',
  sold: 'Sold',
};

export function artworkPage(artwork: Artwork, isTest: boolean): string {
  const title = artwork.title ?? 'Untitled';
  const artist = artwork.artist?.name ?? 'Unknown artist';
  const image = webImage(artwork);
  const summary = [artist, artwork.year_created, artwork.medium].filter((part) => part !== null).join(', ');
  const { public_page: address } = artwork.links;
  return pageLayout({
    isTest,
    title: `${title}, ${artist} – ${artwork.registry_id}`,
    head: html`<link rel="canonical" href="${address}" />
      <meta name="description" content="${title}: ${summary}. Art ID ${artwork.registry_id}." />
      <meta property="og:type" content="website" />
      <meta property="og:title" content="${title}, ${artist}" />
      <meta property="og:url" content="${address}" />
      ${image && html`<meta property="og:image" content="${image}" />`}
      <script type="application/ld+json">
        ${scriptJson(jsonLd(artwork))}
      </script>`,
    main: html`<article>
      <h1>${title}</h1>
      <p class="by">${artist}</p>
      ${image && html`<img src="${image}" alt="${title} by ${artist}" referrerpolicy="no-referrer" />`}
      <dl>
        <dt>Art ID</dt>
        <dd class="id">${artwork.registry_id}</dd>
        ${factsOf(artwork).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
    </article>`,
  });
}

export function missingPage(isTest: boolean): string {
  return pageLayout({
    isTest,
    title: 'Not in the registry',
    main: html`<h1>There is no public artwork at this address</h1>
      <p>
        The Art ID may be mistyped, or its owner does not show the work at present. Art IDs are permanent: if
        the work is shown again, it will be here.
      </p>`,
  });
}

function factsOf(artwork: Artwork): [string, string][] {
  const { dimensions_cm: size, price, current_collection: holder } = artwork;
  const sides = size && [size.height, size.width, size.depth].filter((side) => side !== null);
  const place =
    holder && [holder.name, holder.city, holder.country].filter((part) => part !== null).join(', ');
  const facts: [string, string | null | undefined][] = [
    ['Year', artwork.year_created],
    ['Medium', artwork.medium],
    ['Size', sides && sides.length > 0 ? `${sides.join(' × ')} cm` : null],
    ['Availability', AVAILABILITY[artwork.availability]],
    ['Price', price && `${price.amount.toLocaleString('en')} ${price.currency}`],
    ['Held by', place],
    ['Provenance', artwork.provenance_summary],
  ];
  return facts.filter((fact): fact is [string, string] => typeof fact[1] === 'string' && fact[1] !== '');
}

function jsonLd(artwork: Artwork): Record<string, unknown> {
  const length = (cm: number | null | undefined) =>
    cm == null ? undefined : { '@type': 'QuantitativeValue', value: cm, unitCode: 'CMT' };
  const { dimensions_cm: size, price } = artwork;
  return {
    '@context': 'https://schema.org',
    '@type': 'VisualArtwork',
    '@id': artwork.links.public_page,
    url: artwork.links.public_page,
    identifier: { '@type': 'PropertyValue', propertyID: 'Art ID', value: artwork.registry_id },
    name: artwork.title ?? undefined,
    creator: artwork.artist ? { '@type': 'Person', name: artwork.artist.name } : undefined,
    dateCreated: artwork.year_created ?? undefined,
    artMedium: artwork.medium ?? undefined,
    height: length(size?.height),
    width: length(size?.width),
    depth: length(size?.depth),
    image: webImage(artwork) ?? undefined,
    offers: price
      ? {
          '@type': 'Offer',
          price: price.amount,
          priceCurrency: price.currency,
          availability: 'https://schema.org/InStock',
        }
      : undefined,
  };
}

/**
 * The image's address if a page may load it. Every visitor's browser loads it, so an address inside a private network is left
 * out unless the registry itself is in one.
 */
function webImage(artwork: Artwork): string | null {
  const url = artwork.images.cover_url;
  if (url == null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  return isPrivate(url) && !isPrivate(artwork.links.public_page) ? null : url;
}

function isPrivate(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() !== 'unicast');
}
