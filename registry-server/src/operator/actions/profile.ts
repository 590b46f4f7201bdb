// Profiles: under which name, address and place the works of an organisation are shown.
import { z } from 'zod';
import { PROFILE_TYPES } from '../../domain/access/new-gallery.ts';
import { ActionRefused, defineAction } from './action.ts';
import {
  country,
  given,
  MAX_NAME,
  newSlug,
  oneOf,
  optionalText,
  reference,
  shortText,
  website,
} from './fields.ts';
import { getOrganization } from './organization.ts';

/** `dumps`: whether its works are in the dumps that anybody may fetch. */
const shown = {
  city: optionalText,
  country,
  showCountry: z.boolean().optional(),
  website,
  dumps: z.boolean().optional(),
};

export const createProfile = defineAction({
  name: 'profile create',
  role: 'administer',
  input: z.object({
    ...shown,
    org: reference,
    type: oneOf(PROFILE_TYPES),
    slug: newSlug,
    name: shortText(MAX_NAME),
  }),
  run: async ({ storage }, { org, dumps: inDumps = true, showCountry = false, ...profile }) => {
    const { city = null, country = null, website = null, ...named } = profile;
    const { id: organizationId } = await getOrganization(storage, org);
    return storage.insertProfile({ ...named, organizationId, city, country, showCountry, website, inDumps });
  },
});

/** Its works show it at once, and receivers of webhooks are told. A former slug leads to it for ever. */
export const updateProfile = defineAction({
  name: 'profile update',
  role: 'operate',
  input: z.object({
    ...shown,
    slug: reference,
    newSlug: newSlug.optional(),
    name: shortText(MAX_NAME).optional(),
  }),
  run: async ({ storage }, { slug, newSlug: to, dumps: inDumps, ...changes }) => {
    const updated = await storage.updateProfile(slug, given({ ...changes, slug: to, inDumps }));
    return updated ?? noProfile(slug);
  },
});

export function noProfile(slug: string): never {
  throw new ActionRefused('profile_not_found', `there is no profile "${slug}"`);
}
