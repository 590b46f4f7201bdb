// Faults that no chance makes: a disk that is full, a clock that is off, an hour without WordPress, and kill -9 again and again.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { faultsOf } from '../support/check-outcome.ts';
import { runFaults, settle, startWorld, stopWorld, summaryOf } from '../support/fault-run.ts';
import { aWhile } from '../support/start-stage.ts';
import { journalFile } from '../../src/journal/journal-file.ts';
import { openDatabase } from '../../src/journal/open-journal.ts';
import { createJournal, openJournal } from '../../src/journal/journal.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const seed = Number(process.env['FAULT_SEED'] ?? 20_260_000);
const size = { works: 30, rounds: 15, seed };

test('a disk that is full stops the writing, not the service; with room again nothing is lost or doubled', async () => {
  let db: Database.Database | undefined;
  const limit = (pages: number) => void db?.pragma(`max_page_count = ${pages}`);
  const { faults, happened } = await runFaults({
    ...size,
    journal: (file) => createJournal((db = openDatabase(file))),
    onRound: (_, round) => limit([3, 4, 5, 8, 9, 10].includes(round) ? 1 : 1_000_000_000),
  });
  console.log(`seed ${seed}, disk full: ${happened}`);
  expect(faults).toEqual([]);
}, 90_000);

test.each([600_000, -600_000])(
  'with a clock that is %i ms ahead everything is published, and deliveries are accepted',
  async (clockAheadMs) => {
    const { faults, happened } = await runFaults({ ...size, clockAheadMs });
    console.log(`seed ${seed}, clock ${clockAheadMs} ms ahead: ${happened}`);
    expect(faults).toEqual([]);
    expect(happened).toContain('0 refused');
  },
  90_000,
);

test('WordPress is down for an hour while the registry changes: afterwards all is equal', async () => {
  const { faults, happened } = await runFaults({
    ...size,
    onRound: async ({ site, clock }, round) => {
      site.mode = round >= 5 && round < 12 ? 'silent' : 'ok';
      if (round >= 5 && round < 12) clock.skip(600_000);
    },
  });
  console.log(`seed ${seed}, WordPress down for 70 minutes: ${happened}`);
  expect(faults).toEqual([]);
}, 90_000);

test('killed with SIGKILL again and again, with faults all around, it loses and doubles nothing', async () => {
  const world = await startWorld(seed, 1);
  const kills = isLong ? 40 : 5;
  const env = {
    DAEMON_DATA_DIR: world.dataDir,
    DAEMON_PORT: '0',
    DAEMON_POLL_ACTIVE_MS: '50',
    DAEMON_POLL_IDLE_MS: '50',
    DAEMON_LOG_LEVEL: 'silent',
  };
  const script = join(import.meta.dirname, '../../../stage/system/run-until-killed.ts');
  const start = async () => {
    const child = spawn(process.execPath, [script, 'never'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const url = await new Promise<string>((resolve) =>
      child.stdout.on('data', (text) => resolve(/listening on (\S+)/.exec(String(text))?.[1] ?? '')),
    );
    return { child, ended, url: `${url}/webhooks/registry/${world.site.siteId}` };
  };
  try {
    world.owner.open(30);
    world.toRegistry.probabilities = { silent_after: 0.01, cut: 0.1, half_batch: 0.1, error_500: 0.05 };
    world.toSite.probabilities = { cut: 0.05, error_500: 0.03 };
    for (let kill = 0; kill < kills; kill += 1) {
      const service = await start();
      for (let acts = 0; acts < 6; acts += 1) world.owner.act();
      world.owner.meddle(world.registry);
      void world.deliveries.deliver(service.url, 5);
      // The moment of the kill, by chance.
      await aWhile(50 + world.random.below(600));
      service.child.kill('SIGKILL');
      await service.ended;
    }
    const last = await start();
    const journal = openJournal(journalFile(world.dataDir));
    await settle(world, journal, last.url).finally(() => journal.close());
    console.log(`seed ${seed}, ${kills} kills: ${summaryOf(world)}`);
    expect(faultsOf({ ...world, journalFile: journalFile(world.dataDir) })).toEqual([]);
    last.child.kill('SIGTERM');
    await last.ended;
  } finally {
    await stopWorld(world);
  }
}, 300_000);
