// One profile: name, place, website, and whether its works are in the dumps that anybody may fetch.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COUNTRY_RULE, readCountry } from '../../domain/country.ts';
import { isSlug, MAX_SLUG, SLUG_RULE } from '../../domain/slug.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import type { ProfileRecord } from '../../storage/records.ts';
import { NameTaken } from '../../storage/storage.ts';
import { Missing } from './context.ts';
import type { ConsoleContext } from './context.ts';

const SECTION = '/operator/organizations';
const MAX_NAME = 200;
const ADMINISTER = { config: { role: 'administer' as const } };

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
        ${profileForm(profile, context.tokenOf(request))}
        ${context.may(request, 'administer') && slugForm(profile, context.tokenOf(request))}`,
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

  scope.post<Form>('/profiles/:slug/slug', ADMINISTER, async (request, reply) => {
    const { slug } = request.params;
    const newSlug = (request.body['new_slug'] ?? '').trim();
    const refuse = (complaint: string) => show(request as FastifyRequest, reply, slug, complaint);
    if (!isSlug(newSlug)) return refuse(`The short name takes ${SLUG_RULE}.`);
    try {
      if ((await storage.updateProfile(slug, { slug: newSlug })) === undefined)
        throw new Missing('There is no such profile');
    } catch (error) {
      if (!(error instanceof NameTaken)) throw error;
      return refuse('This short name is taken, or leads to another profile that had it before.');
    }
    request.log.info({ profile: newSlug }, 'the operator gave a profile another short name');
    return reply.redirect(`/operator/profiles/${newSlug}?done=profile-moved`, 303);
  });
}

const slugForm = ({ slug }: ProfileRecord, token: string): Html =>
  html`<h2>Short name</h2>
    <form class="stack" method="post" action="/operator/profiles/${slug}/slug">
      ${tokenField(token)}
      <label for="new-slug">Another short name, part of its address</label>
      <input id="new-slug" name="new_slug" value="${slug}" required maxlength="${MAX_SLUG}" />
      <p class="soft">The former one leads here for ever, and no other profile gets it.</p>
      <button class="main">Change the address</button>
    </form>`;

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
