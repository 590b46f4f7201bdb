// The public page of one artwork, built from the public projection only. It says who asserts what, never "authentic".
import type { Artwork } from '@artwork-registry/contract';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { scriptJson } from '../../html/script-json.ts';
import { institutionPath } from '../lists/paths.ts';
import { pageLayout } from '../page-layout.ts';
import type { Place } from '../page-layout.ts';
import type { Form } from '../answer.ts';
import type { Locale } from '../words.ts';
import { artistOf, placeOf, priceOf, sizeOf, titleOf, webImage } from './facts.ts';
import { jsonLdOf } from './json-ld.ts';

/** `isTransferred`: its holder may not be the profile that registered it, so none is named as that. */
export function artworkPage(place: Place, locale: Locale, artwork: Artwork, isTransferred: boolean): Form {
  const { words } = locale;
  const [title, artist, image] = [titleOf(artwork, locale), artistOf(artwork, locale), webImage(artwork)];
  const { public_page: address } = artwork.links;
  const summary = [artist, artwork.year_created, artwork.medium].filter((part) => part !== null).join(', ');
  return pageLayout(place, locale, {
    title: `${title}, ${artist} – ${artwork.registry_id}`,
    head: html`<link rel="canonical" href="${address}" />
      <link rel="alternate" type="application/json" href="${address}.json" />
      <link rel="alternate" type="application/ld+json" href="${address}.jsonld" />
      <link
        rel="alternate"
        type="application/json+oembed"
        href="${new URL(address).origin}/oembed?url=${encodeURIComponent(address)}"
        title="${title}"
      />
      <meta name="description" content="${title}: ${summary}. Art ID ${artwork.registry_id}." />
      <meta property="og:type" content="website" />
      <meta property="og:title" content="${title}, ${artist}" />
      <meta property="og:url" content="${address}" />
      ${image && html`<meta property="og:image" content="${image}" />`}
      <script type="application/ld+json">
        ${scriptJson(jsonLdOf(artwork))}
      </script>`,
    main: html`<article class="work${image ? ' pictured' : ''}">
      ${
        image &&
        html`<img src="${image}" alt="${words.pictureOf(title, artist)}" referrerpolicy="no-referrer" />`
      }
      <div>
        <h1>${title}</h1>
        <p class="by">
          ${artwork.artist ? html`<a href="/artists/${artwork.artist.slug}">${artist}</a>` : artist}
        </p>
        <dl>
          <dt>${words.artId}</dt>
          <dd class="id">${artwork.registry_id}</dd>
          ${factsOf(artwork, locale, place, isTransferred).map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>
        <ul class="forms" aria-label="${words.otherForms}">
          ${formsOf(locale).map(
            ([name, suffix, type]) => html`<li><a href="${address}${suffix}" type="${type}">${name}</a></li>`,
          )}
        </ul>
      </div>
    </article>`,
  });
}

type Fact = [name: string, value: string | Html];

function factsOf(artwork: Artwork, locale: Locale, place: Place, isTransferred: boolean): Fact[] {
  const { words } = locale;
  const { current_collection: holder, source } = artwork;
  const facts: [string, string | Html | null][] = [
    [words.year, artwork.year_created],
    [words.medium, artwork.medium],
    [words.size, sizeOf(artwork, locale)],
    [words.availability, words.availabilities[artwork.availability]],
    [words.price, priceOf(artwork, locale)],
    [words.heldBy, holder && html`<a href="${institutionPath(holder)}">${placeOf(artwork)}</a>`],
    [words.provenance, artwork.provenance_summary],
    [
      words.registered,
      holder && !isTransferred
        ? words.registeredBy(holder.name, locale.day(artwork.created_at))
        : locale.day(artwork.created_at),
    ],
    [words.seenAt, sourceLink(source)],
    // With the address, also for who holds the page on paper.
    [words.cite, citationOf(artwork, locale, place)],
  ];
  return facts.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== '');
}

function citationOf(artwork: Artwork, locale: Locale, place: Place): Html {
  const { public_page: address } = artwork.links;
  const work = [artistOf(artwork, locale), titleOf(artwork, locale), artwork.year_created];
  return html`${work.filter((part) => part !== null).join(', ')}. ${place.name}, ${artwork.registry_id},
    <a href="${address}">${address}</a>`;
}

/** Only while the site shows the work. */
function sourceLink(source: Artwork['source']): Html | null {
  const url = source?.status === 'active' ? source.source_url : null;
  if (url == null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  return html`<a href="${url}" rel="nofollow noopener">${new URL(url).host}</a>`;
}

function formsOf({ words }: Locale): [name: string, suffix: string, type: string][] {
  return [
    [words.label, '/label.pdf', 'application/pdf'],
    [words.forms.qr, '/qr.svg', 'image/svg+xml'],
    [words.forms.json, '.json', 'application/json'],
    [words.forms.jsonld, '.jsonld', 'application/ld+json'],
    [words.forms.linkedArt, '.jsonld?profile=linked-art', 'application/ld+json'],
  ];
}
