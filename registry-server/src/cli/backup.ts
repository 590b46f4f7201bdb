// backup and restore. A backup works beside a running server; a restore needs exclusive access to the database.
import type { Command } from 'commander';
import { CliError, UsageError } from '#kit/cli-error';
import { systemClock } from '#kit/clock';
import { eraseOrganization } from '../domain/curation/personal-data.ts';
import { concerningNobody } from '../domain/access/operator-actions.ts';
import type { ToldAction } from '../domain/access/operator-actions.ts';
import type { OnProgress } from '../on-progress.ts';
import { getOrganization } from '../operator/actions/organization.ts';
import { openSqliteStorage } from '../storage/sqlite/open.ts';
import { backupDatabase } from '../storage/sqlite/backup.ts';
import { backupInto } from '../storage/sqlite/backup-folder.ts';
import { RestoreRefused, restoreDatabase } from '../storage/sqlite/restore.ts';
import type { RestoreReport } from '../storage/sqlite/restore.ts';
import { refuseMissing } from '../storage/sqlite/open-checks.ts';
import { MAY_BE_BACK } from './may-be-back.ts';
import { withProgress } from './progress.ts';
import { databaseFile } from '../open-storage.ts';
import { actionOf, plainAction, readWhole, refusePostgres } from './run.ts';

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
        const options = { keep: readWhole('--keep', keep, 1, 10_000), nowMs: systemClock.now() };
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
    .option('--dry-run', 'say what the restore would do, and change nothing; the server may run');
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
        carried_over: report.carriedOver.rows,
        erased_again: report.carriedOver.eraseAgain,
        lost_certificates: report.carriedOver.lostCertificates,
        replaced_is_later: report.steps === null ? null : report.isLater,
        dumps_on_hold: report.areDumpsOnHold,
        feed_steps: report.steps,
        replaced: report.replaced,
      },
      text: [
        `${isDryRun ? 'would restore' : 'restored'}: ${report.works} works; Art IDs continue after ${report.idPrefix}-${report.skippedTo}`,
        `${report.pausedWebhooks} webhooks are paused: look at them, then webhook resume`,
        ...(report.steps === null ? [] : replacedLines(report, isDryRun)),
        ...(report.isLater ? [] : unknownLines(report)),
        ...(report.areDumpsOnHold
          ? ['no dump is written until you have looked at who is left out, and run dump resume']
          : []),
      ].join('\n'),
    };
  });
}

function replacedLines({ replaced, carriedOver, steps }: RestoreReport, isDryRun: boolean): string[] {
  const counts = Object.entries(carriedOver.rows).map(([table, count]) => `${table} ${count}`);
  return [
    `${steps} steps in the feed tell mirrors what differs`,
    `taken over from the replaced database, by table: ${counts.join(', ') || 'nothing'}`,
    ...(carriedOver.lostCertificates === 0
      ? []
      : [
          `${carriedOver.lostCertificates} certificates are lost with works that were registered since; their keys stay published`,
        ]),
    ...carriedOver.eraseAgain.map(
      (slug) => `${slug} was erased since, and ${isDryRun ? 'would be' : 'is'} erased again`,
    ),
    ...(replaced === null
      ? ['nothing was changed']
      : [
          `the replaced database is ${replaced}`,
          'to go back without what was taken over, such as passwords that an intruder changed, move that file away and restore again',
        ]),
  ];
}

function unknownLines({ steps }: RestoreReport): string[] {
  return [
    steps === null
      ? 'there was no database to compare with'
      : 'the replaced database is not a later state of this backup, so it does not know all that was taken away since',
    ...MAY_BE_BACK,
    'tell those who keep a mirror to start again from the beginning',
  ];
}

type RestoreOptions = { isDryRun: boolean; action: ToldAction; onProgress: OnProgress };

async function restoreFrom(file: string, database: string, { action, ...options }: RestoreOptions) {
  try {
    return await restoreDatabase(file, database, {
      ...options,
      nowMs: systemClock.now(),
      action: concerningNobody(action),
      eraseAgain: (draft, slugs) => eraseIn(draft, slugs, options.onProgress),
    });
  } catch (error) {
    if (error instanceof RestoreRefused) throw new CliError(error.code, error.message);
    throw error;
  }
}

/** The server must never show them again, so they are erased before it can open the database. */
async function eraseIn(file: string, slugs: string[], onProgress: OnProgress): Promise<void> {
  const storage = openSqliteStorage({
    file,
    clock: systemClock,
    readers: 0,
    mustExist: true,
    listenUrl: () => '',
  });
  try {
    for (const slug of slugs) {
      const organization = await getOrganization(storage, slug);
      await eraseOrganization(storage, organization, 0, onProgress);
    }
  } finally {
    await storage.close();
  }
}
