// Public works by title and artist; one work by its Art ID, hidden or not: withdraw it, put it back, move it into another profile,
// withdraw its certificates.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { workIdOf } from '@artwork-registry/contract';
import type { Artwork } from '@artwork-registry/contract';
import { statusOf } from '../../domain/certificates/certificates.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import type { ArtworkState, CertificateRecord } from '../../storage/records.ts';
import { restoreArtwork, transferArtwork, withdrawArtwork } from '../actions/artwork.ts';
import { MAX_WITHDRAWAL_REASON, withdrawCertificate } from '../actions/certificate.ts';
import { addActionForm } from './action-form.ts';
import type { Fields } from './action-form.ts';
import type { ConsoleContext } from './context.ts';
import type { Done } from './flash-messages.ts';
import { facts, tableOf } from './layout.ts';
import { count, stateOf, timeOfMicros } from './words.ts';

const SECTION = '/operator/works';

const PAGE_ROWS = 50;

type Search = { id?: string; text?: string; page?: string };
type Found = { total: number; artworks: Artwork[] };

export function addWorkPages(context: ConsoleContext): void {
  const { scope, storage } = context;

  const show = async (request: FastifyRequest, reply: FastifyReply, id: string, complaint?: string) => {
    const work = id === '' ? undefined : await storage.findArtworkState(id);
    const certificates = work === undefined ? [] : await storage.listCertificates(work.registry_id);
    const token = context.may(request, 'administer') ? context.tokenOf(request) : null;
    const isUnknown = id !== '' && work === undefined;
    return context.show(
      request,
      reply,
      {
        title: work?.title ?? 'Works',
        section: SECTION,
        main: html`${complaint !== undefined && html`<p class="note bad" role="alert">${complaint}</p>`}
        ${searchForms(id, '')}
        ${isUnknown && html`<p class="note bad" role="alert">There is no work ${id}.</p>`}
        ${work !== undefined && html`${workPart(work, token)}${certificatesPart(certificates, token)}`}`,
      },
      isUnknown ? 404 : complaint === undefined ? 200 : 422,
    );
  };

  const search = async (request: FastifyRequest, reply: FastifyReply, text: string, page: number) => {
    const offset = (page - 1) * PAGE_ROWS;
    const found = await storage.listPublicArtworks({ q: text, limit: PAGE_ROWS, offset });
    const main = html`${searchForms('', text)}${foundPart(text, found, page)}`;
    return context.show(request, reply, { title: 'Works', section: SECTION, main });
  };

  scope.get<{ Querystring: Search }>('/works', async (request, reply) => {
    const [id, text, page] = (['id', 'text', 'page'] as const).map((name) => {
      const value: unknown = request.query[name];
      return typeof value === 'string' ? value.trim() : '';
    });
    if (text)
      return search(request as FastifyRequest, reply, text, /^[1-9]\d{0,3}$/.test(page!) ? Number(page) : 1);
    return show(request as FastifyRequest, reply, workIdOf(id!));
  });

  const page = (id: string, done: Done) => `${SECTION}?id=${encodeURIComponent(id)}&done=${done}`;
  const refused = (request: FastifyRequest, reply: FastifyReply, { id }: Fields, complaint: string) =>
    show(request, reply, id ?? '', complaint);
  addActionForm(context, '/works/:id/withdraw', withdrawArtwork, {
    log: ({ registry_id: work }) => [{ work, action: 'withdraw' }, 'the operator changed a work'],
    next: (work) => page(work.registry_id, 'work-withdrawn'),
    refused,
  });
  addActionForm(context, '/works/:id/restore', restoreArtwork, {
    log: ({ registry_id: work }) => [{ work, action: 'restore' }, 'the operator changed a work'],
    next: (work) => page(work.registry_id, 'work-restored'),
    refused,
  });
  addActionForm(context, '/works/:id/transfer', transferArtwork, {
    log: ({ registry_id: work, profile }) => [{ work, profile }, 'the operator moved a work'],
    next: (work) => page(work.registry_id, 'work-moved'),
    refused,
  });
  addActionForm(context, '/certificates/:id/withdraw', withdrawCertificate, {
    log: ({ id }) => [{ certificate: id }, 'the operator withdrew a certificate'],
    next: ({ registryId }) => page(registryId, 'certificate-withdrawn'),
    refused: SECTION,
  });
}

function searchForms(id: string, text: string): Html {
  return html`<form class="fields" method="get" action="${SECTION}" role="search" aria-label="Works by title">
      <div>
        <label for="text">Title, artist or technique of a public work</label
        ><input id="text" name="text" value="${text}" maxlength="200" autocomplete="off" />
      </div>
      <button>Search</button>
    </form>
    <form class="fields" method="get" action="${SECTION}" role="search" aria-label="Works">
      <div>
        <label for="id">Art ID, also of a work that is hidden or withdrawn</label
        ><input id="id" name="id" value="${id}" maxlength="64" autocomplete="off" />
      </div>
      <button>Show</button>
    </form>`;
}

function foundPart(text: string, { total, artworks }: Found, page: number): Html {
  const rows = artworks.map(
    ({ registry_id: id, title, artist, year_created: year, current_collection: holder }) =>
      html`<tr>
        <th scope="row"><a href="${SECTION}?id=${id}">${id}</a></th>
        <td>${title}</td>
        <td>${artist?.name ?? '–'}</td>
        <td>${year ?? '–'}</td>
        <td>${holder?.name ?? '–'}</td>
      </tr>`,
  );
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS));
  const link = (to: number, name: string) =>
    html` <a href="${SECTION}?${new URLSearchParams({ text, page: String(to) }).toString()}">${name}</a>`;
  return html`${tableOf(
    `Public works with “${text}”, newest first: ${count(total)}`,
    ['Art ID', 'Title', 'Artist', 'Year', 'Holder'],
    rows,
    `No public work has “${text}” in its title, artist or technique.`,
  )}
  ${
    pages > 1 &&
    html`<p>
      Page ${page} of
      ${count(pages)}${page > 1 && link(page - 1, 'Previous')}${page < pages && link(page + 1, 'Next')}
    </p>`
  }`;
}

function certificatesPart(certificates: CertificateRecord[], token: string | null): Html {
  const rows = certificates.map((certificate) => {
    const { id, issuerName, issuedAt, editionNumber } = certificate;
    const status = statusOf(certificate);
    return html`<tr>
      <th scope="row"><a href="/certificates/${id}">${id}</a></th>
      <td>${issuerName ?? '–'}</td>
      <td>${timeOfMicros(issuedAt)}</td>
      <td>${editionNumber ?? '–'}</td>
      <td>${stateOf(status)}</td>
      <td>${token !== null && status !== 'withdrawn' && withdrawForm(id, token)}</td>
    </tr>`;
  });
  const columns = ['Certificate', 'Issuer', 'Issued', 'Copy', 'State', 'Action'];
  return html`<h2>Certificates</h2>
    ${tableOf('Its certificates, oldest first', columns, rows, 'None was issued.')}`;
}

const withdrawForm = (id: string, token: string): Html =>
  html`<details>
    <summary>Withdraw</summary>
    <form class="stack" method="post" action="/operator/certificates/${id}/withdraw">
      ${tokenField(token)}
      <label for="reason-${id}">Why (kept, and not shown)</label>
      <input id="reason-${id}" name="reason" required maxlength="${MAX_WITHDRAWAL_REASON}" />
      <p class="soft">This cannot be undone.</p>
      <button class="danger">Withdraw it for good</button>
    </form>
  </details>`;

/** `token` null: for somebody who may not change it. */
function workPart(work: ArtworkState, token: string | null): Html {
  const path = `${SECTION}/${work.registry_id}`;
  const [name, text] = work.withdrawn
    ? ['restore', 'Put it back into the registry']
    : ['withdraw', 'Withdraw it from the registry'];
  return html`${facts([
    ['Art ID', html`<a href="/artworks/${work.registry_id}">${work.registry_id}</a>`],
    ['Artist', work.artist_name],
    ['Availability', work.availability],
    ['State', stateOf(work.withdrawn ? 'withdrawn' : work.public ? 'public' : 'hidden by its owner')],
    ['Organisation', html`<a href="/operator/organizations/${work.organization}">${work.organization}</a>`],
    ['Profile', work.profile],
    ['Registered', work.created_at],
    ['Changed', work.updated_at],
  ])}
  ${
    token !== null &&
    html`<h2>Change</h2>
      <form class="stack" method="post" action="${path}/${name}">
        ${tokenField(token)}
        <p class="soft" id="${name}-note">
          ${
            work.withdrawn
              ? 'Its page, its entry in lists and in the dumps come back.'
              : 'Its page says that it was withdrawn; it leaves lists, searches and dumps. The Art ID stays its own.'
          }
        </p>
        <button class="${work.withdrawn ? 'main' : 'danger'}" aria-describedby="${name}-note">${text}</button>
      </form>
      <form class="stack" method="post" action="${path}/transfer">
        ${tokenField(token)}
        <label for="profile">Move it into the profile (short name)</label>
        <input id="profile" name="profile" required maxlength="100" />
        <button class="main">Move</button>
      </form>`
  }`;
}
