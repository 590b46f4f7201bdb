// The page of an artist, a gallery, a museum or a collection: what the registry says of it, and its public works.
import { isPlaceholderArtist } from '@artwork-registry/contract';
import type { Artist, Institution } from '@artwork-registry/contract';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { scriptJson } from '../../html/script-json.ts';
import type { Form } from '../answer.ts';
import { pageLayout } from '../page-layout.ts';
import type { Place } from '../page-layout.ts';
import type { Locale } from '../words.ts';
import type { Found } from './search-page.ts';
import { pagingHead, pagingLinks, workGrid } from './work-grid.ts';

export type RecordKind = 'artist' | 'gallery' | 'museum' | 'collection';
export type ShownRecord = { kind: RecordKind; address: string; record: Artist | Institution };

export function recordPage(
  place: Place,
  locale: Locale,
  shown: ShownRecord,
  found: Found,
  page: number,
): Form {
  const { words } = locale;
  const { kind, address, record } = shown;
  const path = new URL(address).pathname;
  const paging = {
    page,
    total: found.total,
    addressOf: (number: number) => (number === 1 ? path : `${path}?page=${number}`),
  };
  return pageLayout(place, locale, {
    title: [record.name, ...(isNobody(record) ? [] : [words.kinds[kind]]), place.name].join(' – '),
    head: html`<link rel="canonical" href="${page === 1 ? address : `${address}?page=${page}`}" />
      <link rel="alternate" type="application/ld+json" href="${address}.jsonld" />
      ${pagingHead(paging)}
      <script type="application/ld+json">
        ${scriptJson(recordJsonLd(shown))}
      </script>`,
    main: html`<h1>${record.name}</h1>
      <p class="by">
        ${isNobody(record) ? words.unknownArtists : [words.kinds[kind], ...detailsOf(record)].join(' · ')}
      </p>
      ${websiteOf(record, locale)}
      <h2>${words.search.count(locale.number(found.total), found.total === 1)}</h2>
      ${found.total === 0 ? html`<p>${words.noWorks}</p>` : workGrid(found.works, locale)}
      ${pagingLinks(paging, locale)}`,
  });
}

function detailsOf(record: Artist | Institution): string[] {
  if (record.object === 'artist') {
    const { nationality, birth_year: born, death_year: died } = record;
    const years = born === null && died === null ? null : `${born ?? ''}–${died ?? ''}`;
    return [nationality, years].filter((part) => part !== null);
  }
  return [record.city, record.country].filter((part) => part !== null);
}

function websiteOf(record: Artist | Institution, { words }: Locale): Html | null {
  if (record.object === 'artist' || record.website === null || !/^https?:\/\//i.test(record.website))
    return null;
  return html`<p><a href="${record.website}" rel="nofollow noopener">${words.website}</a></p>`;
}

/** Whether the record stands for all artists who are not known. */
function isNobody(record: Artist | Institution): boolean {
  return record.object === 'artist' && isPlaceholderArtist(record.name);
}

const TERMS = {
  gallery: 'ArtGallery',
  museum: 'Museum',
  collection: 'Organization',
  artist: 'Person',
} as const;

/** The term of schema.org for what the record is. */
export function termOf({ kind, record }: ShownRecord): string {
  // What such works have in common is a list of them, and not a person.
  return isNobody(record) ? 'CollectionPage' : TERMS[kind];
}

/** Undefined fields are left out by JSON. */
export function recordJsonLd(shown: ShownRecord): Record<string, unknown> {
  const { address, record } = shown;
  const common = {
    '@context': 'https://schema.org',
    '@id': address,
    url: address,
    name: record.name,
    '@type': termOf(shown),
  };
  if (isNobody(record)) return common;
  if (record.object === 'artist') {
    return {
      ...common,
      birthDate: record.birth_year === null ? undefined : String(record.birth_year),
      deathDate: record.death_year === null ? undefined : String(record.death_year),
      nationality: record.nationality ?? undefined,
      sameAs: record.same_as.length === 0 ? undefined : record.same_as,
    };
  }
  const { city, country, website } = record;
  const isPlaced = city !== null || country !== null;
  return {
    ...common,
    address: isPlaced
      ? { '@type': 'PostalAddress', addressLocality: city ?? undefined, addressCountry: country ?? undefined }
      : undefined,
    sameAs: website ?? undefined,
  };
}
