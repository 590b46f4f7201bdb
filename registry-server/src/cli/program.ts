// The command line: all commands in one program, and what an error becomes.
import { Command, CommanderError } from 'commander';
import { ConfigError } from '#kit/config-error';
import { DatabaseRefused } from '../storage/shared/settings.ts';
import { NameTaken } from '../storage/storage.ts';
import { addAfterRestoreCommand } from './after-restore.ts';
import { addAccessRequestCommands } from './access-request.ts';
import { addArtistCommands } from './artist.ts';
import { addArtworkCommands, addInstallationCommands } from './artwork.ts';
import { addAuditCommand } from './audit.ts';
import { addBackupCommands } from './backup.ts';
import { addConfigCommands } from './config.ts';
import { addCertificateCommands } from './certificate.ts';
import { addDoctorCommand } from './doctor.ts';
import { addDumpCommands } from './dump.ts';
import { addImportCommand } from './import.ts';
import { addInstallCommands } from './install/install.ts';
import { addKeyCommands } from './key.ts';
import { addOperatorCommands } from './operator.ts';
import { addOrgCommands, addProfileCommands } from './org.ts';
import { addPersonCommands } from './personal-data.ts';
import { addResealCommand } from './reseal.ts';
import { CliError, UsageError } from './run.ts';
import { addMigrateCommand } from './migrate.ts';
import { addMoveCommand } from './move.ts';
import { addServeCommand } from './serve.ts';
import { addStatusCommand } from './status.ts';
import { addWebhookCommands } from './webhook.ts';
import { SERVER_VERSION } from '../version.ts';

export function buildProgram(): Command {
  const program = new Command('artwork-registry-server')
    .description('The Artwork Registry API v1: server and operator command line')
    .version(SERVER_VERSION)
    .option('--json', 'answer with one JSON object on stdout')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  addServeCommand(program);
  addConfigCommands(program);
  addInstallCommands(program);
  addStatusCommand(program);
  addMigrateCommand(program);
  addMoveCommand(program);
  addAfterRestoreCommand(program);
  addResealCommand(program);
  addOrgCommands(program);
  addProfileCommands(program);
  addPersonCommands(program);
  addKeyCommands(program);
  addAccessRequestCommands(program);
  addWebhookCommands(program);
  addInstallationCommands(program);
  addArtworkCommands(program);
  addArtistCommands(program);
  addCertificateCommands(program);
  addImportCommand(program);
  addDumpCommands(program);
  addDoctorCommand(program);
  addBackupCommands(program);
  addOperatorCommands(program);
  addAuditCommand(program);
  const isJson = process.argv.includes('--json');
  if (isJson) everyCommand(program, (command) => command.configureOutput({ writeErr: () => undefined }));
  everyCommand(program, (command) => command.exitOverride());
  return program;
}

/** Runs a command line; returns the exit code: 0, 1 for an error, 2 for wrong usage. */
export async function runCli(argv: string[]): Promise<number> {
  const isJson = argv.includes('--json');
  const complain = (code: string, message: string) =>
    process.stderr.write(
      isJson ? `${JSON.stringify({ error: { code, message } })}\n` : `error: ${message}\n`,
    );
  try {
    await buildProgram().parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // Commander has already written its own message for people.
      if (isJson) complain('usage', error.message.replace(/^error: /, ''));
      return 2;
    }
    const { code, message, exitCode } = explain(error);
    complain(code, message);
    return exitCode;
  }
}

function explain(error: unknown): { code: string; message: string; exitCode: number } {
  if (error instanceof UsageError) return { code: error.code, message: error.message, exitCode: 2 };
  if (error instanceof CliError) return { code: error.code, message: error.message, exitCode: 1 };
  if (error instanceof DatabaseRefused) return { code: error.code, message: error.message, exitCode: 1 };
  if (error instanceof ConfigError) return { code: 'config', message: error.message, exitCode: 1 };
  if (error instanceof NameTaken) return { code: `${error.what}_taken`, message: error.message, exitCode: 1 };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'failed', message, exitCode: 1 };
}

function everyCommand(command: Command, change: (command: Command) => unknown): void {
  change(command);
  for (const child of command.commands) everyCommand(child, change);
}
