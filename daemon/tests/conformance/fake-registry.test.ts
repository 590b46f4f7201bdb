// The fake registry is held against the API description that the real one is generated from: what it answers to the sync service
// must be what a registry may answer.
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../registry-server/src/http/openapi/document.ts';
import { makeResponseCheck, type Exchange } from '../../../stage/fakes/response-check.ts';
import { FakeRegistry } from '../support/fake-registry.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { startStage, until } from '../support/start-stage.ts';

const complaintsAbout = makeResponseCheck(openApiDocument('https://registry.example'));

const SOURCE = { installation_id: 'ins_1', external_id: '1', status: 'active' };

/** Every answer that the fake gave while `act` ran. */
async function exchangesOf(act: (registry: FakeRegistry) => Promise<void>): Promise<Exchange[]> {
  const registry = new FakeRegistry();
  const exchanges: Exchange[] = [];
  registry.onExchange = (exchange) => exchanges.push(exchange);
  await registry.start();
  try {
    await act(registry);
  } finally {
    await registry.stop();
  }
  return exchanges;
}

test('what a gallery of all kinds of works hears is described', async () => {
  const exchanges: Exchange[] = [];
  const stage = await startStage(({ site, registry }) => {
    registry.onExchange = (exchange) => exchanges.push(exchange);
    registry.artworks.refusedTitle = 'Forbidden';
    registry.artworks.add('somebody', sampleArtwork(5));
    registry.artworks.add('ours', sampleArtwork(6));
    for (let id = 1; id <= 6; id += 1) site.share(String(id), sampleArtwork(id));
    site.share('7', sampleArtwork(7, { title: 'Forbidden' }));
  });
  try {
    const { site, registry } = stage;
    await until(() => site.countReported('published') === 4, 'published');
    await until(() => site.countReported('attention') === 1, 'one is refused');
    site.share('1', sampleArtwork(1, { medium: 'Oil', price: { amount: 120, currency: 'EUR' } }));
    site.leave('2', 'gone');
    site.command('recheck', '3');
    registry.artworks.setWithdrawn(registry.artworks.findByExternalId('4')!, true);
    site.command('recheck', '4');
    site.command('audit');
    await until(() => site.countReported('private') === 1, 'withdrawn');
    await until(() => site.countReported('stopped') === 1, 'left');
    registry.features = [...registry.features, 'installation_move'];
    await stage.restart();
    Object.assign(site, { ownUrl: 'https://www.moved.example', generation: 2 });
    await until(() => registry.count('/integrations/installations/') === 1, 'moved');
    registry.features = [];
    await stage.restart();
    site.share('1', sampleArtwork(1, { medium: 'Ink' }));
    site.leave('3', 'not_shared');
    await until(() => site.countReported('stopped') === 2, 'left, one by one');
  } finally {
    await stage.stop();
  }
  expect(
    new Set(exchanges.map(({ method, path }) => `${method} ${path.replace(/AREG-\d+|\?.*/g, '*')}`)),
  ).toEqual(
    new Set([
      'GET /',
      'GET /artworks*',
      'GET /artworks/*',
      'PATCH /artworks/*',
      'PATCH /artworks/*/source',
      'POST /integrations/connect',
      'POST /integrations/installations/ins_1/move',
      'POST /integrations/sync',
      'POST /integrations/updates',
    ]),
  );
  expect(new Set(exchanges.flatMap(complaintsAbout))).toEqual(new Set());
});

test('every refusal that the tests switch on is described', async () => {
  const exchanges = await exchangesOf(async (registry) => {
    const call = (key: string, path: string, init: object = {}) =>
      fetch(`${registry.url}${path}`, { headers: { authorization: `Bearer ${key}` }, ...init });
    await call('areg_wrong', '/');
    await call(registry.key, '/artworks/AREG-404');
    await call(registry.key, '/artworks/AREG-404/source');
    registry.artworks.add('ours', sampleArtwork(1)).source = SOURCE;
    await call(registry.key, '/artworks/AREG-1/source');
    registry.refusal = { status: 403, code: 'organisation_inactive' };
    await call(registry.key, '/');
    registry.refusal = null;
    registry.isDown = true;
    await call(registry.key, '/');
    registry.isDown = false;
    registry.limit = 1;
    await call(registry.key, '/');
    await call(registry.key, '/');
  });
  expect(exchanges.map(({ status }) => status)).toEqual([401, 404, 404, 200, 403, 503, 429, 429]);
  expect(new Set(exchanges.flatMap(complaintsAbout))).toEqual(new Set());
});
