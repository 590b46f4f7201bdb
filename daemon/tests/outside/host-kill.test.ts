// A host as it runs in earnest, with its cells as processes of their own, which are killed: sites are served again within a minute, and
// nothing is registered twice.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { journalFile } from '../../src/journal/journal-file.ts';
import { FakeRegistry } from '../support/fake-registry.ts';
import { HostedSite } from '../support/hosted-site.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { until } from '../support/start-stage.ts';
import { bareEnv } from '../../../registry-server/tests/support/bare-env.ts';

const WORKS = 40;
let dataDir: string;
let registry: FakeRegistry;
let site: HostedSite;
let host: ChildProcess;
let port = 0;

async function startHost(): Promise<string> {
  host = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), 'host', 'run', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: bareEnv({
      DAEMON_DATA_DIR: dataDir,
      DAEMON_PORT: String(port),
      DAEMON_REGISTRIES: registry.url,
      DAEMON_SITE_ALLOW_HOSTS: '127.0.0.1',
      DAEMON_POLL_ACTIVE_MS: '100',
      DAEMON_POLL_IDLE_MS: '500',
      DAEMON_LOG_LEVEL: 'error',
    }),
  });
  let said = '';
  host.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until(() => said.includes('listening'), 'the host listens');
  const { listening } = JSON.parse(said.split('\n').find((line) => line.includes('listening'))!) as {
    listening: string;
  };
  port = Number(new URL(listening).port);
  return listening;
}

/** The processes of the cells, by who started them. */
function cellPids(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1] === String(parent)
      );
    } catch {
      return false;
    }
  });
}

const isAlive = (pid: number) => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
const published = () => site.fake.countReported('published');

function share(from: number): void {
  for (let id = from; id < from + WORKS; id += 1) site.fake.share(String(id), sampleArtwork(id));
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daemon-host-kill-'));
  registry = new FakeRegistry();
  registry.limit = 10_000;
  await registry.start();
  site = new HostedSite(await startHost(), registry.url);
  await site.start();
  await site.connect();
  await site.handOverKey(registry.key);
  share(1);
  await until(() => published() === WORKS, 'published');
});
afterEach(async () => {
  if (host.exitCode === null && host.signalCode === null) {
    host.kill('SIGTERM');
    await once(host, 'exit');
  }
  await Promise.all([site.stop(), registry.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
});

test('a cell that is killed in the middle of its work is started again and continues', async () => {
  share(1000);
  await until(() => registry.artworks.all.size > WORKS, 'it has begun');
  const [cell] = cellPids(host.pid!);
  process.kill(cell!, 'SIGKILL');
  await until(() => published() === 2 * WORKS, 'all are published', 60_000);
  expect(registry.artworks.all.size).toBe(2 * WORKS);
}, 90_000);

test('a host that is killed takes its cells with it, and the next one continues', async () => {
  share(1000);
  const cells = cellPids(host.pid!);
  host.kill('SIGKILL');
  await until(() => cells.every((pid) => !isAlive(pid)), 'no cell is left without a host');
  await startHost();
  await until(() => published() === 2 * WORKS, 'all are published', 60_000);
  expect(registry.artworks.all.size).toBe(2 * WORKS);
}, 90_000);

test('a journal that is lost is rebuilt without registering anything twice', async () => {
  host.kill('SIGTERM');
  await once(host, 'exit');
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(journalFile(join(dataDir, 'cells/1')) + suffix, { force: true });
  share(1000);
  await startHost();
  await until(() => published() === 2 * WORKS, 'all are published', 60_000);
  expect(registry.artworks.all.size).toBe(2 * WORKS);
}, 90_000);
