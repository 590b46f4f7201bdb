// One profile: name, place, website, and whether its works are in the dumps that anybody may fetch.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COUNTRY_RULE, readCountry } from '../domain/country.ts';
import { html } from '../html/html.ts';
import type { Html } from '../html/html.ts';
import type { ProfileRecord } from '../storage/records.ts';
import { Missing } from './context.ts';
import type { ConsoleContext } from './context.ts';
import { tokenField } from './layout.ts';

const SECTION = '/operator/organizations';
const MAX_NAME = 200;

type Fields = Record<string, string | undefined>;
type Form = { Params: { slug: string }; Body: Fields };

export function addProfilePages(context: ConsoleContext): void {
  const { scope, storage } = context;

  const show = async (request: FastifyRequest, reply: FastifyReply, slug: string, complaint?: string) => {
    const profile = await storage.findProfile(slug);
    if (profile === undefined) throw new Missing('There is no such profile');
    return context.show(
      request,
      reply,
      {
        title: profile.name,
        section: SECTION,
        main: html`${complaint !== undefined && html`<p class="note bad" role="alert">${complaint}</p>`}
        ${profileForm(profile, context.tokenOf(request))}`,
      },
      complaint === undefined ? 200 : 422,
    );
  };

  scope.get<{ Params: { slug: string } }>('/profiles/:slug', async (request, reply) =>
    show(request as FastifyRequest, reply, request.params.slug),
  );

  scope.post<Form>('/profiles/:slug', async (request, reply) => {
    const { slug } = request.params;
    const text = (name: string) => (request.body[name] ?? '').trim();
    const [name, website, country] = [text('name'), text('website'), readCountry(text('country'))];
    if (name === '' || [...name].length > MAX_NAME)
      return show(
        request as FastifyRequest,
        reply,
        slug,
        `Give it a name of at most ${MAX_NAME} characters.`,
      );
    if (website !== '' && !/^https?:$/.test(URL.parse(website)?.protocol ?? ''))
      return show(request as FastifyRequest, reply, slug, 'The website must be an http or https address.');
    if (country === undefined)
      return show(request as FastifyRequest, reply, slug, `The country is ${COUNTRY_RULE}.`);
    const updated = await storage.updateProfile(slug, {
      name,
      city: text('city') || null,
      country,
      showCountry: text('show_country') === 'yes',
      website: website || null,
      inDumps: text('in_dumps') === 'yes',
    });
    if (updated === undefined) throw new Missing('There is no such profile');
    request.log.info({ profile: slug }, 'the operator changed a profile');
    return reply.redirect(`/operator/profiles/${encodeURIComponent(slug)}?done=profile-updated`, 303);
  });
}

function profileForm(profile: ProfileRecord, token: string): Html {
  const field = (name: string, label: string, value: string | null) =>
    html`<label for="${name}">${label}</label>
      <input id="${name}" name="${name}" value="${value ?? ''}" maxlength="2000" autocomplete="off" />`;
  const box = (name: string, label: string, isOn: boolean) =>
    html`<label
      ><input type="checkbox" name="${name}" value="yes" ${isOn && html`checked`} /> ${label}</label
    >`;
  return html`<form class="stack" method="post" action="/operator/profiles/${profile.slug}">
    ${tokenField(token)} ${field('name', 'Name, shown with the works', profile.name)}
    ${field('city', 'City', profile.city)} ${field('country', `Country, ${COUNTRY_RULE}`, profile.country)}
    ${box('show_country', 'Show the country publicly', profile.showCountry)}
    ${field('website', 'Website', profile.website)}
    ${box('in_dumps', 'Its works are in the dumps that anybody may fetch', profile.inDumps)}
    <p class="soft">Its works show it at once, and receivers of webhooks are told.</p>
    <button class="main">Save</button>
  </form>`;
}
