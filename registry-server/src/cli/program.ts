// The command line: all commands in one program, and what an error becomes.
import { Command } from 'commander';
import { CliError } from '#kit/cli-error';
import { runCommandLine } from '#kit/command-line';
import { DatabaseRefused } from '../storage/shared/registry-identity.ts';
import { NameTaken, OutcomeUnknown } from '../storage/storage.ts';
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
    .configureHelp({ showGlobalOptions: true });
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
  return program;
}

/** Runs a command line; returns the exit code. */
export const runCli = (args: string[]): Promise<number> =>
  runCommandLine(args, { build: buildProgram, explain, show: (message) => `error: ${message}` });

/** In the words of a command line; undefined: as it says itself. */
export function explain(error: unknown): { code: string; message: string } | undefined {
  if (error instanceof DatabaseRefused) return error;
  if (error instanceof OutcomeUnknown)
    return new CliError('outcome_unknown', `${error.message}; ${error.next}`);
  if (error instanceof NameTaken) return { code: `${error.what}_taken`, message: error.message };
  return undefined;
}
