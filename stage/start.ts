// `npm start`: the whole system with a demo gallery, for a person; `npm start -- --check` proves it without one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { runCheck } from './runs/check-run.ts';
import { startDemoGallery, type DemoGallery } from './system/demo-gallery.ts';
import { killAllServices, stopAllServices } from './machine/processes.ts';
import { rootDir } from './paths.ts';
import { checkPorts, usualPorts } from './machine/ports.ts';
import { claimFolder } from './machine/run-lock.ts';
import { listWorks } from './system/site-works.ts';
import { databases, type Database } from './wordpress/wordpress.ts';

interface Options {
  check?: boolean;
  reset?: boolean;
  faults?: boolean;
  database?: Database;
  data: string;
  wordpressPort: number;
  registryPort: number;
  daemonPort: number;
}

const started = Date.now();
const say = (line: string) =>
  console.log(`[${String(Math.round((Date.now() - started) / 1000)).padStart(3)} s] ${line}`);

const program = new Command('npm start --')
  .description(
    'Runs a registry, its sync service for galleries, and WordPress with the plugin: a demo gallery of 30 works that connects by itself.',
  )
  .option('--check', 'run the main job without a person, on free ports and a temporary folder, and end')
  .option('--reset', 'throw the demo data away and begin again')
  .option('--faults', 'let registry and site do what files say: see docs/qa.md')
  .addOption(
    new Option('--database <name>', 'what WordPress lives on; default sqlite').choices([...databases]),
  )
  .option('--data <folder>', 'where all data lives', join(rootDir, '.data'))
  .option('--wordpress-port <port>', 'port of WordPress', port, usualPorts.wordpress)
  .option('--registry-port <port>', 'port of the registry', port, usualPorts.registry)
  .option('--daemon-port <port>', 'port of the sync service', port, usualPorts.daemon);

function port(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  throw new InvalidArgumentError('A port is a whole number from 1 to 65535.');
}

let isStopping = false;
async function stopWith(code: number, line?: string): Promise<never> {
  if (isStopping) {
    killAllServices();
    process.exit(code);
  }
  isStopping = true;
  if (line) say(line);
  await stopAllServices();
  process.exit(code);
}

process.once('SIGINT', () => void stopOnSignal());
process.once('SIGTERM', () => void stopOnSignal());

async function stopOnSignal(): Promise<void> {
  // A second Ctrl-C does not wait any longer.
  process.once('SIGINT', () => process.exit(130));
  await stopWith(0, 'stopping everything …');
}

try {
  const options = program.parse().opts<Options>();
  await (options.check ? check(options) : serve(options));
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  await stopWith(1);
}

async function check({ database }: Options): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-check-'));
  const system = await startDemoGallery({
    dataDir,
    checkAnswers: true,
    ...(database ? { database } : {}),
    say,
  });
  const { failed } = await runCheck(system, started);
  await system.closeScreen();
  await stopAllServices();
  if (failed === 0) await rm(dataDir, { recursive: true, force: true });
  else console.error(`The logs are in ${join(dataDir, 'logs')}`);
  process.exit(failed === 0 ? 0 : 1);
}

async function serve(options: Options): Promise<void> {
  const dataDir = resolve(options.data);
  const ports = {
    wordpress: options.wordpressPort,
    registry: options.registryPort,
    daemon: options.daemonPort,
  };
  await claimFolder(dataDir);
  await checkPorts(ports);
  if (options.reset) {
    say(`throwing away ${dataDir} …`);
    await rm(dataDir, { recursive: true, force: true });
    await claimFolder(dataDir);
  }
  const { database } = options;
  const { daemon: host, ...others } = ports;
  const system = await startDemoGallery({
    dataDir,
    ports: { ...others, host },
    // PHP's own server cannot continue after a page: without it, changes wait while no screen is open.
    runsWpCron: true,
    ...(options.faults ? { faults: true } : {}),
    ...(database ? { database } : {}),
    say,
  });
  await prepareDemo(system);
  await system.closeScreen();
  await showTable(system);
  say(
    'Running. Ctrl-C stops everything; the data stays for the next start (npm start -- --reset begins again).',
  );
}

async function prepareDemo(system: DemoGallery): Promise<void> {
  await system.connect();
  if ((await listWorks(system)).some((work) => work.registry_id)) return;
  say('owner: registers all artworks …');
  await system.registerAll();
  await showProgress(system);
}

async function showProgress(system: DemoGallery): Promise<void> {
  let last = '';
  for (;;) {
    const works = await listWorks(system);
    const done = works.filter((work) => work.registry_id).length;
    const line = `${done} of ${works.length} works have their Art ID`;
    if (line !== last) say((last = line));
    const open = works.filter((work) => !work.registry_id && work.state !== 'attention');
    if (open.length === 0) return;
    await new Promise((wait) => setTimeout(wait, 500));
  }
}

async function showTable(system: DemoGallery): Promise<void> {
  const [work] = (await listWorks(system)).filter((one) => one.public_page);
  const { url, admin } = system.wordpress;
  const rows: [string, string][] = [
    ['Gallery (wp-admin)', `${url}/wp-admin/admin.php?page=artwork-registry`],
    ['  user / password', `${admin.user} / ${admin.password}`],
    ['Registry API', system.registry.apiUrl],
    ['Guide', `${system.registry.url}/guide/`],
    ['API documentation', `${system.registry.url}/docs`],
    ['A public artwork page', work?.public_page ?? 'none yet'],
    ['Sync service', system.host.url],
    ['API key that reads', join(system.dataDir, 'account.json')],
    ['Logs', join(system.dataDir, 'logs')],
  ];
  console.log(['', ...rows.map(([name, value]) => `  ${name.padEnd(24)}${value}`), ''].join('\n'));
  await writeFile(
    join(system.dataDir, 'addresses.json'),
    JSON.stringify(Object.fromEntries(rows), undefined, 2),
  );
}
