// One work by its Art ID, hidden or not: withdraw it, put it back, move it into another profile.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../html/html.ts';
import type { Html } from '../html/html.ts';
import type { ArtworkState } from '../storage/records.ts';
import { Missing } from './context.ts';
import type { ConsoleContext } from './context.ts';
import { facts, tokenField } from './layout.ts';
import { stateOf } from './words.ts';

const SECTION = '/operator/works';
const ADMINISTER = { config: { role: 'administer' as const } };

type Form = { Params: { id: string }; Body: { profile?: string } };

export function addWorkPages(context: ConsoleContext): void {
  const { scope, storage } = context;

  const show = async (request: FastifyRequest, reply: FastifyReply, id: string, complaint?: string) => {
    const work = id === '' ? undefined : await storage.findArtworkState(id);
    const token = context.tokenOf(request);
    const isUnknown = id !== '' && work === undefined;
    return context.show(
      request,
      reply,
      {
        title: work?.title ?? 'Works',
        section: SECTION,
        main: html`${complaint !== undefined && html`<p class="note bad" role="alert">${complaint}</p>`}
          <form class="fields" method="get" action="${SECTION}" role="search" aria-label="Works">
            <div>
              <label for="id">Art ID</label
              ><input id="id" name="id" value="${id}" maxlength="64" autocomplete="off" />
            </div>
            <button>Show</button>
          </form>
          ${isUnknown && html`<p class="note bad" role="alert">There is no work ${id}.</p>`}
          ${work !== undefined && workPart(work, token)}`,
      },
      isUnknown ? 404 : complaint === undefined ? 200 : 422,
    );
  };

  scope.get<{ Querystring: { id?: string } }>('/works', async (request, reply) => {
    const { id } = request.query;
    return show(request, reply, typeof id === 'string' ? id.trim() : '');
  });

  const back = (reply: FastifyReply, id: string, done: string) =>
    reply.redirect(`${SECTION}?id=${encodeURIComponent(id)}&done=${done}`, 303);

  for (const [name, done, act] of [
    ['withdraw', 'work-withdrawn', (id: string) => storage.withdrawArtwork(id)],
    ['restore', 'work-restored', (id: string) => storage.restoreArtwork(id)],
  ] as const)
    scope.post<Form>(`/works/:id/${name}`, ADMINISTER, async (request, reply) => {
      const work = await act(request.params.id);
      if (work === undefined) throw new Missing('There is no such work');
      request.log.info({ work: work.registry_id, action: name }, 'the operator changed a work');
      return back(reply, work.registry_id, done);
    });

  scope.post<Form>('/works/:id/transfer', ADMINISTER, async (request, reply) => {
    const { id } = request.params;
    const profile = (request.body.profile ?? '').trim();
    if ((await storage.findProfile(profile)) === undefined)
      return show(request, reply, id, `There is no profile "${profile}".`);
    const work = await storage.transferArtwork(id, profile);
    if (work === undefined) throw new Missing('There is no such work');
    request.log.info({ work: work.registry_id, profile }, 'the operator moved a work');
    return back(reply, work.registry_id, 'work-moved');
  });
}

function workPart(work: ArtworkState, token: string): Html {
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
    <h2>Change</h2>
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
    </form>`;
}
