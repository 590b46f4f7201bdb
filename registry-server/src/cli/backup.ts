// backup and restore. A backup works beside a running server; a restore needs exclusive access to the database.
import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { concerningNobody } from '../domain/operator-actions.ts';
import type { ToldAction } from '../domain/operator-actions.ts';
import type { OnProgress } from '../on-progress.ts';
import { backupDatabase } from '../storage/sqlite/backup.ts';
import { backupInto } from '../storage/sqlite/backup-folder.ts';
import { RestoreRefused, restoreDatabase } from '../storage/sqlite/restore.ts';
import type { RestoreReport } from '../storage/sqlite/restore.ts';
import { refuseMissing } from '../storage/sqlite/settings.ts';
import { withProgress } from './progress.ts';
import {
  actionOf,
  CliError,
  databaseFile,
  plainAction,
  readWhole,
  refusePostgres,
  UsageError,
} from './run.ts';

export function addBackupCommands(program: Command): void {
  plainAction<{ into?: string; keep: string }>(
    program
      .command('backup')
      .description('copy the database into one file, beside a running server')
      .argument('[file]', 'the backup to write; must not exist')
      .option('--into <folder>', 'instead of a file: a folder, in which each backup is named by its time')
      .option('--keep <n>', 'with --into: how many backups are kept, the newest', '14')
      .addHelpText(
        'after',
        '\nsecret.key (or REGISTRY_SECRET_KEY) is not in the backup: keep a copy elsewhere.',
      ),
    async (config, { into, keep }, [file]) => {
      refusePostgres(config, 'back up with pg_dump or pgBackRest');
      refuseMissing(databaseFile(config));
      if (into !== undefined && file === undefined) {
        const options = { keep: readWhole('--keep', keep, 1, 10_000), nowMs: systemClock.nowMs() };
        const made = await withProgress((onProgress) =>
          backupInto(databaseFile(config), into, { ...options, onProgress }),
        );
        const gone = made.removed.length === 0 ? '' : `, ${made.removed.length} old ones removed`;
        return { json: made, text: `${made.file}: ${made.works} works, ${made.bytes} bytes${gone}` };
      }
      if (file === undefined || into !== undefined)
        throw new UsageError('name a file, or a folder with --into, and not both');
      const report = await withProgress((show) => backupDatabase(databaseFile(config), file, show));
      return {
        json: { file, ...report },
        text: `${file}: ${report.works} works, ${report.bytes} bytes`,
      };
    },
  );
  const restore = program
    .command('restore')
    .description('put a backup in the place of the database; stop the server first')
    .argument('<file>', 'a file made by backup')
    .option('--dry-run', 'say what would become of it, and change nothing; the server may run');
  plainAction<{ dryRun?: boolean }>(restore, async (config, { dryRun: isDryRun = false }, [file = '']) => {
    refusePostgres(config, 'restore with pg_restore or pgBackRest, then run after-restore');
    const action = actionOf(restore, { arguments: [file] });
    const report = await withProgress((onProgress) =>
      restoreFrom(file, databaseFile(config), { isDryRun, action, onProgress }),
    );
    return {
      json: {
        dry_run: isDryRun,
        works: report.works,
        next_art_id_after: `${report.idPrefix}-${report.skippedTo}`,
        paused_webhooks: report.pausedWebhooks,
        revoked_keys: report.carriedOver.revokedKeys,
        hidden_works: report.carriedOver.hiddenWorks,
        deactivated_organizations: report.carriedOver.deactivatedOrganizations,
        profiles_out_of_dumps: report.carriedOver.profilesOutOfDumps,
        erase_again: report.carriedOver.eraseAgain,
        feed_steps: report.steps,
        replaced: report.replaced,
      },
      text: [
        `${isDryRun ? 'would restore' : 'restored'}: ${report.works} works; Art IDs go on after ${report.idPrefix}-${report.skippedTo}`,
        `${report.pausedWebhooks} webhooks are paused: look at them, then webhook resume`,
        ...(report.steps === null ? ALONE : replacedLines(report)),
      ].join('\n'),
    };
  });
}

const ALONE = [
  'there was no database to compare with: keys that were revoked, organisations that were deactivated and works that',
  'were withdrawn after the backup are as they were, and so are profiles that were left out of the dumps since; do that',
  'again before the server starts, and tell those who keep a mirror to start anew',
  'no dump is written until you have looked at who is left out, and run dump resume',
];

function replacedLines({ replaced, carriedOver, steps }: RestoreReport): string[] {
  const { hiddenWorks, deactivatedOrganizations, revokedKeys, profilesOutOfDumps } = carriedOver;
  return [
    `${steps} steps in the feed tell mirrors what differs`,
    `kept from the replaced database: ${hiddenWorks} works hidden, ${revokedKeys} keys revoked, ` +
      `${deactivatedOrganizations} organisations deactivated, ${profilesOutOfDumps} profiles left out of the dumps since`,
    ...carriedOver.eraseAgain.map(
      (slug) =>
        `${slug} was erased since and is back: org erase --slug ${slug} --yes before the server starts`,
    ),
    replaced === null ? 'nothing was changed' : `the replaced database is ${replaced}`,
  ];
}

type RestoreOptions = { isDryRun: boolean; action: ToldAction; onProgress: OnProgress };

function restoreFrom(file: string, database: string, { action, ...options }: RestoreOptions) {
  try {
    return restoreDatabase(file, database, {
      ...options,
      nowMs: systemClock.nowMs(),
      action: concerningNobody(action),
    });
  } catch (error) {
    if (error instanceof RestoreRefused) throw new CliError(error.code, error.message);
    throw error;
  }
}
