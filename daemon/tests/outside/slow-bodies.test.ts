// A stranger whose requests come a byte every two seconds, all the time, at a host as it runs in earnest, with and without TLS of its own:
// another site's turns are answered at once throughout, and memory and connections stay bounded.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DiallingSite } from '../../../stage/fakes/dialling-site.ts';
import { FakeRegistry } from '../support/fake-registry.ts';
import { HostedSite } from '../support/hosted-site.ts';
import { HostProcess } from '../support/host-process.ts';
import { ownCertificate } from '../support/own-certificate.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { slowBody, type SlowBody } from '../support/slow-body.ts';
import { aWhile } from '../support/start-stage.ts';

const LASTS_MS = 600_000;
const CONNECTIONS = 70;
const BETWEEN_BYTES_MS = 2000;
/** Each is changed again and again. */
const WORKS = 40;
const BETWEEN_TURNS_MS = 300;
const MOST_TURN_MS = 1000;
const LONGEST_MORE_MS = 30_000;
/** A request may take 20 s, and is looked at every 2 s. */
const MOST_HELD_MS = 25_000;
/** Beside the connections of the stranger: those of the gallery, of the cell and of the listeners. */
const MOST_OTHER_SOCKETS = 40;
/** What the garbage of ten minutes may add before it is collected. */
const MOST_GROWTH_MIB = 60;

const trusted = getCACertificates('default');
let folder: string;
let registry: FakeRegistry;
let host: HostProcess;
const sites: HostedSite[] = [];
let open: SlowBody[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daemon-slow-bodies-'));
  registry = new FakeRegistry();
  await registry.start();
});
afterEach(async () => {
  for (const { socket } of open) socket.destroy();
  open = [];
  await host.stop();
  await Promise.all([registry.stop(), ...sites.splice(0).map((site) => site.stop())]);
  setDefaultCACertificates(trusted);
  rmSync(folder, { recursive: true, force: true });
});

async function startHost(tls: boolean): Promise<void> {
  const files = tls ? ownCertificate(folder) : null;
  if (files) setDefaultCACertificates([...trusted, readFileSync(files.DAEMON_TLS_CERT, 'utf8')]);
  host = new HostProcess({
    DAEMON_DATA_DIR: join(folder, 'host'),
    DAEMON_REGISTRIES: registry.url,
    DAEMON_POLL_ACTIVE_MS: '300',
    DAEMON_POLL_IDLE_MS: '1000',
    ...files,
  });
  expect(await host.start()).toMatch(tls ? /^https:/ : /^http:/);
}

/** A site that is reached by its turns only. */
async function connect(): Promise<HostedSite> {
  const site = new HostedSite(host.url, registry.url);
  sites.push(site);
  site.fake.isHidden = true;
  await site.start();
  await site.connect();
  return site;
}

/** Takes a turn that does not wait for its call; the milliseconds until it was answered. */
async function turnMs(dialling: DiallingSite): Promise<number> {
  const answered = Promise.withResolvers<number>();
  const beganMs = performance.now();
  const { post } = dialling;
  dialling.post = async (...request) => {
    const answer = await post.apply(dialling, request);
    answered.resolve(performance.now() - beganMs);
    return answer;
  };
  try {
    expect(await dialling.turn({ body: { wait: 0 } })).toMatchObject({ status: 200 });
  } finally {
    dialling.post = post;
  }
  return answered.promise;
}

/** Holds as many connections as it wants to all the time: one that was closed is opened again. */
function press(path: string): { closed: SlowBody[]; stop: () => void } {
  const closed: SlowBody[] = [];
  const act = () => {
    closed.push(...open.filter((one) => one.isClosed()));
    open = open.filter((one) => !one.isClosed());
    for (const one of open) one.drip();
    while (open.length < CONNECTIONS) open.push(slowBody(host.url, path));
  };
  act();
  const timer = setInterval(act, BETWEEN_BYTES_MS);
  return { closed, stop: () => clearInterval(timer) };
}

const memoryMiB = () => Object.values(host.memoryMiB()).reduce((sum, each) => sum + each, 0);

test.each([
  ['a host', false],
  ['a host with TLS of its own', true],
])(
  'seventy connections of %s that bring a byte every two seconds delay no turn of another site',
  async (_, tls) => {
    await startHost(tls);
    const [stranger, gallery] = [await connect(), await connect()];
    const dialling = gallery.dial();
    await dialling.until(() => gallery.fake.polls.length > 0);
    await gallery.handOverKey(registry.key, () => dialling.turn());
    const [memoryBefore, socketsBefore] = [memoryMiB(), host.countSockets()];

    const { closed, stop } = press(`/sites/${stranger.siteId}/turn`);
    const [turns, sockets, memory]: number[][] = [[], [], []];
    const end = performance.now() + LASTS_MS;
    // On a busy machine the short form may be over before the gallery's first work is told: then it continues until that is.
    const isDue = () => performance.now() < end || gallery.fake.countReported('published') === 0;
    for (let save = 1; isDue() && performance.now() < end + LONGEST_MORE_MS; save += 1) {
      const id = 1 + (save % WORKS);
      gallery.fake.share(String(id), sampleArtwork(id, { price: { amount: save, currency: 'EUR' } }));
      turns!.push(await turnMs(dialling));
      sockets!.push(host.countSockets());
      memory!.push(memoryMiB());
      await aWhile(BETWEEN_TURNS_MS);
    }
    stop();
    const held = [...open, ...closed].map((one) => one.heldMs());
    const figures = {
      turns: turns!.length,
      'ms of the slowest turn': Math.round(Math.max(...turns!)),
      published: gallery.fake.countReported('published'),
      'connections of the stranger that were closed': closed.length,
      'ms that the longest was held': Math.round(Math.max(...held)),
      'sockets before': socketsBefore,
      'most sockets': Math.max(...sockets!),
      'MiB before': Math.round(memoryBefore),
      'most MiB': Math.round(Math.max(...memory!)),
    };
    console.log(JSON.stringify({ tls, ...figures }));
    expect(figures['ms of the slowest turn']).toBeLessThan(MOST_TURN_MS);
    expect(figures.published).toBeGreaterThan(0);
    expect(figures['ms that the longest was held']).toBeLessThan(MOST_HELD_MS);
    expect(figures['most sockets']).toBeGreaterThanOrEqual(CONNECTIONS);
    expect(figures['most sockets']).toBeLessThan(CONNECTIONS + MOST_OTHER_SOCKETS);
    expect(figures['most MiB'] - figures['MiB before']).toBeLessThan(MOST_GROWTH_MIB);
  },
  LASTS_MS + 60_000,
);
