// Organisations: made, switched on and off, given out and erased.
import { z } from 'zod';
import { PUBLIC_READERS } from '../../domain/access/access-keys.ts';
import { eraseOrganization as eraseAll, organizationData } from '../../domain/curation/personal-data.ts';
import type { Organization } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { ActionRefused, defineAction } from './action.ts';
import { MAX_NAME, newSlug, reference, shortText } from './fields.ts';

export const createOrganization = defineAction({
  name: 'org create',
  role: 'administer',
  input: z.object({ slug: newSlug, name: shortText(MAX_NAME) }),
  run: ({ storage }, organization) => storage.insertOrganization(organization),
});

export const activateOrganization = defineAction({
  name: 'org activate',
  role: 'administer',
  input: z.object({ slug: reference }),
  run: ({ storage }, { slug }) => switchTo(storage, slug, 'active'),
});

/** `yes` only for the organisation with the read keys of everybody. */
export const deactivateOrganization = defineAction({
  name: 'org deactivate',
  role: 'administer',
  input: z.object({ slug: reference, yes: z.boolean().default(false) }),
  run: async ({ storage }, { slug, yes: isConfirmed }) => {
    if (!isConfirmed && (await getOrganization(storage, slug)).id === PUBLIC_READERS)
      throw new ActionRefused(
        'not_confirmed',
        `${slug} holds the read keys of everybody; to refuse them all, run org deactivate --slug ${slug} --yes`,
      );
    return switchTo(storage, slug, 'inactive');
  },
});

async function switchTo(
  storage: Storage,
  slug: string,
  status: 'active' | 'inactive',
): Promise<Organization> {
  const switched = await storage.updateOrganizationStatus(slug, status);
  if (switched !== undefined) return switched;
  const { status: stays } = await getOrganization(storage, slug);
  if (stays === 'erasing')
    throw new ActionRefused(
      'erasure_begun',
      `the erasure of ${slug} was begun and cannot be undone`,
      `run org erase --slug ${slug} --yes again until it ends`,
    );
  throw new ActionRefused('erased', `${slug} was erased and stays inactive`);
}

/** Everything that is held of it, an object each. */
export const exportOrganization = defineAction({
  name: 'org export',
  role: 'administer',
  input: z.object({ slug: reference }),
  run: async ({ storage }, { slug }) => {
    const organization = await getOrganization(storage, slug);
    return { organization, data: organizationData(storage, organization) };
  },
});

/** Answers the slug that it has from now on, and how many works it had. */
export const eraseOrganization = defineAction({
  name: 'org erase',
  role: 'administer',
  input: z.object({ slug: reference, yes: z.boolean().default(false) }),
  run: async ({ storage, onProgress }, { slug, yes: isConfirmed }) => {
    const organization = await getOrganization(storage, slug);
    if (organization.id === PUBLIC_READERS)
      throw new ActionRefused('built_in', `${slug} holds the read keys of everybody and stays`);
    if (!isConfirmed) throw notConfirmed();
    return eraseAll(storage, organization, await countWorks(storage, organization), onProgress);
  },
});

export const notConfirmed = () =>
  new ActionRefused('not_confirmed', 'this cannot be undone: export it first, then add --yes');

export async function countWorks(storage: Storage, { id }: Organization): Promise<number> {
  return (await storage.listOrganizationSummaries()).find((row) => row.id === id)?.publicWorks ?? 0;
}

export async function getOrganization(
  storage: Pick<Storage, 'findOrganization'>,
  slug: string,
): Promise<Organization> {
  const found = await storage.findOrganization(slug);
  if (found !== undefined) return found;
  const hint = 'org list shows them';
  throw new ActionRefused('organization_not_found', `there is no organisation "${slug}"`, hint);
}
