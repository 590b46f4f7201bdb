// The command line as one table of commands. Each command is in a file of its own, which is loaded when the command runs: help
// must not wait for libraries that it does not use.
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { SYSTEM_DATA_DIR } from '../types/system-paths.ts';
import { DAEMON_VERSION } from '../net/version.ts';
import { runCommandLine } from '#kit/command-line';
import { asSentence } from './output.ts';

/** Runs one command; returns the exit code. */
export const runCli = (args: string[]): Promise<number> =>
  runCommandLine(args, { build: buildProgram, explain, show: asSentence });

/** A file that only the service may open. */
function explain(error: unknown): { code: string; message: string } | undefined {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'SQLITE_CANTOPEN') return undefined;
  const sentence =
    `${path ?? 'The journal'} belongs to the user of the sync service: run this command with sudo, ` +
    `or as that user. (${message})`;
  return { code: 'failed', message: sentence };
}

/** All commands; nothing runs yet. */
export function buildProgram(): Command {
  const program = new Command('artwork-registry-daemon')
    .description('The sync service: keeps the artworks of a WordPress site and the art registry the same.')
    .version(DAEMON_VERSION)
    .showHelpAfterError(
      '"artwork-registry-daemon --help" lists the commands, "<command> --help" its options.',
    );
  const command = (name: string, description: string) => program.command(name).description(description);
  const site = ['--site <url>', 'address (or id) of the paired site'] as const;
  const otherOrganization = [
    '--other-organization',
    'accept the key although the artworks are registered by another organisation',
  ] as const;
  const optionalSite = ['--site <url>', 'only this site; default: all'] as const;

  command('run', 'serve the paired sites until stopped')
    .option('--json', 'print the address as JSON')
    .action(async (options: { json?: boolean }) => {
      const { run } = await import('./run.ts');
      await run({ isJson: options.json === true });
    });
  const host = command('host', 'serve many galleries that connect by themselves');
  host
    .command('run', { isDefault: true })
    .description('serve the sites that connect until stopped')
    .option('--json', 'print the address as JSON')
    .action(when(async () => (await import('./host.ts')).runHost));

  const hosted = (name: string, description: string) =>
    host.command(name).description(description).option('--json', 'answer as one JSON object');
  const hostSite = ['<site>', 'id or address of the site'] as const;
  const load = () => import('./host-sites.ts');
  hosted('sites', 'list the sites: state, carrier, whether proven, what waits, last contact')
    .option('--search <text>', 'only those with this in address, name, organisation or id')
    .action(async (options: { json?: boolean; search?: string }) => (await load()).hostSites(options));
  hosted('site', 'show one site')
    .argument(...hostSite)
    .action(async (site: string, options: object) => (await load()).hostSite(site, options));
  hosted('pause', 'stop reading and sending for one site; its key stays')
    .argument(...hostSite)
    .action(async (site: string, options: object) => (await load()).setHostSite('paused')(site, options));
  hosted('resume', 'serve a paused site again')
    .argument(...hostSite)
    .action(async (site: string, options: object) => (await load()).setHostSite('served')(site, options));
  hosted('remove', 'remove a site and destroy its key; its entries in the registry stay')
    .argument(...hostSite)
    .option('--yes', 'do it')
    .action(async (site: string, options: object) => (await load()).removeHostSite(site, options));
  hosted('export', 'print what is known of a site and its artworks, one JSON object a line, for reading')
    .argument(...hostSite)
    .action(async (site: string) => (await load()).exportHostSite(site));
  hosted('stats', 'count sites by state, and what waits').action(async (options: object) =>
    (await load()).hostStats(options),
  );
  hosted(
    'password',
    "print the setting for the console's password, which is read from standard input",
  ).action(async (options: object) => (await load()).hostPassword(options));
  hosted('rotate-key', 'seal everything with a new key; the host must be stopped').action(
    async (options: object) => (await load()).rotateHostKey(options),
  );

  const config = command('config', 'the settings of the service');
  config
    .command('check')
    .description('check all settings of the file and the environment, and show where each value comes from')
    .option(
      '--file <file>',
      'the settings file; default: DAEMON_CONFIG, else the one of the installed service',
    )
    .option('--json', 'answer as one JSON object')
    .action(async (options: object) => (await import('./config.ts')).checkConfig(options));
  config
    .command('example')
    .description('print a settings file with every setting, its meaning and its default')
    .option('--json', 'answer as one JSON object')
    .action(async (options: object) => (await import('./config.ts')).exampleConfig(options));

  command('pair', 'connect a WordPress site with a pairing code from its Connect screen')
    .requiredOption('--site <url>', 'address of the WordPress site')
    .requiredOption('--code <code>', 'the pairing code that the site shows')
    .option(
      '--registry <url>',
      'base address of the registry, such as https://registry.example/api/v1; default: the owner enters it in WordPress',
    )
    .option('--api-key-file <file>', 'file with the API key (else the environment variable REGISTRY_API_KEY)')
    .option(...otherOrganization)
    .option('--api-key-stdin', 'read the API key from standard input')
    .option('--webhook-secret-file <file>', 'file with the signing secret of the webhook endpoint')
    .option('--webhook-secret-stdin', 'read the signing secret from standard input')
    .option('--json', 'answer as one JSON object')
    .action(when(async () => (await import('./pair.ts')).pair));
  command('unpair', 'forget a site and its keys')
    .requiredOption(...site)
    .option('--purge', 'also remove what the journal knows of its artworks')
    .option('--json', 'answer as JSON')
    .action(when(async () => (await import('./pair.ts')).unpair));

  const key = command('key', 'the API key of a site');
  key
    .command('set')
    .description('replace the API key; a running service uses it at once')
    .requiredOption(...site)
    .option('--registry <url>', 'base address of the registry, if it is not known yet or has changed')
    .option(...otherOrganization)
    .option('--api-key-file <file>', 'file with the API key (else REGISTRY_API_KEY)')
    .option('--api-key-stdin', 'read the API key from standard input')
    .option('--json', 'answer as JSON')
    .action(when(async () => (await import('./keys.ts')).setApiKey));
  const secret = command('webhook-secret', 'the signing secret of the webhook endpoint');
  secret
    .command('set')
    .description('set or replace the signing secret')
    .requiredOption(...site)
    .option('--webhook-secret-file <file>', 'file with the signing secret')
    .option('--webhook-secret-stdin', 'read the signing secret from standard input')
    .option('--json', 'answer as JSON')
    .action(when(async () => (await import('./keys.ts')).setWebhookSecret));

  command('status', 'what is registered, what waits, what needs you')
    .option(...optionalSite)
    .option('--json', 'answer as JSON')
    .option('--watch', 'keep running and show the progress')
    .action(when(async () => (await import('./show-status.ts')).showStatus));
  command('sync', 'fetch and send all pending changes now')
    .option(...optionalSite)
    .option('--dry-run', 'show the steps that wait to be sent, and send nothing')
    .option('--json', 'answer as JSON')
    .action(async (options: { site?: string; dryRun?: boolean; json?: boolean }) => {
      if (options.dryRun) (await import('./planned-steps.ts')).showPlannedSteps(options);
      else (await import('./requests.ts')).requestSync(options);
    });
  command('retry', 'try artworks that need attention again')
    .option(...optionalSite)
    .option('--id <external_id>', 'only this artwork')
    .option('--json', 'answer as JSON')
    .action(when(async () => (await import('./requests.ts')).requestRetry));
  command('audit', 'full check: compare shop, journal and registry, and repair what differs')
    .option(...optionalSite)
    .option('--last', 'only show what the last full check found')
    .option('--json', 'answer as JSON')
    .action(when(async () => (await import('./audit.ts')).audit));
  command('removals', 'confirm or reject a bulk removal that is on hold')
    .addArgument(
      new Argument(
        '<answer>',
        'release: the artworks are removed; keep: their registry entries stay as they are',
      ).choices(['release', 'keep']),
    )
    .option(...optionalSite)
    .option('--json', 'answer as JSON')
    .action(when(async () => (await import('./requests.ts')).answerBulkRemoval));
  command('doctor', 'check settings, journal, service, sites and keys')
    .option('--json', 'answer as JSON')
    .action(when(async () => (await import('./doctor.ts')).doctor));
  command('logs', 'the last lines of the log')
    .option('-n, --lines <number>', 'how many', '50')
    .addOption(
      new Option('--level <level>', 'only lines of this level or more important')
        .choices(['trace', 'debug', 'info', 'warn', 'error'])
        .default('trace'),
    )
    .option('--follow', 'keep running and show what comes')
    .option('--json', 'the lines as they were written')
    .action(when(async () => (await import('./logs.ts')).logs));
  command('backup', 'copy pairings and keys while the service runs')
    .requiredOption('--to <folder>', 'where to create the folder of the copy')
    .option('--json', 'answer as JSON')
    .action(when(async () => (await import('./backup.ts')).backup));
  command('install', 'install as a systemd service that starts with the machine')
    .option(
      '--data-dir <folder>',
      `folder of journal and keys; default: the one in its settings, else ${SYSTEM_DATA_DIR}`,
    )
    .option(
      '--host',
      'serve the galleries that connect by themselves ("host run"); an installed host stays one',
    )
    .option('--root <folder>', 'write below this folder, as for an image; make no user, start nothing')
    .option('--dry-run', 'only print the unit and the settings')
    .option('--json', 'answer as JSON')
    .action(when(async () => (await import('./install/install.ts')).install));
  command('uninstall', 'stop and remove the systemd service; journal and keys stay')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'answer as JSON')
    .action(when(async () => (await import('./install/install.ts')).uninstall));
  refuseOptionsAsValues(program);
  return program;
}

/** `status --site --json`: the value was forgotten, and "--json" is none. */
function refuseOptionsAsValues(command: Command): void {
  for (const option of command.options) {
    if (!option.required || option.parseArg) continue;
    option.argParser((value: string) => {
      if (value.startsWith('--')) throw new InvalidArgumentError('A value is missing.');
      return value;
    });
  }
  for (const inner of command.commands) refuseOptionsAsValues(inner);
}

/** The action of a command whose file is loaded when it runs. */
const when =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => unknown>) =>
  async (...args: Args): Promise<void> => {
    const act = await load();
    await act(...args);
  };
