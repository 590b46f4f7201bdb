// The chaos run with an asynchronous standby, which lags whenever it is promoted: answered writes are lost, so what is tried is that no
// instance writes before after-restore, and that no Art ID ever means two works. Two instances are written to, one is idle, and one
// is started again on the promoted standby. `npm run chaos:asynchronous -w registry-server -- --seed 1 --minutes 10`
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../bench/dataset.ts';
import { openLink } from '../support/network-latency.ts';
import type { Link } from '../support/network-latency.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import type { Cluster } from '../support/postgres-cluster.ts';
import { makeServerFolder, watchFolder } from '../support/postgres-run-folder.ts';
import { promote, startStandby } from '../support/postgres-standby.ts';
import { makeInstance, operate } from './chaos/instance.ts';
import type { Environment, Instance } from './chaos/instance.ts';
import { openLedger } from './chaos/loss.ts';
import type { LossLedger } from './chaos/loss.ts';
import { between } from './chaos/subject.ts';

export type LossFigures = {
  seed: number;
  minutes: number;
  promotions: number;
  writesAnswered: number;
  /** Answered writes that only the lost primary had. */
  lost: number;
  /** Art IDs that were answered for two works. */
  issuedTwice: number;
  /** Writes that were tried on the promoted standby before after-restore, by instance, and those that were answered. */
  triedBefore: Record<string, number>;
  answeredBefore: number;
  /** From the end of after-restore until each instance had written. */
  longestResumeSeconds: number;
};

type Options = { seed: number; minutes: number; say?: (line: string) => void };
type Run = { pair: { primary: Cluster; standby: Cluster }; links: Link[]; instances: Instance[] };

const DATABASE = 'registry';
const WRITERS = 16;
const CATCH_UP_MS = 10_000;
const RESUME_MS = 30_000;
const socketOf = (cluster: Cluster) => ({ path: join(cluster.socketFolder, `.s.PGSQL.${cluster.port}`) });

/** @returns the figures; `complaints` has one line for each broken promise. One promotion at least, however short it is. */
export async function runAsynchronousChaos(
  options: Options,
): Promise<{ figures: LossFigures; complaints: string[] }> {
  const { seed, minutes, say = () => undefined } = options;
  const random = seededRandom(seed);
  const folder = makeServerFolder(undefined);
  const removeFolder = watchFolder(folder);
  mkdirSync(join(folder, 'data'));
  const common = {
    REGISTRY_DATA_DIR: join(folder, 'data'),
    REGISTRY_SECRET_KEY: '07'.repeat(32),
    REGISTRY_RATE_LIMIT: '1000000',
    REGISTRY_LOG_LEVEL: 'fatal',
  };
  const primary = await startCluster({ settings: { wal_keep_size: '512MB' } });
  const run: Run = { pair: { primary, standby: primary }, links: [], instances: [] };
  try {
    const environment = { ...common, DATABASE_URL: await primary.createDatabase(DATABASE) };
    run.pair.standby = await startStandby(primary);
    const ledger = openLedger(await prepare(environment));
    for (const name of ['busy 1', 'busy 2', 'idle', 'started again']) {
      const link = await openLink({ to: socketOf(primary) });
      run.links.push(link);
      run.instances.push(await makeInstance(name, { ...common, DATABASE_URL: link.url(DATABASE) }, folder));
    }
    await Promise.all(run.instances.map((instance) => instance.start()));
    const figures: LossFigures = {
      ...{ seed, minutes: 0, promotions: 0, writesAnswered: 0, lost: 0, issuedTwice: 0 },
      ...{ triedBefore: {}, answeredBefore: 0, longestResumeSeconds: 0 },
    };
    const beganMs = performance.now();
    do {
      await loseWrites(run, ledger, common, figures, random);
      figures.minutes = (performance.now() - beganMs) / 60_000;
      say(
        `${(figures.minutes * 60).toFixed(0).padStart(4)} s  promotion ${figures.promotions}, ${ledger.counts.lost} writes lost`,
      );
    } while (performance.now() - beganMs < minutes * 60_000);
    const { answered: writesAnswered, lost, twice: issuedTwice } = ledger.counts;
    return { figures: { ...figures, writesAnswered, lost, issuedTwice }, complaints: ledger.complaints };
  } finally {
    await Promise.all(run.instances.map((instance) => instance.kill9()));
    await Promise.all(run.links.map((link) => link.close()));
    await Promise.all([...new Set(Object.values(run.pair))].map((cluster) => cluster.close()));
    await removeFolder();
  }
}

/** An organisation with a key. Answers the key. */
async function prepare(environment: Environment): Promise<string> {
  const profile = ['--type', 'gallery', '--slug', 'chaos', '--name', 'Chaos'];
  await operate(environment, 'migrate');
  await operate(environment, 'org', 'create', '--slug', 'chaos', '--name', 'Chaos');
  await operate(environment, 'profile', 'create', '--org', 'chaos', ...profile);
  const key = await operate(
    environment,
    ...['key', 'create', '--org', 'chaos', '--scopes', 'artworks:read,artworks:write'],
  );
  return String(key['api_key']);
}

/** The standby falls behind while works are written, the primary is lost, and the standby is promoted. */
async function loseWrites(
  run: Run,
  ledger: LossLedger,
  common: Environment,
  figures: LossFigures,
  random: () => number,
): Promise<void> {
  const { pair, links, instances } = run;
  const busy = instances.slice(0, 2).map(({ address }) => address);
  // An instance that has written, and whose own works are all on the standby, must not take that for the whole.
  await Promise.all(instances.map(({ address }) => ledger.publish(address)));
  const writers = ledger.startWriting(busy, WRITERS);
  await sleep(between(random, 1_000, 6_000));
  const safeUntilMs = await leaveBehind(pair);
  await sleep(between(random, 200, 4_000));
  const { primary: lost, standby: next } = pair;
  await lost.kill9();
  await writers.stop();
  await promote(next);
  pair.primary = next;
  await Promise.all(links.map((link) => link.leadTo(socketOf(next))));
  figures.promotions += 1;

  const fresh = instances[3];
  await fresh?.kill9();
  await fresh?.start();
  await tryEach(instances, ledger, figures, random);
  await operate({ ...common, DATABASE_URL: next.url(DATABASE) }, 'after-restore');
  const restoredMs = performance.now();
  await Promise.all(instances.map((instance) => untilItWrites(instance, ledger)));
  figures.longestResumeSeconds = Math.max(
    figures.longestResumeSeconds,
    (performance.now() - restoredMs) / 1000,
  );
  await ledger.compare(busy[0] ?? '', safeUntilMs);
  await lost.close();
  // The next standby is a copy of this one, and must follow it.
  await next.query('ALTER SYSTEM RESET primary_conninfo');
  pair.standby = await startStandby(next);
}

/** Answers until when everything that was answered is on the standby, in milliseconds of performance.now(). */
async function leaveBehind({ primary, standby }: Run['pair']): Promise<number> {
  const atMs = performance.now();
  const [row] = await primary.query('SELECT pg_current_wal_flush_lsn()::text AS lsn');
  const until = performance.now() + CATCH_UP_MS;
  for (;;) {
    const [state] = await standby.query('SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS has_it', {
      values: [row?.['lsn']],
    });
    if (state?.['has_it'] === true) break;
    if (performance.now() > until) throw new Error('the standby does not follow');
    await sleep(10);
  }
  await standby.query(`ALTER SYSTEM SET primary_conninfo = ''`);
  await standby.query('SELECT pg_reload_conf()');
  return atMs;
}

/** Every instance, in random order, several times: none of them may write. */
async function tryEach(
  instances: Instance[],
  ledger: LossLedger,
  figures: LossFigures,
  random: () => number,
): Promise<void> {
  const untilMs = performance.now() + between(random, 1_000, 7_000);
  do {
    for (const { name, address } of instances.toSorted(() => random() - 0.5)) {
      const { status, id, isUnknown } = await ledger.publish(address);
      figures.triedBefore[name] = (figures.triedBefore[name] ?? 0) + 1;
      if (status === 503 || isUnknown) continue;
      figures.answeredBefore += 1;
      ledger.complaints.push(`${name} answered ${status} (${id}) before after-restore`);
    }
    await sleep(100);
  } while (performance.now() < untilMs);
}

async function untilItWrites({ name, address }: Instance, ledger: LossLedger): Promise<void> {
  const until = performance.now() + RESUME_MS;
  while ((await ledger.publish(address)).status !== 201) {
    if (performance.now() > until) {
      ledger.complaints.push(`${name} did not write by itself after after-restore`);
      return;
    }
    await sleep(50);
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '10' },
    },
  });
  const { figures, complaints } = await runAsynchronousChaos({
    seed: Number(values.seed),
    minutes: Number(values.minutes),
    say: (line) => console.error(line),
  });
  console.log(JSON.stringify(figures, null, 2));
  for (const complaint of complaints.slice(0, 50)) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
