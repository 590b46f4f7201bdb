// What a stranger without a key may hold of a host: connections, bodies and turns of another site, before anything is signed.
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { slowBody, type SlowBody } from '../../tests/support/slow-body.ts';
import { startHost, type HostStage } from '../../tests/support/start-host.ts';
import { aWhile, until } from '../../tests/support/start-stage.ts';

let stage: HostStage;
const bodies: SlowBody[] = [];
beforeEach(async () => {
  stage = await startHost();
});
afterEach(async () => {
  for (const { socket } of bodies.splice(0)) socket.destroy();
  await stage.stop();
});

function slow(path: string, length?: number): SlowBody {
  const body = slowBody(stage.url, path, length);
  bodies.push(body);
  return body;
}

async function mailboxSite() {
  const one = await stage.site();
  one.fake.isHidden = true;
  await one.connect();
  return one;
}

describe('bodies that come slowly', () => {
  test('seventy of one site keep no other site from its turn', async () => {
    const [stranger, gallery] = [await mailboxSite(), await mailboxSite()];
    const dialling = gallery.dial();
    expect((await dialling.turn()).status).toBe(200);
    for (let count = 0; count < 70; count += 1) slow(`/sites/${stranger.siteId}/turn`);
    await aWhile(500);
    const beganAt = performance.now();
    expect((await dialling.turn()).status).toBe(200);
    // A turn by itself waits for its call for up to four seconds.
    expect(performance.now() - beganAt).toBeLessThan(6000);
  });

  test('are refused by their length before they are read', async () => {
    const { siteId } = await mailboxSite();
    const held = slow(`/sites/${siteId}/wake`, 70_000);
    await until(() => held.answer().startsWith('HTTP/1.1 413'), 'refused');
  });

  test('of an unknown site are refused before they are read', async () => {
    const held = slow('/sites/00000000-0000-4000-8000-000000000000/turn');
    await until(() => held.answer().startsWith('HTTP/1.1 401'), 'refused');
  });
});

describe('turns that nobody signed', () => {
  test('do not count for the site in whose name they come', async () => {
    const gallery = await mailboxSite();
    const dialling = gallery.dial();
    for (let count = 0; count < 650; count += 1) {
      const answer = await fetch(`${stage.url}/sites/${gallery.siteId}/turn`, { method: 'POST', body: '{}' });
      expect(answer.status).toBe(401);
      await answer.text();
    }
    expect((await dialling.turn()).status).toBe(200);
  });
});

describe('headers that a proxy or an HTTP library adds', () => {
  test.each([
    ['expect', '100-continue'],
    ['transfer-encoding', 'chunked'],
    ['keep-alive', 'timeout=5'],
    ['te', 'trailers'],
    ['upgrade', ''],
  ])('%s: %s does not keep a request from its cell', async (name, value) => {
    const { siteId } = await mailboxSite();
    const length = name === 'transfer-encoding' ? {} : { 'content-length': 2 };
    const status = await new Promise((resolve, reject) => {
      const call = request(`${stage.url}/sites/${siteId}/turn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...length, [name]: value },
      });
      call.on('response', (response) => resolve(response.resume().statusCode));
      call.on('error', reject);
      call.end('{}');
    });
    expect(status).toBe(401);
  });
});

test('a paused site can leave', async () => {
  const gallery = await mailboxSite();
  stage.host.directory.setState(gallery.siteId, 'paused');
  await gallery.dial().post('leave', { reason: 'disconnected' });
  await until(() => stage.host.directory.findRow(gallery.siteId) === undefined, 'gone');
});
