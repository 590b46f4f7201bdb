// backup and restore. A backup is made beside a running server; a restore needs the database for itself.
import { join } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { backupDatabase } from '../storage/sqlite/backup.ts';
import { RestoreRefused, restoreDatabase } from '../storage/sqlite/restore.ts';
import { action, CliError, plainAction } from './run.ts';

export function addBackupCommands(program: Command): void {
  action(
    program
      .command('backup')
      .description('copy the database into one file, beside a running server')
      .argument('<file>', 'the backup to write; must not exist')
      .addHelpText(
        'after',
        '\nsecret.key (or REGISTRY_SECRET_KEY) is not in the backup: keep a copy elsewhere.',
      ),
    async ({ config }, _options, [file = '']) => {
      const report = await backupDatabase(join(config.dataDir, 'registry.db'), file);
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
      const report = restore(file, join(config.dataDir, 'registry.db'));
      return {
        json: {
          works: report.works,
          next_art_id_after: `${config.idPrefix}-${report.skippedTo}`,
          paused_webhooks: report.pausedWebhooks,
          revoked_keys: report.revokedKeys,
          replaced: report.replaced,
        },
        text: [
          `restored: ${report.works} works; Art IDs go on after ${config.idPrefix}-${report.skippedTo}`,
          `${report.pausedWebhooks} webhooks are paused: look at them, then webhook resume`,
          report.replaced === null
            ? 'keys that were revoked after the backup work again: revoke them again'
            : `the replaced database is ${report.replaced}; its revoked keys stay revoked`,
        ].join('\n'),
      };
    },
  );
}

function restore(file: string, database: string) {
  try {
    return restoreDatabase(file, database, systemClock.nowMs());
  } catch (error) {
    if (error instanceof RestoreRefused) throw new CliError(error.code, error.message);
    throw error;
  }
}
