// What the registry holds of an organisation or of a person, in the console: given out as a file, or erased for good once its name was
// typed. The same as org export, org erase and person on the command line.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { PUBLIC_READERS } from '../../domain/access-keys.ts';
import { eraseOrganization, erasePerson, organizationData, personData } from '../../domain/personal-data.ts';
import type { DataLine } from '../../domain/personal-data.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import type { Organization } from '../../storage/records.ts';
import { complain } from './responses.ts';
import { getOrganization } from './context.ts';
import type { ConsoleContext } from './context.ts';
import { count } from './words.ts';

const ORGANIZATIONS = '/operator/organizations';
const PEOPLE = '/operator/people';
const ADMINISTER = { config: { role: 'administer' as const } };
/** More would outlast the patience of a browser and of the proxies before it; the command shows how far it is. */
const MOST_WORKS = 5000;

type Fields = { confirm?: string; email?: string };
type OfOrganization = { Params: { slug: string }; Body: Fields };

export function addPersonalDataPages(context: ConsoleContext): void {
  const { scope, storage } = context;

  scope.post<OfOrganization>('/organizations/:slug/export', ADMINISTER, async (request, reply) => {
    const organization = await getOrganization(storage, request.params.slug);
    request.log.info({ organization: organization.slug }, 'the operator exported an organisation');
    return sendFile(reply, `${organization.slug}.ndjson`, organizationData(storage, organization));
  });

  scope.post<OfOrganization>('/organizations/:slug/erase', ADMINISTER, async (request, reply) => {
    const organization = await getOrganization(storage, request.params.slug);
    const refuse = (complaint: string) => complain(context, request, reply, ORGANIZATIONS, complaint);
    if (organization.id === PUBLIC_READERS)
      return refuse(`${organization.name} holds the read keys of everybody and stays.`);
    if (request.body.confirm?.trim() !== organization.slug)
      return refuse(`To erase it, type its short name, ${organization.slug}.`);
    const summary = (await storage.listOrganizationSummaries()).find(({ id }) => id === organization.id);
    const works = summary?.publicWorks ?? 0;
    if (works > MOST_WORKS)
      return refuse(
        `It has ${count(works)} works, which takes a while: run the command org erase --slug ${organization.slug}, which shows how far it is.`,
      );
    const erased = await eraseOrganization(storage, organization, works, () => undefined);
    request.log.info({ works: erased.works }, 'the operator erased an organisation');
    return reply.redirect(`${ORGANIZATIONS}/${erased.slug}?done=organization-erased`, 303);
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

  scope.post<{ Body: Fields }>('/people/export', ADMINISTER, async (request, reply) => {
    const data = await personData(storage, request.body.email?.trim() ?? '');
    if (data.length === 0) return complain(context, request, reply, PEOPLE, NOTHING_HELD);
    return sendFile(reply, 'person.ndjson', data);
  });

  scope.post<{ Body: Fields }>('/people/erase', ADMINISTER, async (request, reply) => {
    const [email, again] = [request.body.email, request.body.confirm].map((typed) => typed?.trim() ?? '');
    if (email === undefined || email === '' || email !== again)
      return complain(context, request, reply, PEOPLE, 'To erase it, type the same address twice.');
    if ((await personData(storage, email)).length === 0)
      return complain(context, request, reply, PEOPLE, NOTHING_HELD);
    const erased = await erasePerson(storage, email);
    request.log.info(erased, 'the operator erased a person');
    return reply.redirect(`${PEOPLE}?done=person-erased`, 303);
  });
}

const NOTHING_HELD = 'Nothing is held of this address.';

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
