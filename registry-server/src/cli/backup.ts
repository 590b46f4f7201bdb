// backup and restore. A backup works beside a running server; a restore needs exclusive access to the database.
import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { backupDatabase } from '../storage/sqlite/backup.ts';
import { RestoreRefused, restoreDatabase } from '../storage/sqlite/restore.ts';
import type { RestoreReport } from '../storage/sqlite/restore.ts';
import { refuseMissing } from '../storage/sqlite/settings.ts';
import { CliError, databaseFile, plainAction, refusePostgres } from './run.ts';

export function addBackupCommands(program: Command): void {
  plainAction(
    program
      .command('backup')
      .description('copy the database into one file, beside a running server')
      .argument('<file>', 'the backup to write; must not exist')
      .addHelpText(
        'after',
        '\nsecret.key (or REGISTRY_SECRET_KEY) is not in the backup: keep a copy elsewhere.',
      ),
    async (config, _options, [file = '']) => {
      refusePostgres(config, 'back up with pg_dump or pgBackRest');
      refuseMissing(databaseFile(config));
      const report = await backupDatabase(databaseFile(config), file);
      return {
        json: { file, ...report },
        text: `${file}: ${report.works} works, ${report.bytes} bytes`,
      };
    },
  );
  plainAction(
    program
      .command('restore')
      .description('put a backup in the place of the database; stop the server first')
      .argument('<file>', 'a file made by backup'),
    async (config, _options, [file = '']) => {
      refusePostgres(config, 'restore with pg_restore or pgBackRest, then run after-restore');
      const report = restore(file, databaseFile(config));
      return {
        json: {
          works: report.works,
          next_art_id_after: `${report.idPrefix}-${report.skippedTo}`,
          paused_webhooks: report.pausedWebhooks,
          revoked_keys: report.carriedOver.revokedKeys,
          hidden_works: report.carriedOver.hiddenWorks,
          deactivated_organizations: report.carriedOver.deactivatedOrganizations,
          feed_steps: report.steps,
          replaced: report.replaced,
        },
        text: [
          `restored: ${report.works} works; Art IDs go on after ${report.idPrefix}-${report.skippedTo}`,
          `${report.pausedWebhooks} webhooks are paused: look at them, then webhook resume`,
          ...(report.replaced === null ? ALONE : replacedLines(report)),
        ].join('\n'),
      };
    },
  );
}

const ALONE = [
  'there was no database to compare with: keys that were revoked, organisations that were deactivated and works that',
  'were withdrawn after the backup are as they were; do that again, and tell those who keep a mirror to start anew',
];

function replacedLines({ replaced, carriedOver, steps }: RestoreReport): string[] {
  const { hiddenWorks, deactivatedOrganizations, revokedKeys } = carriedOver;
  return [
    `${steps} steps in the feed tell mirrors what differs`,
    `kept from the replaced database: ${hiddenWorks} works hidden, ${revokedKeys} keys revoked, ` +
      `${deactivatedOrganizations} organisations deactivated since`,
    `the replaced database is ${replaced}`,
  ];
}

function restore(file: string, database: string) {
  try {
    return restoreDatabase(file, database, systemClock.nowMs());
  } catch (error) {
    if (error instanceof RestoreRefused) throw new CliError(error.code, error.message);
    throw error;
  }
}
