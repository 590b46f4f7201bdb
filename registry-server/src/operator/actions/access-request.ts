// Requests for access: approved with a key, for an organisation that exists or one that is made with its profile; or rejected.
import { z } from 'zod';
import { PUBLIC_READERS } from '../../domain/access/access-keys.ts';
import { approveAccess, MAX_REASON } from '../../domain/access/access-requests.ts';
import { PROFILE_TYPES, recipientOf, suggestGallery } from '../../domain/access/new-gallery.ts';
import type { AccessRequestRecord, Organization } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { ActionRefused, defineAction, WrongInput } from './action.ts';
import { country, given, MAX_NAME, newSlug, oneOf, optionalText, reference, shortText } from './fields.ts';
import { getOrganization } from './organization.ts';

/** Of an organisation that is made. What is missing is taken from the request. */
const aboutNew = {
  slug: newSlug.optional(),
  name: shortText(MAX_NAME).optional(),
  type: oneOf(PROFILE_TYPES).optional(),
  city: optionalText,
  country,
  showCountry: z.boolean().optional(),
};

/** Whether a key that was asked for may be of this organisation. The read keys of everybody are issued at once, to one of their own. */
export const mayGetKey = ({ id }: Pick<Organization, 'id'>): boolean => id !== PUBLIC_READERS;

/** The key is in the result, unless a program that asked fetches it. */
export const approveRequest = defineAction({
  name: 'access-request approve',
  role: 'operate',
  input: z.object({
    ...aboutNew,
    id: reference,
    org: reference.optional(),
    newOrg: z.boolean().default(false),
  }),
  run: async ({ storage, secretKeys }, { id, org, newOrg, ...about }) => {
    const request = await getRequest(storage, id);
    if ((org === undefined) !== newOrg) throw new WrongInput('give either --org or --new-org');
    if (org !== undefined && Object.keys(given(about)).length > 0)
      throw new WrongInput('--slug, --name, --type, --city and --country go with --new-org');
    const organization =
      org === undefined ? newOrganization(request, about) : await getOrganization(storage, org);
    if ('id' in organization && !mayGetKey(organization))
      throw new ActionRefused('built_in', `${org} holds the read keys of everybody and cannot publish`);
    const recipient =
      'id' in organization ? { organizationId: organization.id } : recipientOf(organization, request.website);
    const key = await approveAccess({ storage, secretKeys: secretKeys() }, request, recipient);
    if (key === undefined) throw decided(id);
    return { request, key, organization: { slug: organization.slug, name: organization.name } };
  },
});

export const rejectRequest = defineAction({
  name: 'access-request reject',
  role: 'operate',
  input: z.object({ id: reference, reason: shortText(MAX_REASON).nullable().default(null) }),
  run: async ({ storage }, { id, reason }) => {
    await getRequest(storage, id);
    const rejected = await storage.rejectAccessRequest(id, reason);
    if (rejected === undefined) throw decided(id);
    return rejected;
  },
});

function newOrganization(
  request: AccessRequestRecord,
  { name, ...about }: z.output<z.ZodObject<typeof aboutNew>>,
) {
  const suggested = suggestGallery({ ...request, ...(name !== undefined && { organization: name }) });
  const gallery = { ...suggested, ...given(about) };
  if (gallery.slug === '') throw new WrongInput('the name gives no slug; add --slug');
  return gallery;
}

export async function getRequest(storage: Storage, id: string): Promise<AccessRequestRecord> {
  const found = await storage.findAccessRequest(id);
  if (found !== undefined) return found;
  const hint = 'access-request list shows them';
  throw new ActionRefused('access_request_not_found', `there is no request "${id}"`, hint);
}

const decided = (id: string) =>
  new ActionRefused(
    'access_request_decided',
    `request "${id}" has already been decided`,
    'show says what became of it',
  );
