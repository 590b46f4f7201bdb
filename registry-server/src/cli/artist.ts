// artist: corrections of names, and which person an artist is.
import type { Command } from 'commander';
import { mergeArtists, renameArtist, updateArtist } from '../operator/actions/artist.ts';
import type { CorrectedArtist } from '../operator/actions/artist.ts';
import { operatorAction } from './operator-action.ts';

export function addArtistCommands(program: Command): void {
  const artist = program.command('artist').description('artist records, made by the works that name them');

  operatorAction(
    artist
      .command('rename')
      .description('correct a name; works show it at once, and their owners are told')
      .requiredOption('--artist <slug>', 'slug or uuid of the artist')
      .requiredOption('--name <name>', 'the name as it should be'),
    renameArtist,
    output,
  );
  operatorAction(
    artist
      .command('update')
      .description('say which person it is; an empty value removes what was there')
      .requiredOption('--artist <slug>', 'slug or uuid of the artist')
      .option('--born <year>', 'year of birth')
      .option('--died <year>', 'year of death')
      .option('--nationality <text>', 'as it should be read, such as German')
      .option('--ulan <number>', 'number in the Union List of Artist Names')
      .option('--wikidata <item>', 'item in Wikidata, such as Q41264'),
    updateArtist,
    (updated) => ({ json: { artist: updated }, text: `artist ${updated.slug} updated` }),
  );
  operatorAction(
    artist
      .command('merge')
      .description('two records of one person: give all works to one of them and remove the other')
      .requiredOption('--from <slug>', 'slug or uuid of the record that goes')
      .requiredOption('--into <slug>', 'slug or uuid of the record that stays'),
    mergeArtists,
    output,
  );
}

function output({ artist: { id, slug, name, artworks_count }, works }: CorrectedArtist) {
  return {
    json: { artist: { id, slug, name, artworks_count }, updated_artworks: works },
    text: `${name} (${slug}); ${works} works updated`,
  };
}
