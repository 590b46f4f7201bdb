// What a site that moves leads to at the real registry: its installation moves with it, and with that the sources of its works.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  startTestRegistry,
  type Api,
  type TestRegistry,
} from '../../../registry-server/tests/support/test-registry.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { pairedSite, startStage, until, type Stage } from '../support/start-stage.ts';

const WORKS = 60;
let registry: TestRegistry;
let api: Api;
let stage: Stage;

beforeEach(async () => {
  registry = await startTestRegistry();
  const organization = await registry.organization('ours');
  api = organization.api;
  const registryUrl = `${await registry.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1`;
  stage = await startStage(
    ({ site }) => {
      for (let id = 1; id <= WORKS; id += 1) site.share(String(id), sampleArtwork(id));
    },
    { site: (site, fake) => ({ ...pairedSite(site, fake), registryUrl, apiKey: organization.apiKey }) },
  );
});
afterEach(async () => {
  await stage.stop();
  await registry.close();
});

const installationOf = () =>
  stage.app.journal.meta.find<{ installationId: string; siteUrl: string }>(stage.site.siteId, 'connection');

test('the works of a site that moved stand at its new address, under the same installation', async () => {
  await until(() => stage.site.countReported('published') === WORKS, 'published');
  const before = installationOf()!.installationId;
  Object.assign(stage.site, { ownUrl: 'https://www.moved.example', generation: 2 });
  await until(() => installationOf()?.siteUrl === 'https://www.moved.example', 'moved');
  expect(installationOf()?.installationId).toBe(before);
  const { body } = await api('GET', `/artworks?installation_id=${before}&limit=100`);
  expect(body.data).toHaveLength(WORKS);
  const registryId = String(stage.site.reports.get('1')?.registry_id);
  const source = (await api('GET', `/artworks/${registryId}/source`)).body;
  expect(JSON.stringify(source)).toContain('https://www.moved.example');
  expect(stage.app.journal.meta.find(stage.site.siteId, 'former_installations')).toEqual([]);
});
