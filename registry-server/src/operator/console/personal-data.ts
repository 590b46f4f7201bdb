// What the registry holds of an organisation or of a person, in the console: given out as a file, or erased for good once its name was
// typed. The same as org export, org erase and person on the command line.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PUBLIC_READERS } from '../../domain/access/access-keys.ts';
import type { DataLine } from '../../domain/curation/personal-data.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import type { Organization } from '../../storage/records.ts';
import { WrongInput } from '../actions/action.ts';
import {
  countWorks,
  eraseOrganization,
  exportOrganization,
  getOrganization,
} from '../actions/organization.ts';
import { erasePerson, exportPerson } from '../actions/person.ts';
import { addActionForm } from './action-form.ts';
import type { ConsoleContext } from './context.ts';
import { complain } from './responses.ts';
import { count } from './words.ts';

const ORGANIZATIONS = '/operator/organizations';
const PEOPLE = '/operator/people';
/** More would outlast the patience of a browser and of the proxies before it; the command shows how far it is. */
const MOST_WORKS = 5000;

export function addPersonalDataPages(context: ConsoleContext): void {
  const { scope, storage } = context;

  addActionForm(context, '/organizations/:slug/export', exportOrganization, {
    log: ({ organization: { slug } }) => [{ organization: slug }, 'the operator exported an organisation'],
    next: ({ organization, data }, _fields, _request, reply) =>
      sendFile(reply, `${organization.slug}.ndjson`, data),
    refused: ORGANIZATIONS,
  });
  addActionForm(context, '/organizations/:slug/erase', eraseOrganization, {
    read: async ({ slug = '', confirm }) => {
      if (confirm?.trim() !== slug) throw new WrongInput(`to erase it, type its short name, ${slug}`);
      const works = await countWorks(storage, await getOrganization(storage, slug));
      if (works > MOST_WORKS)
        throw new WrongInput(
          `it has ${count(works)} works, which takes a while: run the command org erase --slug ${slug}, which shows how far it is`,
        );
      return { slug, yes: true };
    },
    log: ({ works }) => [{ works }, 'the operator erased an organisation'],
    next: ({ slug }) => `${ORGANIZATIONS}/${slug}?done=organization-erased`,
    refused: ORGANIZATIONS,
  });

  scope.get('/people', (request, reply) =>
    context.show(request, reply, {
      title: 'People',
      section: PEOPLE,
      main: html`<p>
          Of a person the registry holds requests for access and the keys that came of them. They are found by
          the e-mail address; upper and lower case are the same.
        </p>
        ${context.may(request, 'administer') ? peopleForms(context.tokenOf(request)) : html`<p>Giving out and erasing need the role “administer”.</p>`}`,
    }),
  );

  addActionForm(context, '/people/export', exportPerson, {
    next: (data, _fields, request, reply) =>
      data.length === 0 ? nothingHeld(request, reply) : sendFile(reply, 'person.ndjson', data),
    refused: PEOPLE,
  });
  addActionForm(context, '/people/erase', erasePerson, {
    read: ({ email = '', confirm = '' }) => {
      if (email.trim() === '' || email.trim() !== confirm.trim())
        throw new WrongInput('to erase it, type the same address twice');
      return { email, yes: true };
    },
    log: (erased) => [erased, 'the operator erased a person'],
    next: ({ requests, keys }, _fields, request, reply) =>
      requests + keys === 0 ? nothingHeld(request, reply) : `${PEOPLE}?done=person-erased`,
    refused: PEOPLE,
  });
  const nothingHeld = (request: FastifyRequest, reply: FastifyReply) =>
    complain(context, request, reply, PEOPLE, 'Nothing is held of this address.');
}

/** One JSON object a line, as the commands write it. */
function sendFile(reply: FastifyReply, name: string, lines: AsyncIterable<DataLine> | DataLine[]) {
  async function* texts() {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`;
  }
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/x-ndjson; charset=utf-8')
    .send(Readable.from(texts()));
}

/** Below what else can be changed of an organisation. */
export function organizationDataForms({ id, slug, name }: Organization, token: string): Html {
  const path = `${ORGANIZATIONS}/${slug}`;
  return html`<h2>Data of ${name}</h2>
    <form class="stack" method="post" action="${path}/export">
      ${tokenField(token)}
      <p class="soft" id="export-note">
        Everything that is held of it, hidden works too and no secret: one JSON object a line.
      </p>
      <button aria-describedby="export-note">Download its data</button>
    </form>
    ${
      id !== PUBLIC_READERS &&
      html`<details>
        <summary>Erase ${name} for good</summary>
        <form class="stack" method="post" action="${path}/erase">
          ${tokenField(token)}
          <p class="soft" id="erase-note">
            Its keys end. Its works, names, sites and webhooks are erased; its Art IDs stay, withdrawn. This
            cannot be undone: download its data first. Backups keep it until they are removed.
          </p>
          <label for="erase-confirm">To confirm, type its short name: ${slug}</label>
          <input id="erase-confirm" name="confirm" required autocomplete="off" />
          <button class="danger" aria-describedby="erase-note">Erase it for good</button>
        </form>
      </details>`
    }`;
}

function peopleForms(token: string): Html {
  const address = (id: string, label: string, name: 'email' | 'confirm') =>
    html`<label for="${id}">${label}</label
      ><input id="${id}" name="${name}" type="email" required maxlength="254" autocomplete="off" />`;
  return html`<h2>Give out</h2>
    <form class="stack" method="post" action="${PEOPLE}/export">
      ${tokenField(token)} ${address('export-email', 'E-mail address', 'email')}
      <button>Download what is held</button>
    </form>
    <h2>Erase</h2>
    <form class="stack" method="post" action="${PEOPLE}/erase">
      ${tokenField(token)} ${address('erase-email', 'E-mail address to erase', 'email')}
      ${address('erase-again', 'To confirm, type it again', 'confirm')}
      <p class="soft" id="erase-note">
        Their requests are erased and their read keys end; keys of organisations lose their name. This cannot
        be undone. Backups keep it until they are removed.
      </p>
      <button class="danger" aria-describedby="erase-note">Erase it for good</button>
    </form>`;
}
