// `npm run bench -w daemon`: what the sync service can do and what it costs, beside a floor measured in the same run.
// --json prints one object per line; --quick takes fewer works; --smallest hardly any, to see that each row still runs; --ceiling adds the run against the real limit of 120 a minute,
// which takes seven minutes; --wordpress adds the pace through a real WordPress and a real registry. `host` measures a host instead,
// with simulated sites and the real registry, `host.noisy` one row of it, and --full in the sizes that its goals are meant for.
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { builtPackage } from '../../registry-server/bench/built-package.ts';
import type { Figure } from '../../registry-server/bench/figure.ts';
import { openJournal } from '../src/journal/journal.ts';
import { ENVIRONMENT, NODE_FLAGS } from '../src/cli/install/sync-service.ts';
import { journalFile } from '../src/journal/journal-file.ts';
import { SitesFile, type Site } from '../src/site/sites-file.ts';
import { hostRows } from './host/host-rows.ts';
import type { WorldAnswer } from './world.ts';
import { requestHash } from '@artwork-registry/contract';

/** CPU so far, memory now and at most. */
type Cost = { cpuMs: number; rssMiB: number; peakMiB: number };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    ceiling: { type: 'boolean', default: false },
    wordpress: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    smallest: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    works: { type: 'string' },
  },
});
const works = Number(options.works ?? (options.smallest ? 300 : options.quick ? 20_000 : 100_000));
const children: ChildProcess[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'daemon-bench-'));

try {
  const [what] = positionals;
  if (what === undefined) for (const figure of await measure()) print(figure);
  else await measureHost(what);
  if (options.ceiling) for (const figure of measureCeiling()) print(figure);
  if (options.wordpress) print(measureWordPress());
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}

async function measureHost(what: string): Promise<void> {
  const only = what === 'host' ? undefined : what.replace(/^host\./, '');
  const program = join(builtPackage('daemon'), 'main.js');
  const size = options.full ? 'full' : options.smallest ? 'smallest' : 'quick';
  await hostRows({ program, size, only, isJson: options.json }, print);
}

async function measure(): Promise<Figure[]> {
  const world = start('world.ts');
  const { site, floorUrl } = await next<{ site: Site; floorUrl: string }>(world);
  new SitesFile(dataDir).save(site);
  const journal = openJournal(journalFile(dataDir));
  journal.meta.save(site.siteId, 'paired', true);
  journal.close();
  const floors = [await bareRequests(floorUrl)];

  await ask<WorldAnswer>(world, { share: works });
  const begun = Date.now();
  const service = start('service.mjs', join(builtPackage('daemon'), 'cli/run.js'));
  await settled(world, works);
  const seconds = (Date.now() - begun) / 1000;

  const first = await ask<WorldAnswer>(world);
  const before = await ask<Cost>(service);
  await ask<WorldAnswer>(world, { share: works });
  await settled(world, works);
  const after = await ask<Cost>(service);
  const second = await ask<WorldAnswer>(world);
  const writes = second.apiWrites - first.apiWrites;
  floors.push(await bareRequests(floorUrl));
  const cpuSeconds = (after.cpuMs - before.cpuMs) / 1000;
  const perSecond = works / seconds;
  const bare = mean(floors.map((floor) => floor.perSecond));
  // CPU hardly depends on what else the machine does, and its floor even less: the same number of bare requests.
  const bareCpu = (calls: number) => (calls * mean(floors.map((floor) => floor.cpuMs))) / 1000;
  const firstCpu = before.cpuMs / works;
  const firstFloor = (bareCpu(first.siteCalls + first.apiRequests) * 1000) / works;
  const secondFloor = (await cpuMsOfPages(floorUrl)) / 1000;

  const figure = (
    id: string,
    value: number,
    unit: string,
    floor: number,
    goal: string,
    met: boolean,
  ): Figure => ({
    id,
    value: Math.round(value * 100) / 100,
    unit,
    floor: Math.round(floor * 1000) / 1000,
    ratio: Math.round((value / floor) * 1000) / 1000,
    goal,
    met,
  });
  const catalogue = 'daemon.unchanged_100k';
  return [
    figure('daemon.unlimited', perSecond, 'works/s', bare, '>= 1000', perSecond >= 1000),
    figure('daemon.unlimited.cpu', firstCpu, 'ms CPU/work', firstFloor, '<= 1', firstCpu <= 1),
    figure(`${catalogue}`, writes, 'API writes', first.apiWrites, '0', writes === 0),
    figure(
      `${catalogue}.cpu`,
      cpuSeconds,
      's CPU',
      secondFloor,
      '<= 6 x its floor',
      cpuSeconds <= 6 * secondFloor,
    ),
    figure(`${catalogue}.memory`, after.peakMiB, 'MiB', before.rssMiB, '<= 150', after.peakMiB <= 150),
  ];
}

/** The limit run of e2e against a real registry; its own output says how each window was used. */
function measureCeiling(): Figure[] {
  const run = spawnSync('npm', ['run', '--silent', 'limit-run'], {
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '../..'),
  });
  const numbers = (pattern: RegExp) => [...run.stdout.matchAll(pattern)].map((match) => Number(match[1]));
  const shares = numbers(/share of the limit used\W+([\d.]+) %/g).map((percent) => percent / 100);
  const tooMany = numbers(/answers 429\W+(\d+)/g).reduce((sum, number) => sum + number, 0);
  const value = Math.min(...shares);
  const met = shares.length === 2 && value >= 0.98 && tooMany === 0;
  return [
    {
      id: 'daemon.ceiling',
      value,
      unit: 'of the limit',
      floor: 1,
      ratio: value,
      goal: '>= 0.98, no 429',
      met,
    },
  ];
}

/** Real works through WordPress, plugin, service and registry: how fast the slowest of them is. Not a goal of its own. */
function measureWordPress(): Figure {
  const run = spawnSync('npm', ['run', '--silent', 'real-works', '--', '--count', '500'], {
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '../..'),
  });
  const value = Number(/([\d.]+) works a second/.exec(run.stdout)?.[1] ?? 0);
  const id = 'daemon.unlimited.wordpress';
  return { id, value, unit: 'works/s', floor: 1000, ratio: value / 1000, goal: 'printed', met: value > 0 };
}

function start(script: string, ...args: string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, script), args, {
    // The service as the systemd unit runs it; the simulated sides may be as large as they like.
    execArgv: script === 'service.mjs' ? [...NODE_FLAGS] : [],
    env: {
      ...process.env,
      ...(script === 'service.mjs' ? ENVIRONMENT : {}),
      DAEMON_DATA_DIR: dataDir,
      DAEMON_PORT: '0',
      DAEMON_LOG_LEVEL: 'silent',
      DAEMON_POLL_IDLE_MS: '1000',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

function next<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as T)));
}

function ask<T>(child: ChildProcess, message: object = {}): Promise<T> {
  const answer = next<T>(child);
  child.send(message);
  return answer;
}

async function settled(world: ChildProcess, count: number): Promise<void> {
  const until = Date.now() + 600_000;
  for (;;) {
    const answer = await ask<WorldAnswer>(world);
    if (answer.settled && answer.published === count) return;
    if (Date.now() > until) throw new Error(`Not settled after ten minutes: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** What bare requests cost us who send them, one after another. */
async function bareRequests(url: string): Promise<{ perSecond: number; cpuMs: number }> {
  const count = 3000;
  const cpu = process.cpuUsage();
  const begun = Date.now();
  for (let sent = 0; sent < count; sent += 1) await (await request(url)).body.text();
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count * 1000) / (Date.now() - begun), cpuMs: (user + system) / 1000 / count };
}

/** What it costs to ask for every page of the catalogue, parse it and hash each work. */
async function cpuMsOfPages(url: string): Promise<number> {
  const cpu = process.cpuUsage();
  for (let page = 0; ; page += 1) {
    const { body } = await request(`${url}/?page=${page}`);
    const { changes } = JSON.parse(await body.text()) as { changes: { artwork: unknown }[] };
    if (changes.length === 0) break;
    for (const { artwork } of changes) requestHash(artwork);
  }
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000;
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function print(figure: Figure): void {
  const { id, value, unit, floor, ratio, goal, met, detail = {} } = figure;
  const more = Object.entries(detail).map(([name, said]) => `\n    ${name}: ${said}`);
  const text =
    `${id}: ${value} ${unit} (floor ${floor}, ratio ${ratio}); goal ${goal}: ${met ? 'met' : 'MISSED'}` +
    more.join('');
  process.stdout.write(`${options.json ? JSON.stringify(figure) : text}\n`);
}
