// artwork and installation: the operator's actions on works, and the connected sites.
import { cleanText, workIdOf } from '@artwork-registry/contract';
import type { Command } from 'commander';
import { UsageError } from '#kit/cli-error';
import { table } from '#kit/table';
import { installationObject } from '../http/organization-objects.ts';
import { noArtwork, restoreArtwork, transferArtwork, withdrawArtwork } from '../operator/actions/artwork.ts';
import { getOrganization } from '../operator/actions/organization.ts';
import type { ArtworkState } from '../storage/records.ts';
import { operatorAction } from './operator-action.ts';
import { action, recordedAction } from './run.ts';

const PROVENANCE_MAX = 5000;

export function addArtworkCommands(program: Command): void {
  const artwork = program.command('artwork').description('works in the registry');
  const withId = (name: string, description: string) =>
    artwork
      .command(name)
      .description(description)
      .requiredOption('--id <registry_id>', 'Art ID or uuid of the work', workIdOf);

  action<{ id: string }>(
    withId('show', 'show a work as the operator sees it, hidden or not'),
    async ({ storage }, { id }) => stateOutput((await storage.findArtworkState(id)) ?? noArtwork(id)),
  );
  operatorAction(
    withId('withdraw', 'take a work out of the public registry; its Art ID stays'),
    withdrawArtwork,
    stateOutput,
  );
  operatorAction(withId('restore', 'put a withdrawn work back'), restoreArtwork, stateOutput);
  recordedAction<{ id: string; text: string }>(
    withId('provenance', 'what everybody reads of its provenance; an empty text removes it').requiredOption(
      '--text <text>',
      'the summary',
    ),
    async ({ storage }, { id, text }) => {
      const summary = cleanText(text);
      if (summary.length > PROVENANCE_MAX)
        throw new UsageError(`--text has ${summary.length} characters; at most ${PROVENANCE_MAX} are shown`);
      return stateOutput((await storage.updateProvenance(id, summary || null)) ?? noArtwork(id));
    },
  );
  operatorAction(
    withId('transfer', 'move a work into another profile').requiredOption(
      '--profile <slug>',
      'the new profile',
    ),
    transferArtwork,
    stateOutput,
  );
}

export function addInstallationCommands(program: Command): void {
  const installation = program.command('installation').description('connected sites');
  action<{ org: string }>(
    installation
      .command('list')
      .description('list the connected sites of an organisation')
      .requiredOption('--org <slug>', 'the organisation'),
    async ({ storage }, { org }) => {
      const organization = await getOrganization(storage, org);
      const installations = (await storage.listInstallations(organization.id)).map(installationObject);
      const rows = installations.map((row) => [
        row.installation_id,
        row.platform,
        row.site_url,
        row.last_synced_at,
      ]);
      return { json: { installations }, text: table(rows, 'no site is connected yet') };
    },
  );
}

function stateOutput(state: ArtworkState) {
  const visibility = state.withdrawn ? 'withdrawn' : state.public ? 'public' : 'private';
  return {
    json: { ...state },
    text: `${state.registry_id}  ${visibility}  ${state.availability}  ${state.artist_name}: ${state.title}`,
  };
}
