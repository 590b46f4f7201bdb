// after-restore: the rules of a restore for a PostgreSQL database, before its first write.
import type { Command } from 'commander';
import { UsageError } from '#kit/cli-error';
import { publicUrlOf } from '../config.ts';
import type { Config } from '../config.ts';
import { beginAction, endAction } from '../domain/access/operator-actions.ts';
import type { BegunAction } from '../domain/access/operator-actions.ts';
import { keepOptOuts } from '../dumps/opt-outs.ts';
import type { OptOuts } from '../dumps/opt-outs.ts';
import type { Storage } from '../storage/storage.ts';
import { MAY_BE_BACK } from './may-be-back.ts';
import { withProgress } from './progress.ts';
import { actionOf, plainAction } from './run.ts';

export function addAfterRestoreCommand(program: Command): void {
  const command = program
    .command('after-restore')
    .description(
      'PostgreSQL: run once after a backup was restored, or a standby was promoted without the last writes, before anything is written',
    );
  plainAction(command, async (config) => {
    const { databaseUrl: url } = config;
    if (url === undefined) {
      throw new UsageError(
        'the embedded database is restored with the command restore, which does this itself',
      );
    }
    const [{ afterRestore }, { openPostgresStorage }] = await Promise.all([
      import('../storage/postgres/after-restore.ts'),
      import('../storage/postgres/open.ts'),
    ]);
    const open = () => openPostgresStorage({ url, mustExist: true, listenUrl: () => publicUrlOf(config) });
    let begun: BegunAction | undefined;
    const opened = async () => {
      const storage = await open();
      begun = await beginAction(storage, actionOf(command, {}));
      return storage;
    };
    const report = await withProgress((show) => afterRestore(url, opened, show));
    const { skippedTo, pausedWebhooks, steps } = report;
    const storage = await open();
    const { idPrefix } = storage.identity;
    const optOuts = await optOutsOf(config, storage);
    if (begun !== undefined) await endAction(storage, begun, 'done');
    await storage.close();
    return {
      json: {
        next_art_id_after: `${idPrefix}-${skippedTo}`,
        paused_webhooks: pausedWebhooks,
        feed_steps: steps,
        profiles_out_of_dumps: optOuts?.kept ?? null,
        unknown_profiles_out_of_dumps: optOuts?.unknown ?? null,
      },
      text: [
        `Art IDs continue after ${idPrefix}-${skippedTo}`,
        `${steps} steps in the feed tell mirrors how every work is now; works that were registered after the backup are gone`,
        `${pausedWebhooks} webhooks are paused: look at them, then webhook resume`,
        ...MAY_BE_BACK,
        ...optOutLines(optOuts),
        'no dump is written until you have looked at who is left out, and run dump resume',
      ].join('\n'),
    };
  });
}

/** Undefined where this command was not told of a folder with dumps. */
async function optOutsOf(config: Config, storage: Storage): Promise<OptOuts | undefined> {
  return config.dumps === undefined ? undefined : keepOptOuts(config.dumps.folder, storage);
}

function optOutLines(optOuts: OptOuts | undefined): string[] {
  const again = 'leave out again with profile update --no-dumps';
  if (optOuts === undefined)
    return [`no folder of dumps is set, so nothing says which profiles were left out since: ${again}`];
  const { kept, unknown } = optOuts;
  return [
    `left out of the dumps again, as in the newest dump: ${kept.join(', ') || 'no profile'}; ` +
      `who asked for it after that dump is not known: ${again}`,
    ...(unknown.length > 0
      ? [`left out of the newest dump, and not there any more: ${unknown.join(', ')}; look for them`]
      : []),
  ];
}
