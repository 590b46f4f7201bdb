// artist: corrections of names, and which person an artist is.
import type { Command } from 'commander';
import { ArtworkUpdate } from '@artwork-registry/contract';
import { CliError, UsageError } from '#kit/cli-error';
import { faultOfFacts } from '../domain/artist-facts.ts';
import type { ArtistCorrection, ArtistFacts } from '../storage/operator-records.ts';
import type { Storage } from '../storage/storage.ts';
import { recordedAction } from './run.ts';

export function addArtistCommands(program: Command): void {
  const artist = program.command('artist').description('artist records, made by the works that name them');

  recordedAction<{ artist: string; name: string }>(
    artist
      .command('rename')
      .description('correct a name; works show it at once, and their owners are told')
      .requiredOption('--artist <slug>', 'slug or uuid of the artist')
      .requiredOption('--name <name>', 'the name as it should be'),
    async ({ storage }, { artist: slug, name }) =>
      output(storage, await storage.renameArtist(slug, readName(name)), slug),
  );
  recordedAction<FactOptions>(
    artist
      .command('update')
      .description('say which person it is; an empty value removes what was there')
      .requiredOption('--artist <slug>', 'slug or uuid of the artist')
      .option('--born <year>', 'year of birth')
      .option('--died <year>', 'year of death')
      .option('--nationality <text>', 'as it should be read, such as German')
      .option('--ulan <number>', 'number in the Union List of Artist Names')
      .option('--wikidata <item>', 'item in Wikidata, such as Q41264'),
    async ({ storage }, options) => {
      const facts = readFacts(options);
      const fault = faultOfFacts(facts, new Date(storage.clock.now()).getUTCFullYear());
      if (fault !== undefined) throw new UsageError(fault);
      const updated = await storage.updateArtistFacts(options.artist, facts);
      if (updated === undefined) throw refusal('unknown', options.artist);
      return { json: { artist: updated }, text: `artist ${updated.slug} updated` };
    },
  );
  recordedAction<{ from: string; into: string }>(
    artist
      .command('merge')
      .description('two records of one person: give all works to one of them and remove the other')
      .requiredOption('--from <slug>', 'slug or uuid of the record that goes')
      .requiredOption('--into <slug>', 'slug or uuid of the record that stays'),
    async ({ storage }, { from, into }) =>
      output(storage, await storage.mergeArtists(from, into), `${from}" or "${into}`),
  );
}

type FactOptions = {
  artist: string;
  born?: string;
  died?: string;
  nationality?: string;
  ulan?: string;
  wikidata?: string;
};

function readFacts({ born, died, nationality, ulan, wikidata }: FactOptions): ArtistFacts {
  const year = (text: string) => (text === '' ? null : Number(text));
  return {
    ...(born !== undefined && { birthYear: year(born) }),
    ...(died !== undefined && { deathYear: year(died) }),
    ...(nationality !== undefined && { nationality: nationality || null }),
    ...(ulan !== undefined && { ulanId: ulan || null }),
    ...(wikidata !== undefined && { wikidataId: wikidata || null }),
  };
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
