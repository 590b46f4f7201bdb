// The reference set-up of deploy/. Its files agree with each other; and in npm run test:long its processes really start: monitor, two
// PostgreSQL servers, haproxy and two instances, a failover in the middle of writes, an upgrade, a backup and its restore.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PACKAGES } from '../../../scripts/release/packages.ts';
import { readConfig } from '../../src/config.ts';
import { startFeedReader } from './chaos/feed-reader.ts';
import { operate } from './chaos/instance.ts';
import { longestPause } from './chaos/report.ts';
import { compare } from './chaos/verdict.ts';
import { startWriters } from './chaos/writers.ts';
import { freePort } from '../../../stage/machine/ports.ts';
import { startTestRegistry } from '../support/test-registry.ts';
import { makeReferenceSetup } from '../support/reference-setup.ts';
import type { ReferenceSetup } from '../support/reference-setup.ts';
import { readEnvironment, readUnit } from '../support/systemd-unit.ts';

type Build = { context: string; dockerfile: string };
const isLong = process.env.ARTWORK_REGISTRY_LONG === '1';
const DEPLOY = join(import.meta.dirname, '../../../deploy');
const RELEASED = PACKAGES.map(({ name }) => name);
const text = (...names: string[]) => readFileSync(join(DEPLOY, ...names), 'utf8');
const example = (name: string) => readEnvironment(text('env', `${name}.env.example`));
const services = readdirSync(join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service'));

describe('the files', () => {
  it.each(services)('%s runs files that exist, with an environment that has an example', (name) => {
    const unit = readUnit(join(DEPLOY, 'systemd', name));
    const commands = [...unit.startPre, unit.start, ...unit.startPost].join(' ');
    for (const [, path] of commands.matchAll(/\/opt\/artwork-registry\/(\S+)/g)) {
      expect([path, existsSync(join(DEPLOY, '..', path ?? ''))]).toEqual([path, true]);
    }
    for (const file of unit.environmentFiles) {
      const settings = example(basename(file, '.env'));
      for (const [, variable] of commands.matchAll(/\$\{(\w+)\}/g))
        expect(settings).toHaveProperty(variable ?? '');
    }
  });

  it('units are what systemd understands', () => {
    // A command that is not on this machine is the only complaint that may be made.
    const { stderr, error } = spawnSync(
      'systemd-analyze',
      ['verify', ...services.map((name) => join(DEPLOY, 'systemd', name))],
      {
        encoding: 'utf8',
      },
    );
    if (error !== undefined) return;
    const complaints = stderr
      .split('\n')
      .filter((line) => line.includes(DEPLOY) && !/Command .* is not executable/.test(line));
    expect(complaints).toEqual([]);
  });

  it.each(['registry', 'daemon'])('the image of the %s is made of tarballs that a release has', (name) => {
    const image = text('containers', `${name}.Dockerfile`);
    const packages = [...image.matchAll(/artwork-registry-(\w+)-\*\.tgz/g)].map(([, word]) => word);
    expect(packages).toEqual(['contract', name === 'registry' ? 'server' : name]);
    for (const word of packages) expect(RELEASED).toContain(word);
    // Docker takes only what this file lets through.
    expect(text('containers', `${name}.Dockerfile.dockerignore`)).toBe('*\n!artwork-registry-*.tgz\n');
  });

  it('scripts use no setting that the examples lack', () => {
    const known = { ...example('monitor'), ...example('postgres'), ...example('backup') };
    for (const name of readdirSync(join(DEPLOY, 'postgres'))) {
      execFileSync('sh', ['-n', join(DEPLOY, 'postgres', name)]);
      const used = [...text('postgres', name).matchAll(/\$\{?([A-Z][A-Z_]+)/g)].map(
        ([, variable]) => variable ?? '',
      );
      for (const variable of used)
        expect([name, variable, variable in known]).toEqual([name, variable, true]);
    }
  });

  it('haproxy accepts its configuration with the example of its environment', () => {
    const { status, stderr } = spawnSync('/usr/sbin/haproxy', ['-c', '-f', join(DEPLOY, 'haproxy.cfg')], {
      encoding: 'utf8',
      env: example('haproxy'),
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('a long answer is compressed on its way through haproxy', async () => {
    const registry = await startTestRegistry();
    await registry.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = registry.app.server.address() as AddressInfo;
    const publicPort = await freePort();
    const instance = `127.0.0.1:${port}`;
    const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', join(DEPLOY, 'haproxy.cfg')], {
      env: {
        ...example('haproxy'),
        PUBLIC_BIND: `127.0.0.1:${publicPort}`,
        DATABASE_BIND: `127.0.0.1:${await freePort()}`,
        INSTANCE_1: instance,
        INSTANCE_2: instance,
      },
      stdio: 'ignore',
    });
    try {
      const url = `http://127.0.0.1:${publicPort}/api/v1/openapi.json`;
      const ask = () => fetch(url, { headers: { 'accept-encoding': 'gzip' } });
      await expect.poll(async () => (await ask().catch(() => null))?.status, { timeout: 10_000 }).toBe(200);
      const answer = await ask();
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(await answer.json()).toHaveProperty('openapi');
    } finally {
      haproxy.kill('SIGKILL');
      await registry.close();
    }
  });

  it('the server accepts the example of its environment, once the key is filled in', () => {
    const config = readConfig({ ...example('registry'), REGISTRY_SECRET_KEY: '07'.repeat(32) });
    expect(config.trustProxy).toEqual(['10.0.0.11', '10.0.0.12']);
    for (const machine of config.trustProxy)
      expect(text('monitoring', 'prometheus.yml')).toContain(`'${machine}:${config.metrics?.port}'`);
  });

  it('the containers get the same settings as the units', () => {
    const { services: containers } = parse(text('compose.yaml'), { merge: true }) as {
      services: Record<string, { environment: Record<string, string>; build?: Build }>;
    };
    const pairs = {
      monitor: 'monitor',
      'postgres-1': 'postgres',
      'postgres-2': 'postgres',
      haproxy: 'haproxy',
    };
    // Set by the image, for all three.
    const ofImage = ['PGPORT', 'SOCKET_FOLDER'];
    for (const [container, env] of Object.entries(pairs)) {
      const given = Object.keys(containers[container]?.environment ?? {});
      const wanted = Object.keys(example(env)).filter((name) => !ofImage.includes(name));
      expect([container, given.sort()]).toEqual([container, wanted.sort()]);
    }
    for (const { build } of Object.values(containers)) {
      if (build) expect(existsSync(join(DEPLOY, build.context, build.dockerfile))).toBe(true);
    }
    for (const file of ['compose.single.yaml', 'compose.host.yaml']) {
      const other = parse(text(file)) as { services: Record<string, { build: Build }> };
      for (const { build } of Object.values(other.services))
        expect(existsSync(join(DEPLOY, build.context, build.dockerfile))).toBe(true);
    }
    // As compose fills in its variables: ${NAME:?} and ${NAME:-default}.
    const filled = JSON.stringify(containers['instance-1']?.environment)
      .replaceAll('${REGISTRY_SECRET_KEY:?}', '07'.repeat(32))
      .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
      .replace(/\$\{\w+:\?\}/g, 'secret');
    expect(readConfig(JSON.parse(filled) as Record<string, string>).trustProxy).toEqual(['uniquelocal']);
  });
});

if (isLong) {
  it(
    'processes lose nothing over a failover and an upgrade, and can be restored',
    { timeout: 600_000 },
    async () => {
      const setup = await makeReferenceSetup();
      try {
        await startAll(setup);
        const apiKey = await prepare(setup);
        const addresses = [setup.publicUrl];
        const writers = startWriters({ addresses, apiKey, count: 16, paceMs: 20 });
        const reader = startFeedReader({ addresses, apiKey });
        await sleep(3_000);

        // An upgrade: one instance after the other stops and starts.
        const repeatsBefore = writers.repeats();
        const upgradeMs = performance.now();
        for (const instance of setup.instances) {
          await instance.stop();
          await instance.start();
          await ready(setup, 2);
        }
        const upgradePauseMs = longestPause(writers.answeredAt, upgradeMs, performance.now());
        const repeatsOfUpgrade = writers.repeats() - repeatsBefore;

        // The machine of the primary loses power.
        const failoverMs = performance.now();
        const answeredBefore = writers.answeredAt.length;
        await setup.servers[0]?.kill9();
        await untilStates(setup, (states) => states.includes('postgres-2: wait_primary'));
        await expect
          .poll(() => (writers.answeredAt.at(-1) ?? 0) > performance.now() - 500, { timeout: 60_000 })
          .toBe(true);
        await sleep(3_000);
        const failoverPauseMs = longestPause(writers.answeredAt, failoverMs, performance.now());

        // It comes back and becomes the standby.
        await setup.servers[0]?.start();
        await untilStates(setup, (states) => states === 'postgres-1: secondary, postgres-2: primary');
        await sleep(1_000);
        await writers.stop();

        const feed = await reader.finish();
        const verdict = await compare(writers.works, feed.registryIds, [], {
          address: setup.publicUrl,
          apiKey,
        });
        console.log(
          `reference set-up: ${writers.answeredAt.length} writes answered, ${answeredBefore} of them before the failover; ` +
            `longest pause ${(failoverPauseMs / 1000).toFixed(1)} s in the failover, ${(upgradePauseMs / 1000).toFixed(1)} s in the ` +
            `upgrade, where ${repeatsOfUpgrade} calls had to be repeated`,
        );
        expect({
          ...verdict,
          gaps: feed.gaps,
          stepsBack: reader.stepsBack(),
          surprises: writers.surprises,
        }).toEqual({
          lost: [],
          doubled: [],
          events: [],
          gaps: 0,
          stepsBack: 0,
          surprises: [],
        });
        expect(await countListed(setup, apiKey)).toBe(writers.works.size);
        await backUpAndRestore(setup, writers.works.size);
      } finally {
        await setup.close();
      }
    },
  );
}

async function startAll(setup: ReferenceSetup): Promise<void> {
  await setup.monitor.start();
  for (const server of setup.servers) await server.start();
  await setup.haproxy.start();
  await untilStates(setup, (states) => states === 'postgres-1: primary, postgres-2: secondary');
  await operate(setup.registryEnvironment, 'migrate');
  await Promise.all(setup.instances.map((instance) => instance.start()));
  await ready(setup, 2);
}

async function prepare({ registryEnvironment: environment }: ReferenceSetup): Promise<string> {
  await operate(environment, ...'org create --slug demo --name Demo'.split(' '));
  await operate(
    environment,
    ...'profile create --org demo --type gallery --slug demo --name Demo'.split(' '),
  );
  const key = await operate(
    environment,
    ...'key create --org demo --scopes artworks:read,artworks:write'.split(' '),
  );
  return String(key['api_key']);
}

/** Waits until so many instances answer, and haproxy has noticed. */
async function ready(setup: ReferenceSetup, count: number): Promise<void> {
  const isUp = async (url: string) => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
  await expect
    .poll(async () => (await Promise.all(setup.instanceUrls.map(isUp))).filter(Boolean).length, {
      timeout: 60_000,
    })
    .toBe(count);
  await expect.poll(() => isUp(setup.publicUrl), { timeout: 30_000 }).toBe(true);
  await sleep(1_500);
}

async function untilStates(setup: ReferenceSetup, holds: (states: string) => boolean): Promise<void> {
  await expect
    .poll(
      async () => holds((await setup.states()).map(({ name, state }) => `${name}: ${state}`).join(', ')),
      {
        timeout: 120_000,
        interval: 200,
      },
    )
    .toBe(true);
}

async function countListed(setup: ReferenceSetup, apiKey: string): Promise<number> {
  const response = await fetch(`${setup.publicUrl}/api/v1/artworks?gallery=demo&limit=1`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return ((await response.json()) as { pagination: { total: number } }).pagination.total;
}

/** The backup of the timer, restored into a second database beside the first. */
async function backUpAndRestore(setup: ReferenceSetup, works: number): Promise<void> {
  await setup.backup.start();
  await expect.poll(() => setup.backup.log(), { timeout: 30_000 }).toContain('backup written');
  const [, file] = /backup written: (\S+)/.exec(setup.backup.log()) ?? [];
  expect(await setup.restoredWorks(file ?? '')).toBe(works);
}
