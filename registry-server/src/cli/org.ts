// org and profile: who may hold keys, and where their works appear.
import type { Command } from 'commander';
import { table } from '#kit/table';
import { COUNTRY_RULE } from '../domain/curation/country.ts';
import { profileObject } from '../http/organization-objects.ts';
import {
  activateOrganization,
  createOrganization,
  deactivateOrganization,
  getOrganization,
} from '../operator/actions/organization.ts';
import { createProfile, updateProfile } from '../operator/actions/profile.ts';
import type { Organization } from '../storage/records.ts';
import { operatorAction } from './operator-action.ts';
import { addOrganizationDataCommands } from './personal-data.ts';
import { action, recordedAction } from './run.ts';

export function addOrgCommands(program: Command): void {
  const org = program.command('org').description('organisations that hold API keys');

  operatorAction(
    org
      .command('create')
      .description('create an organisation')
      .requiredOption('--slug <slug>', 'short name for addresses and commands')
      .requiredOption('--name <name>', 'name as people read it'),
    createOrganization,
    organizationOutput,
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
  operatorAction(withSlug('activate', 'let its keys work again'), activateOrganization, organizationOutput);
  operatorAction(
    withSlug('deactivate', 'refuse its keys; its works stay public').option(
      '--yes',
      'public-readers too, which holds the read keys of everybody',
    ),
    deactivateOrganization,
    organizationOutput,
  );
}

export function addProfileCommands(program: Command): void {
  const profile = program
    .command('profile')
    .description('public profiles; the oldest gallery or collection is published into');

  operatorAction(
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
    createProfile,
    (row) => ({ json: { profile: profileObject(row) }, text: `profile ${row.slug} (${row.type}) created` }),
  );
  operatorAction(
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
    updateProfile,
    (row) => ({ json: { profile: profileObject(row) }, text: `profile ${row.slug} updated` }),
  );
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
