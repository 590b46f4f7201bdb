// The command line as one table of commands. Each command stands in a file of its own.
import { Argument, Command, CommanderError } from 'commander';
import { ConfigError, SYSTEM_DATA_DIR } from '../config.ts';
import { SiteError } from '../site/site-client.ts';
import { DAEMON_VERSION } from '../version.ts';
import { CommandFailed } from './command-failed.ts';
import { setApiKey, setWebhookSecret } from './keys.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { install, uninstall } from './install/install.ts';
import { logs } from './logs.ts';
import { pair, unpair } from './pair.ts';
import { answerBrake, requestRetry, requestSync } from './requests.ts';
import { run } from './run.ts';
import { showStatus } from './show-status.ts';

/** Runs one command; the exit code: 0 done, 1 trouble, 2 wrong usage. */
export async function runCommandLine(args: string[]): Promise<number> {
  const program = buildProgram();
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof CommandFailed || error instanceof ConfigError || error instanceof SiteError) {
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
    process.stderr.write(`${wordsOf(error)}\n`);
    return 1;
  }
}

function wordsOf(error: unknown): string {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'SQLITE_CANTOPEN')
    return (
      `${path ?? 'The journal'} belongs to the user of the sync service: run this command with sudo, ` +
      `or as that user. (${message})`
    );
  return error instanceof Error ? message : String(error);
}

/** All commands; nothing runs yet. */
export function buildProgram(): Command {
  const program = new Command('artwork-registry-daemon')
    .description('The sync service: keeps the works of a WordPress site and the art registry equal.')
    .version(DAEMON_VERSION)
    .exitOverride()
    .showHelpAfterError();
  const command = (name: string, description: string) =>
    program.command(name).description(description).exitOverride();
  const site = ['--site <url>', 'address (or id) of the paired site'] as const;
  const otherOrganization = [
    '--other-organization',
    'take the key though the works stand under another organisation',
  ] as const;
  const optionalSite = ['--site <url>', 'only this site; default: all'] as const;

  command('run', 'serve the paired sites until stopped')
    .option('--json', 'print the address as JSON')
    .action((options: { json?: boolean }) => run({ isJson: options.json === true }));
  command('pair', 'connect a WordPress site with a pairing code from its Connect screen')
    .requiredOption('--site <url>', 'address of the WordPress site')
    .requiredOption('--code <code>', 'the pairing code that the site shows')
    .option(
      '--registry <url>',
      'base address of the registry, such as https://registry.example/api/v1; else the owner names it in WordPress',
    )
    .option('--api-key-file <file>', 'file with the API key (else the environment variable REGISTRY_API_KEY)')
    .option(...otherOrganization)
    .option('--api-key-stdin', 'read the API key from standard input')
    .option('--webhook-secret-file <file>', 'file with the signing secret of the webhook endpoint')
    .option('--webhook-secret-stdin', 'read the signing secret from standard input')
    .option('--json', 'answer as one JSON object')
    .action(pair);
  command('unpair', 'forget a site and its keys')
    .requiredOption(...site)
    .option('--purge', 'remove what the journal knows of its works as well')
    .option('--json', 'answer as JSON')
    .action(unpair);

  const key = command('key', 'the API key of a site');
  key
    .command('set')
    .description('replace the API key; a running service takes it at once')
    .exitOverride()
    .requiredOption(...site)
    .option('--registry <url>', 'base address of the registry, where it is not known yet or is another one')
    .option(...otherOrganization)
    .option('--api-key-file <file>', 'file with the API key (else REGISTRY_API_KEY)')
    .option('--api-key-stdin', 'read the API key from standard input')
    .option('--json', 'answer as JSON')
    .action(setApiKey);
  const secret = command('webhook-secret', 'the signing secret of the webhook endpoint');
  secret
    .command('set')
    .description('set or replace the signing secret')
    .exitOverride()
    .requiredOption(...site)
    .option('--webhook-secret-file <file>', 'file with the signing secret')
    .option('--webhook-secret-stdin', 'read the signing secret from standard input')
    .option('--json', 'answer as JSON')
    .action(setWebhookSecret);

  command('status', 'what is published, what waits, what needs you')
    .option(...optionalSite)
    .option('--json', 'answer as JSON')
    .option('--watch', 'stay and show how it goes on')
    .action(showStatus);
  command('sync', 'do everything now')
    .option(...optionalSite)
    .option('--json', 'answer as JSON')
    .action(requestSync);
  command('retry', 'try works that need attention again')
    .option(...optionalSite)
    .option('--id <external_id>', 'only this work')
    .option('--json', 'answer as JSON')
    .action(requestRetry);
  command('audit', 'compare shop, journal and registry, and put right what differs')
    .option(...optionalSite)
    .option('--last', 'only show what the last audit found')
    .option('--json', 'answer as JSON')
    .action(audit);
  command('brake', 'answer the question whether many leaving works were meant')
    .addArgument(
      new Argument('<answer>', 'release: they leave; keep: the registry stays as it is').choices([
        'release',
        'keep',
      ]),
    )
    .option(...optionalSite)
    .option('--json', 'answer as JSON')
    .action(answerBrake);
  command('doctor', 'check settings, journal, service, sites and keys')
    .option('--json', 'answer as JSON')
    .action(doctor);
  command('logs', 'the last lines of the log')
    .option('-n, --lines <number>', 'how many', '50')
    .option('--json', 'the lines as they were written')
    .action(logs);
  command('backup', 'copy pairings and keys while the service runs')
    .requiredOption('--to <folder>', 'where to make the copy, in a folder of its own')
    .option('--json', 'answer as JSON')
    .action(backup);
  command('install', 'install as a systemd service that starts with the machine')
    .option(
      '--data-dir <folder>',
      `folder of journal and keys; default: the one in its settings, else ${SYSTEM_DATA_DIR}`,
    )
    .option('--root <folder>', 'write below this folder, as for an image; make no user, start nothing')
    .option('--dry-run', 'only print the unit and the settings')
    .option('--json', 'answer as JSON')
    .action(install);
  command('uninstall', 'stop and remove the systemd service; journal and keys stay')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'answer as JSON')
    .action(uninstall);
  return program;
}
