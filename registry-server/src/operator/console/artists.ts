// Artists by name, and one by slug: what the registry says of the person, the name, and two records of one person made one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { normaliseName } from '@artwork-registry/contract';
import type { Artist } from '@artwork-registry/contract';
import { tokenField } from '#kit/console-html';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import type { FoundArtist } from '../../storage/operator-records.ts';
import { mergeArtists, renameArtist, updateArtist } from '../actions/artist.ts';
import type { CorrectedArtist } from '../actions/artist.ts';
import { addActionForm } from './action-form.ts';
import type { Fields } from './action-form.ts';
import type { ConsoleContext } from './context.ts';
import type { Done } from './flash-messages.ts';
import { tableOf } from './layout.ts';
import { count } from './words.ts';

const SECTION = '/operator/artists';
const MOST_FOUND = 50;

export function addArtistPages(context: ConsoleContext): void {
  const { scope, storage } = context;

  const show = async (request: FastifyRequest, reply: FastifyReply, id: string, complaint?: string) => {
    const artist = id === '' ? undefined : await storage.findArtistRecord(id);
    const isUnknown = id !== '' && artist === undefined;
    const token = context.tokenOf(request);
    return context.show(
      request,
      reply,
      {
        title: artist?.name ?? 'Artists',
        section: SECTION,
        main: html`${complaint !== undefined && html`<p class="note bad" role="alert">${complaint}</p>`}
        ${searchForm('')} ${isUnknown && html`<p class="note bad" role="alert">There is no artist ${id}.</p>`}
        ${artist !== undefined && artistPart(artist, token, context.may(request, 'administer'))}`,
      },
      isUnknown ? 404 : complaint === undefined ? 200 : 422,
    );
  };
  const search = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const found = await storage.searchArtists(normaliseName(name), MOST_FOUND + 1);
    const main = html`${searchForm(name)}${foundPart(name, found)}`;
    return context.show(request, reply, { title: 'Artists', section: SECTION, main });
  };

  scope.get<{ Querystring: { id?: string; name?: string } }>('/artists', async (request, reply) => {
    const { id, name } = request.query;
    if (typeof name === 'string' && name.trim() !== '')
      return search(request as FastifyRequest, reply, name.trim());
    return show(request as FastifyRequest, reply, typeof id === 'string' ? id.trim() : '');
  });

  const page = ({ slug }: Artist, done: Done) => `${SECTION}?id=${encodeURIComponent(slug)}&done=${done}`;
  const correction = (done: Done) => ({
    log: ({ artist: { id }, works }: CorrectedArtist): [object, string] => [
      { artist: id, works },
      'the operator corrected an artist',
    ],
    next: ({ artist }: CorrectedArtist) => page(artist, done),
    refused,
  });
  const refused = (request: FastifyRequest, reply: FastifyReply, { artist }: Fields, complaint: string) =>
    show(request, reply, artist ?? '', complaint);
  addActionForm(context, '/artists/:artist/facts', updateArtist, {
    log: ({ id }) => [{ artist: id }, 'the operator changed what is known of an artist'],
    next: (artist) => page(artist, 'artist-updated'),
    refused,
  });
  addActionForm(context, '/artists/:artist/rename', renameArtist, correction('artist-renamed'));
  addActionForm(context, '/artists/:artist/merge', mergeArtists, {
    ...correction('artist-merged'),
    read: ({ artist: from, into }) => ({ from, into }),
  });
}

const searchForm = (name: string): Html =>
  html`<form class="fields" method="get" action="${SECTION}" role="search" aria-label="Artists">
    <div>
      <label for="name-search">Name, or a part of it</label
      ><input id="name-search" name="name" value="${name}" maxlength="200" autocomplete="off" />
    </div>
    <button>Search</button>
  </form>`;

function foundPart(name: string, found: FoundArtist[]): Html {
  const columns = ['Name', 'Years', 'Short name', { name: 'Public works', isNumber: true as const }];
  const rows = found.slice(0, MOST_FOUND).map(
    ({ slug, name: shown, birthYear, deathYear, publicWorks }) =>
      html`<tr>
        <th scope="row"><a href="${SECTION}?id=${encodeURIComponent(slug)}">${shown}</a></th>
        <td>${birthYear === null && deathYear === null ? '–' : `${birthYear ?? '?'}–${deathYear ?? ''}`}</td>
        <td>${slug}</td>
        <td class="number">${count(publicWorks)}</td>
      </tr>`,
  );
  return html`${tableOf(`Artists whose name, or a former one, contains “${name}”`, columns, rows, `No artist’s name contains “${name}”.`)}
  ${found.length > MOST_FOUND && html`<p class="soft">There are more. Write more of the name.</p>`}`;
}

const idIn = ({ same_as: addresses }: Artist, pattern: RegExp): string =>
  addresses.map((address) => pattern.exec(address)?.[1]).find((id) => id !== undefined) ?? '';

/** `mayMerge`: two records that were made one stay so. */
function artistPart(artist: Artist, token: string, mayMerge: boolean): Html {
  const path = `${SECTION}/${artist.slug}`;
  const field = (name: string, label: string, value: string | number | null | undefined, hint = '') =>
    html`<label for="${name}">${label}${hint !== '' && html` <span class="soft">${hint}</span>`}</label>
      <input id="${name}" name="${name}" value="${value ?? ''}" maxlength="200" autocomplete="off" />`;
  return html`<p>
      <a href="/artists/${artist.slug}">The public page</a>
    </p>
    <h2>What is known</h2>
    <form class="stack" method="post" action="${path}/facts">
      ${tokenField(token)} ${field('born', 'Year of birth', artist.birth_year)}
      ${field('died', 'Year of death', artist.death_year)}
      ${field('nationality', 'Nationality', artist.nationality, 'as it should be read, such as German')}
      ${field('ulan', 'ULAN', idIn(artist, /\/ulan\/(\d+)/), 'number in the Union List of Artist Names, such as 500115493')}
      ${field('wikidata', 'Wikidata', idIn(artist, /\/(Q\d+)$/), 'item, such as Q41264')}
      <p class="soft">An empty field removes what was there.</p>
      <button class="main">Save</button>
    </form>
    <h2>Name</h2>
    <form class="stack" method="post" action="${path}/rename">
      ${tokenField(token)} ${field('name', 'Name as it should be', artist.name)}
      <p class="soft">Works show it at once, and their owners are told. The former name still leads here.</p>
      <button class="main">Rename</button>
    </form>
    ${
      mayMerge &&
      html`<h2>Two records of one person</h2>
        <form class="stack" method="post" action="${path}/merge">
          ${tokenField(token)} ${field('into', 'Short name of the record that stays', '')}
          <p class="soft">All works go there, and this record goes. It cannot be taken back.</p>
          <button class="danger">Make them one</button>
        </form>`
    }`;
}
