// org and profile: who may hold keys, and where their works appear.
import type { Command } from 'commander';
import { CliError, UsageError } from '#kit/cli-error';
import { table } from '#kit/table';
import { PUBLIC_READERS } from '../domain/access-keys.ts';
import { COUNTRY_RULE } from '../domain/country.ts';
import { profileObject } from '../http/organization-objects.ts';
import type { Organization, OrganizationStatus, ProfileType } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { addOrganizationDataCommands } from './personal-data.ts';
import { action, recordedAction, checkCountry, checkSlug, getOrganization } from './run.ts';

const PROFILE_TYPES: readonly string[] = ['gallery', 'museum', 'collection'];

type ProfileOptions = {
  slug: string;
  name?: string;
  city?: string;
  country?: string;
  showCountry?: boolean;
  website?: string;
  dumps?: boolean;
};

export function addOrgCommands(program: Command): void {
  const org = program.command('org').description('organisations that hold API keys');

  recordedAction<{ slug: string; name: string }>(
    org
      .command('create')
      .description('create an organisation')
      .requiredOption('--slug <slug>', 'short name for addresses and commands')
      .requiredOption('--name <name>', 'name as people read it'),
    async ({ storage }, { slug, name }) =>
      organizationOutput(await storage.insertOrganization({ slug: checkSlug(slug), name })),
  );
  action(org.command('list').description('list all organisations'), async ({ storage }) => {
    const organizations = (await storage.listOrganizations()).map(organizationObject);
    return {
      json: { organizations },
      text: table(
        organizations.map((row) => [row.slug, row.status, row.name]),
        'no organisations yet',
      ),
    };
  });
  recordedAction<{ slug: string; name: string }>(
    org
      .command('update')
      .description('give an organisation another name; profiles keep theirs')
      .requiredOption('--slug <slug>', 'the organisation')
      .requiredOption('--name <name>', 'name as people read it'),
    async ({ storage }, { slug, name }) => {
      const updated = await storage.updateOrganizationName(slug, name);
      return organizationOutput(updated ?? (await getOrganization(storage, slug)));
    },
  );
  addOrganizationDataCommands(org);
  const withSlug = (name: string, description: string) =>
    org.command(name).description(description).requiredOption('--slug <slug>', 'the organisation');
  recordedAction<{ slug: string }>(
    withSlug('activate', 'let its keys work again'),
    async ({ storage }, { slug }) => organizationOutput(await setStatus(storage, slug, 'active')),
  );
  recordedAction<{ slug: string; yes?: boolean }>(
    withSlug('deactivate', 'refuse its keys; its works stay public').option(
      '--yes',
      'public-readers too, which holds the read keys of everybody',
    ),
    async ({ storage }, { slug, yes: isConfirmed = false }) => {
      if (!isConfirmed && (await getOrganization(storage, slug)).id === PUBLIC_READERS)
        throw new CliError(
          'not_confirmed',
          `${slug} holds the read keys of everybody; to refuse them all, add --yes`,
        );
      return organizationOutput(await setStatus(storage, slug, 'inactive'));
    },
  );
}

async function setStatus(storage: Storage, slug: string, status: OrganizationStatus): Promise<Organization> {
  return (await storage.updateOrganizationStatus(slug, status)) ?? getOrganization(storage, slug);
}

export function addProfileCommands(program: Command): void {
  const profile = program
    .command('profile')
    .description('public profiles; the oldest gallery or collection is published into');

  recordedAction<ProfileOptions & { org: string; type: string; name: string }>(
    profile
      .command('create')
      .description('create a profile')
      .requiredOption('--org <slug>', 'the organisation')
      .requiredOption('--type <type>', 'gallery, museum or collection')
      .requiredOption('--slug <slug>', 'short name for addresses')
      .requiredOption('--name <name>', 'name as people read it')
      .option('--city <city>', 'where it is, such as Basel')
      .option('--country <country>', COUNTRY_RULE)
      .option('--show-country', 'show the country publicly')
      .option('--website <url>', 'address of its own site')
      .option('--no-dumps', 'leave its works out of the dumps that anybody may fetch'),
    async ({ storage }, options) => {
      if (!PROFILE_TYPES.includes(options.type))
        throw new UsageError(`--type must be ${PROFILE_TYPES.join(', ')}`);
      const organization = await getOrganization(storage, options.org);
      const row = await storage.insertProfile({
        organizationId: organization.id,
        type: options.type as ProfileType,
        slug: checkSlug(options.slug),
        name: options.name,
        city: options.city ?? null,
        country: checkCountry(options.country),
        showCountry: options.showCountry ?? false,
        website: checkWebsite(options.website),
        inDumps: options.dumps ?? true,
      });
      return { json: { profile: profileObject(row) }, text: `profile ${row.slug} (${row.type}) created` };
    },
  );
  recordedAction<ProfileOptions & { newSlug?: string }>(
    profile
      .command('update')
      .description('change a profile; receivers get gallery.updated')
      .requiredOption('--slug <slug>', 'the profile')
      .option('--name <name>', 'the new name')
      .option('--city <city>', 'where it is, such as Basel')
      .option('--country <country>', COUNTRY_RULE)
      .option('--show-country', 'show the country publicly')
      .option('--no-show-country', 'hide the country')
      .option('--website <url>', 'address of its own site; empty: none')
      .option('--new-slug <slug>', 'another address; the former one leads there for ever')
      .option('--dumps', 'put its works into the dumps that anybody may fetch')
      .option('--no-dumps', 'leave its works out of the dumps, those of the last days included'),
    async ({ storage }, { slug, name, city, country, showCountry, website, newSlug, dumps }) => {
      const row = await storage.updateProfile(slug, {
        ...(newSlug !== undefined && { slug: checkSlug(newSlug) }),
        ...(website !== undefined && { website: checkWebsite(website) }),
        ...(dumps !== undefined && { inDumps: dumps }),
        ...(name !== undefined && { name }),
        ...(city !== undefined && { city: city || null }),
        ...(country !== undefined && { country: checkCountry(country) }),
        ...(showCountry !== undefined && { showCountry }),
      });
      if (row === undefined) throw new CliError('profile_not_found', `there is no profile "${slug}"`);
      return { json: { profile: profileObject(row) }, text: `profile ${row.slug} updated` };
    },
  );
}

/** Null where it is empty. */
function checkWebsite(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new UsageError(`--website must be an http or https address; "${text}" is not`);
  return text;
}

function organizationObject({ slug, name, status }: Organization) {
  return { slug, name, status };
}

function organizationOutput(row: Organization) {
  return {
    json: { organization: organizationObject(row) },
    text: `organisation ${row.slug} is ${row.status}`,
  };
}
