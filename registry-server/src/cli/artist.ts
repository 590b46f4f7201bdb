// artist: corrections of names.
import type { Command } from 'commander';
import { ArtworkUpdate } from '@artwork-registry/contract';
import type { ArtistCorrection } from '../storage/operator-records.ts';
import type { Storage } from '../storage/storage.ts';
import { action, CliError, UsageError } from './run.ts';

export function addArtistCommands(program: Command): void {
  const artist = program.command('artist').description('artist records, made by the works that name them');

  action<{ artist: string; name: string }>(
    artist
      .command('rename')
      .description('correct a name; works show it at once, and their owners are told')
      .requiredOption('--artist <slug>', 'slug or uuid of the artist')
      .requiredOption('--name <name>', 'the name as it should be'),
    async ({ storage }, { artist: slug, name }) =>
      output(storage, await storage.renameArtist(slug, readName(name)), slug),
  );
  action<{ from: string; into: string }>(
    artist
      .command('merge')
      .description('two records of one person: give all works to one of them and remove the other')
      .requiredOption('--from <slug>', 'slug or uuid of the record that goes')
      .requiredOption('--into <slug>', 'slug or uuid of the record that stays'),
    async ({ storage }, { from, into }) =>
      output(storage, await storage.mergeArtists(from, into), `${from}" or "${into}`),
  );
}

async function output(storage: Storage, outcome: ArtistCorrection, named: string) {
  if (!outcome.ok) throw refusal(outcome.reason, named);
  const artist = await storage.findArtistRecord(outcome.artistId);
  return {
    json: {
      artist: {
        id: artist?.id,
        slug: artist?.slug,
        name: artist?.name,
        artworks_count: artist?.artworks_count,
      },
      updated_artworks: outcome.works,
    },
    text: `${artist?.name} (${artist?.slug}); ${outcome.works} works updated`,
  };
}

function refusal(reason: Extract<ArtistCorrection, { ok: false }>['reason'], named: string): CliError {
  if (reason === 'unknown') return new CliError('artist_not_found', `there is no artist "${named}"`);
  if (reason === 'same') return new CliError('artist_same', 'both names lead to one record already');
  return new CliError(
    'artist_name_taken',
    'another artist has this name; where they are one person, use artist merge',
  );
}

function readName(text: string): string {
  const parsed = ArtworkUpdate.shape.artist_name.safeParse(text);
  if (!parsed.success) throw new UsageError(`--name ${parsed.error.issues[0]?.message ?? 'is not usable'}`);
  return parsed.data ?? '';
}
