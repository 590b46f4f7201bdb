// One profile: name, place, website, and whether its works are in the dumps that anybody may fetch.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COUNTRY_RULE } from '../../domain/curation/country.ts';
import { MAX_SLUG } from '../../domain/curation/slug.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import type { ProfileRecord } from '../../storage/records.ts';
import { noProfile, updateProfile } from '../actions/profile.ts';
import { addActionForm } from './action-form.ts';
import type { Fields } from './action-form.ts';
import type { ConsoleContext } from './context.ts';

const SECTION = '/operator/organizations';

export function addProfilePages(context: ConsoleContext): void {
  const { scope, storage } = context;

  const show = async (request: FastifyRequest, reply: FastifyReply, slug: string, complaint?: string) => {
    const profile = (await storage.findProfile(slug)) ?? noProfile(slug);
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

  const refused = (request: FastifyRequest, reply: FastifyReply, { slug }: Fields, complaint: string) =>
    show(request, reply, slug ?? '', complaint);
  addActionForm(context, '/profiles/:slug', updateProfile, {
    read: ({ showCountry, dumps, ...fields }) => ({
      ...fields,
      newSlug: undefined,
      showCountry: showCountry === 'yes',
      dumps: dumps === 'yes',
    }),
    log: (_profile, { slug }) => [{ profile: slug }, 'the operator changed a profile'],
    next: ({ slug }) => `/operator/profiles/${slug}?done=profile-updated`,
    refused,
  });
  addActionForm(context, '/profiles/:slug/slug', updateProfile, {
    role: 'administer',
    read: ({ slug, newSlug }) => ({ slug, newSlug }),
    log: ({ slug }) => [{ profile: slug }, 'the operator gave a profile another short name'],
    next: ({ slug }) => `/operator/profiles/${slug}?done=profile-moved`,
    refused,
  });
}

const slugForm = ({ slug }: ProfileRecord, token: string): Html =>
  html`<h2>Short name</h2>
    <form class="stack" method="post" action="/operator/profiles/${slug}/slug">
      ${tokenField(token)}
      <label for="new-slug">Another short name, part of its address</label>
      <input id="new-slug" name="newSlug" value="${slug}" required maxlength="${MAX_SLUG}" />
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
    ${box('showCountry', 'Show the country publicly', profile.showCountry)}
    ${field('website', 'Website', profile.website)}
    ${box('dumps', 'Its works are in the dumps that anybody may fetch', profile.inDumps)}
    <p class="soft">Its works show it at once, and receivers of webhooks are told.</p>
    <button class="main">Save</button>
  </form>`;
}
