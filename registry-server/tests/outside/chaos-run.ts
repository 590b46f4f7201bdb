// The chaos run: clients write, read the feed and receive events while instances, servers and networks are broken at random. Then every
// answer is held against what the registry has. `npm run chaos -w registry-server -- --seed 7 --minutes 10 --engine postgres-15`
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../bench/dataset.ts';
import { startEventReceiver } from './chaos/event-receiver.ts';
import { startFeedReader } from './chaos/feed-reader.ts';
import { operate } from './chaos/instance.ts';
import { startPostgresSubject } from './chaos/postgres-subject.ts';
import { pausesOf, tableOf } from './chaos/report.ts';
import type { Figures, Strike } from './chaos/report.ts';
import { startSqliteSubject } from './chaos/sqlite-subject.ts';
import { between, pick } from './chaos/subject.ts';
import type { Fault, Subject } from './chaos/subject.ts';
import { compare } from './chaos/verdict.ts';
import { startWriters } from './chaos/writers.ts';
import { makeServerFolder, watchFolder } from '../support/postgres-run-folder.ts';

export const ENGINES = ['sqlite', 'postgres-15', 'postgres-18'] as const;

export type ChaosOptions = {
  engine: (typeof ENGINES)[number];
  seed: number;
  /** How long faults strike. Each kind strikes once at least, however short this is. */
  minutes: number;
  writers?: number;
  /** The names of the faults that strike first, in this order, instead of every kind in random order. */
  first?: string[];
  /** How long a client waits between two writes. */
  paceMs?: number;
  /** Quiet time after a fault, so that the next one meets a registry at work. */
  quietMs?: [number, number];
  say?: (line: string) => void;
};

const RECEIVERS = 2;
const WARM_UP_MS = 1_000;

/** @returns what the table shows; `complaints` has one line for each broken promise */
export async function runChaos(options: ChaosOptions): Promise<{ figures: Figures; complaints: string[] }> {
  const { engine, seed, writers: count = 32, paceMs = 20, quietMs = [1_000, 4_000] } = options;
  const say = options.say ?? (() => undefined);
  const random = seededRandom(seed);
  const folder = makeServerFolder(undefined);
  const removeFolder = watchFolder(folder);
  const receivers = await Promise.all(
    Array.from({ length: RECEIVERS }, (_, index) => startEventReceiver(join(folder, `receiver-${index}`))),
  );
  let subject: Subject | undefined;
  try {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'ca.pem'), receivers.map(({ certificate }) => certificate).join('\n'));
    const environment = {
      REGISTRY_DATA_DIR: join(folder, 'data'),
      REGISTRY_SECRET_KEY: '07'.repeat(32),
      REGISTRY_RATE_LIMIT: '1000000',
      REGISTRY_LOG_LEVEL: 'error',
      REGISTRY_WEBHOOK_ALLOW_HOSTS: receivers.map(({ host }) => host).join(','),
      REGISTRY_WEBHOOK_CA: join(folder, 'ca.pem'),
      REGISTRY_WEBHOOK_BACKOFF_SECONDS: '0.1,0.1,0.1,0.1,0.1',
    };
    subject =
      engine === 'sqlite'
        ? await startSqliteSubject(folder, environment)
        : await startPostgresSubject(engine === 'postgres-15' ? 15 : 18, folder, environment);
    for (const reason of subject.leftOut) say(`left out: ${reason}`);
    const apiKey = await prepare(subject, receivers);
    const addresses = subject.instances.map(({ address }) => address);
    const writers = startWriters({ addresses, apiKey, count, paceMs });
    const reader = startFeedReader({ addresses, apiKey });
    await sleep(WARM_UP_MS);
    const strikes = await strikeAll(subject.faults, { ...options, random, quietMs, say });
    await writers.stop();
    const feed = await reader.finish();
    const verdict = await compare(writers.works, feed.registryIds, receivers, {
      address: addresses[0] ?? '',
      apiKey,
    });
    const sum = (of: (receiver: (typeof receivers)[number]) => number) =>
      receivers.reduce((total, receiver) => total + of(receiver), 0);
    const figures: Figures = {
      subject: subject.name,
      seed,
      minutes: strikes.length === 0 ? 0 : ((strikes.at(-1)?.toMs ?? 0) - (strikes[0]?.fromMs ?? 0)) / 60_000,
      writesAnswered: writers.answeredAt.length,
      callsRepeated: writers.repeats(),
      kills: strikes.filter(({ fault }) => fault.kind !== 'other').length,
      promotions: strikes.filter(({ fault }) => fault.kind === 'promotion').length,
      lost: verdict.lost.length,
      doubled: verdict.doubled.length,
      feedGaps: feed.gaps,
      feedStepsBack: reader.stepsBack(),
      events: sum((receiver) => receiver.events()),
      eventsWrong: verdict.events.length + sum((receiver) => receiver.doubled()),
      eventsOutOfOrder: sum((receiver) => receiver.outOfOrder()),
      eventRepeats: sum((receiver) => receiver.repeats()),
      surprises: writers.surprises.length,
      pauses: pausesOf(strikes, writers.answeredAt),
    };
    return {
      figures,
      complaints: complaintsOf(figures, [
        ...verdict.lost,
        ...verdict.doubled,
        ...verdict.events,
        ...writers.surprises,
      ]),
    };
  } finally {
    await subject?.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await removeFolder();
  }
}

function complaintsOf(figures: Figures, lines: string[]): string[] {
  return [
    ...lines,
    ...(figures.feedGaps > 0 ? [`the feed had ${figures.feedGaps} gaps`] : []),
    ...(figures.feedStepsBack > 0 ? [`the feed stepped back ${figures.feedStepsBack} times`] : []),
    ...(figures.eventsOutOfOrder > 0 ? [`${figures.eventsOutOfOrder} events came out of order`] : []),
  ];
}

/** An organisation with a key and the receivers. Answers the key. */
async function prepare({ environment }: Subject, receivers: { url: string }[]): Promise<string> {
  await operate(environment, 'org', 'create', '--slug', 'chaos', '--name', 'Chaos');
  await operate(
    environment,
    ...['profile', 'create', '--org', 'chaos', '--type', 'gallery', '--slug', 'chaos', '--name', 'Chaos'],
  );
  for (const { url } of receivers)
    await operate(environment, 'webhook', 'create', '--org', 'chaos', '--url', url, '--events', 'all');
  const key = await operate(
    environment,
    ...['key', 'create', '--org', 'chaos', '--scopes', 'artworks:read,artworks:write'],
  );
  return String(key['api_key']);
}

/** Every kind of fault once, in random order, or those that are named; then more at random until the time is over. */
async function strikeAll(
  faults: Fault[],
  {
    random,
    minutes,
    first,
    quietMs,
    say,
  }: Required<Pick<ChaosOptions, 'minutes' | 'quietMs' | 'say'>> &
    Pick<ChaosOptions, 'first'> & { random: () => number },
): Promise<Strike[]> {
  const strikes: Strike[] = [];
  const startedMs = performance.now();
  const order = first?.map((name) => getFault(faults, name)) ?? shuffled(faults, random);
  for (let index = 0; index < order.length || performance.now() - startedMs < minutes * 60_000; index += 1) {
    const fault = order[index] ?? pick(random, faults);
    const fromMs = performance.now();
    await fault.strike(random);
    await sleep(between(random, ...quietMs));
    const toMs = performance.now();
    strikes.push({ fault, fromMs, toMs });
    say(`${((toMs - startedMs) / 1000).toFixed(0).padStart(4)} s  ${fault.name}`);
  }
  return strikes;
}

function getFault(faults: Fault[], name: string): Fault {
  const fault = faults.find((each) => each.name === name);
  if (fault === undefined) throw new Error(`no fault is called "${name}"`);
  return fault;
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'postgres-15' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '10' },
      writers: { type: 'string', default: '32' },
      json: { type: 'boolean', default: false },
    },
  });
  const engine = ENGINES.find((name) => name === values.engine);
  if (engine === undefined)
    throw new Error(`--engine must be one of ${ENGINES.join(', ')}, not ${values.engine}`);
  const { figures, complaints } = await runChaos({
    engine,
    seed: Number(values.seed),
    minutes: Number(values.minutes),
    writers: Number(values.writers),
    say: (line) => console.error(line),
  });
  console.log(values.json ? JSON.stringify(figures) : tableOf(figures));
  for (const complaint of complaints.slice(0, 50)) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
