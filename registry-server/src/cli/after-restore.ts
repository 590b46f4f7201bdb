// after-restore: the rules of a restore for a PostgreSQL database, before its first write.
import type { Command } from 'commander';
import { publicUrlOf } from '../config.ts';
import { plainAction, UsageError } from './run.ts';

export function addAfterRestoreCommand(program: Command): void {
  plainAction(
    program
      .command('after-restore')
      .description(
        'PostgreSQL: run once after a backup was restored, or a standby was promoted without the last writes, before anything is written',
      ),
    async (config) => {
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
      let idPrefix = '';
      const report = await afterRestore(
        url,
        async () => {
          const storage = await open();
          ({ idPrefix } = storage.settings);
          return storage;
        },
        (told) => process.stderr.write(`${told} works told again\n`),
      );
      const { skippedTo, pausedWebhooks, steps } = report;
      return {
        json: {
          next_art_id_after: `${idPrefix}-${skippedTo}`,
          paused_webhooks: pausedWebhooks,
          feed_steps: steps,
        },
        text: [
          `Art IDs go on after ${idPrefix}-${skippedTo}`,
          `${steps} steps in the feed tell mirrors how every work is now; works that were registered after the backup are gone`,
          `${pausedWebhooks} webhooks are paused: look at them, then webhook resume`,
          'keys revoked, organisations deactivated and works withdrawn after the backup are as they were: do that again',
        ].join('\n'),
      };
    },
  );
}
