// A wake-up counts whatever the site's engine is doing when it comes. No poll comes by time here, which would hide a lost one.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, test } from 'vitest';
import type { HostedSite } from '../../tests/support/hosted-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startHost, type HostStage } from '../../tests/support/start-host.ts';
import { signSite } from '../site/site-signature.ts';
import { until } from '../../tests/support/start-stage.ts';

const NEVER_MS = 3600_000;
const WAKES = 40;

let stage: HostStage;
beforeEach(async () => {
  stage = await startHost({}, { pollActiveMs: NEVER_MS, pollIdleMs: NEVER_MS, pollLongestMs: NEVER_MS });
});
afterEach(() => stage.stop());

const wake = (one: HostedSite) => one.dial().post('wake', {});

async function quietSite(): Promise<HostedSite> {
  const one = await stage.site();
  one.fake.watched = false;
  one.fake.share('1', sampleArtwork(1));
  await one.connect();
  await wake(one);
  await one.handOverKey(stage.registry.key, () => Promise.all([wake(one), delay(20)]));
  await wake(one);
  await until(() => one.fake.countReported('published') === 1, 'registered');
  return one;
}

const isReported = (one: HostedSite) =>
  one.fake.reports.get('1')?.revision === one.fake.works.get('1')?.revision &&
  one.fake.waiting().length === 0;

test('a change is read whose wake-up comes at any moment of a round, of the pause, or of the rest', async () => {
  const one = await quietSite();
  for (let times = 0; times < WAKES; times += 1) {
    // The change comes at some moment of this round, or of the rest that follows.
    await wake(one);
    await delay(Math.random() * 250);
    one.fake.share('1', sampleArtwork(1, { title: `Title ${times}` }));
    await wake(one);
    await until(() => isReported(one), `change ${times} is reported`);
  }
});

/** As PHP does that waits no longer than a second for the answer. */
async function wakeAndHangUp(one: HostedSite): Promise<void> {
  const { hostname, port } = new URL(stage.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const route = `/sites/${one.siteId}/wake`;
  const timestamp = Math.floor(Date.now() / 1000);
  const nonce = randomBytes(16).toString('hex');
  const parts = { direction: 'site-to-daemon', method: 'POST', route, siteId: one.siteId } as const;
  const lines = [
    `POST ${route} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    'Content-Length: 2',
    'X-Areg-Version: 1',
    `X-Areg-Site: ${one.siteId}`,
    `X-Areg-Timestamp: ${timestamp}`,
    `X-Areg-Nonce: ${nonce}`,
    `X-Areg-Signature: ${signSite(one.fake.secret, { ...parts, timestamp, nonce, body: '{}' })}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n{}`);
  await once(socket, 'finish');
  // Host and cell run in this process: neither has read a byte yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  socket.destroy();
}

test('a change is read whose site has hung up before the service looked at its wake-up', async () => {
  const one = await quietSite();
  for (let times = 0; times < 10; times += 1) {
    one.fake.share('1', sampleArtwork(1, { title: `Title ${times}` }));
    await wakeAndHangUp(one);
    await until(() => isReported(one), `change ${times} is reported`);
  }
  // Reported is also what is on its way.
  await until(() => one.fake.countReported('published') === 1, 'published');
});
