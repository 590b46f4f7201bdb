// A work in the terms of schema.org (JSON-LD), from the public projection only.
import { isPlaceholderArtist } from '@artwork-registry/contract';
import type { Artwork } from '@artwork-registry/contract';
import { institutionPath } from '../lists/paths.ts';
import { webImage } from './facts.ts';

const centimetres = (value: number | null | undefined) =>
  value == null ? undefined : { '@type': 'QuantitativeValue', value, unitCode: 'CMT' };

/**
 * A work for sale at a price is a product as well, with its offer; undefined fields are left out by JSON. One that is open to offers is not
 * offered at its price, and schema.org has no availability for it: "InStock" would promise a sale at that price.
 */
export function jsonLdOf(artwork: Artwork): Record<string, unknown> {
  const { artist, current_collection: holder, dimensions_cm: size, price, links } = artwork;
  const offered = artwork.availability === 'for_sale' ? price : null;
  const origin = new URL(links.public_page).origin;
  return {
    '@context': 'https://schema.org',
    '@type': offered ? ['VisualArtwork', 'Product'] : 'VisualArtwork',
    '@id': links.public_page,
    url: links.public_page,
    identifier: { '@type': 'PropertyValue', propertyID: 'Art ID', value: artwork.registry_id },
    name: artwork.title ?? undefined,
    ...(artist && makerOf(artist, origin)),
    dateCreated: artwork.year_created ?? undefined,
    artMedium: artwork.medium ?? undefined,
    height: centimetres(size?.height),
    width: centimetres(size?.width),
    depth: centimetres(size?.depth),
    image: webImage(artwork) ?? undefined,
    dateModified: artwork.updated_at,
    offers: offered
      ? {
          '@type': 'Offer',
          price: offered.amount,
          priceCurrency: offered.currency,
          availability: 'https://schema.org/InStock',
          url: artwork.source?.source_url ?? links.public_page,
          seller: holder ? { '@type': 'Organization', name: holder.name } : undefined,
        }
      : undefined,
    provider: holder
      ? {
          '@type': 'Organization',
          '@id': `${origin}${institutionPath(holder)}`,
          name: holder.name,
        }
      : undefined,
  };
}

/** "Anonymous" names no person: works by nobody in particular are not by one and the same. */
function makerOf({ name, slug }: NonNullable<Artwork['artist']>, origin: string): Record<string, unknown> {
  if (isPlaceholderArtist(name)) return { creditText: name };
  return { creator: { '@type': 'Person', '@id': `${origin}/artists/${slug}`, name } };
}
