// dump: everything public in one file, for those who mirror the registry. The server writes one each night by itself.
import type { Command } from 'commander';
import { CliError } from '#kit/cli-error';
import { table } from '#kit/table';
import { listManifests, publicOf } from '../dumps/dump-folder.ts';
import { DumpsBusy, DumpsOnHold, keepDumps } from '../dumps/dump-keeper.ts';
import type { Config } from '../config.ts';
import { withProgress } from './progress.ts';
import { recordedAction, plainAction } from './run.ts';

export function addDumpCommands(program: Command): void {
  const dump = program.command('dump').description('files with every public work, for mirrors');
  recordedAction(
    dump
      .command('write')
      .description(
        'write the dump of today now, beside a running server; takes works out of the others that must not be in them any more',
      ),
    async ({ config, storage }) => {
      const place = placeOf(config);
      const damaged: string[] = [];
      try {
        const organizations = await storage.listOrganizationSummaries();
        const works = organizations.reduce((sum, { publicWorks }) => sum + publicWorks, 0);
        const { written, rewritten } = await withProgress((show) =>
          keepDumps(
            place,
            {
              storage,
              clock: storage.clock,
              onDamaged: (name) => damaged.push(name),
              onProgress: (name, done, before = works) => show(name, done, before),
            },
            true,
          ),
        );
        const shown = written && publicOf(written);
        return {
          json: { dump: shown, rewritten, damaged, folder: place.folder },
          text: [
            `${shown?.file}: ${shown?.works} works, ${shown?.bytes} bytes, step ${shown?.sequence} of the feed`,
            ...damaged.map((name) => `${name}: could not be read, and was removed`),
          ].join('\n'),
        };
      } catch (error) {
        if (error instanceof DumpsBusy) throw new CliError('dumps_busy', error.message);
        if (error instanceof DumpsOnHold) throw new CliError('dumps_on_hold', error.message);
        throw error;
      }
    },
  );
  recordedAction(
    dump
      .command('resume')
      .description('after a restore, when you have looked at who is left out: the server writes dumps again'),
    async ({ storage }) => {
      await storage.updateDumpHold(false);
      const leftOut = (await storage.listProfilesOutsideDumps()).map(({ slug }) => slug);
      return {
        json: { on_hold: false, left_out: leftOut },
        text: `dumps are written again; left out of them: ${leftOut.join(', ') || 'no profile'}`,
      };
    },
  );
  plainAction(dump.command('list').description('show the dumps that there are'), async (config) => {
    const dumps = listManifests(placeOf(config).folder).map(publicOf);
    return {
      json: { dumps },
      text: table(
        dumps.map((one) => [one.file, one.works, one.bytes, one.sequence, one.created_at]),
        'no dumps yet; the server writes one each night',
      ),
    };
  });
}

function placeOf(config: Config): NonNullable<Config['dumps']> {
  if (config.dumps !== undefined) return config.dumps;
  throw new CliError(
    'no_dumps',
    'REGISTRY_DUMP_LICENCE is not set: state the licence under which anybody may use the dumps',
  );
}
