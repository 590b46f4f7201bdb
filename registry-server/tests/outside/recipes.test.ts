// The recipes of docs/api.md, run from the page: lists of more than one page, and a copy that follows what happens in the registry.
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRegistry } from '../support/test-registry.ts';
import type { Api, TestRegistry } from '../support/test-registry.ts';
import { programsFor } from '../support/api-programs.ts';

let registry: TestRegistry;
let programs: Awaited<ReturnType<typeof programsFor>>;
let api: Api;
const own: string[] = [];
const PROFILE = 'quill-gallery';

beforeAll(async () => {
  registry = await startTestRegistry({ rateLimit: 1_000_000 });
  const quill = await registry.organization('quill');
  ({ api } = quill);
  const other = await registry.organization('other');
  for (let number = 1; number <= 130; number += 1) own.push(await publish(api, `Nocturne ${number}`));
  await publish(other.api, 'Somebody else’s');
  programs = await programsFor(registry, quill.apiKey);
});
afterAll(async () => {
  programs.remove();
  await registry.close();
});

async function publish(as: Api, title: string, installation?: string): Promise<string> {
  const integration = installation && { integration: { installation_id: installation, external_id: title } };
  const work = { title, artist_name: 'Iris Quill', year_created: '2024', ...integration };
  const { status, body } = await as('POST', '/artworks', work);
  expect(status).toBe(201);
  return body.registry_id;
}

/** Everything public, as the registry lists it. */
async function everything(): Promise<Record<string, unknown>> {
  const pages = [await api('GET', '/artworks?limit=100'), await api('GET', '/artworks?limit=100&offset=100')];
  const works = pages.flatMap(({ body }) => body.data as { registry_id: string }[]);
  return Object.fromEntries(works.map((work) => [work.registry_id, work]));
}

it('the commands of the sections on keys and publishing are answered', async () => {
  const said = async (heading: string, env: NodeJS.ProcessEnv = {}) =>
    JSON.parse(await programs.runBelow(heading, env)) as Record<string, string>;
  expect(await said('First call')).toMatchObject({ object: 'service' });
  const asked = await said('Ask for a key');
  expect(asked).toMatchObject({ object: 'access_request_result', status: 'issued' });
  const claim = { REQUEST_ID: asked['request_id'], CLAIM_TOKEN: asked['claim_token'] };
  expect(await said('Fetch an approved key', claim)).toMatchObject({ status: 'approved', api_key: null });
  const { registry_id: id = '' } = await said('Publish a work');
  expect(id).toMatch(/^AREG-/);
  expect((await api('PATCH', `/artworks/${id}`, { availability: 'fully_private' })).status).toBe(200);
});

it.each(['sh', 'ts', 'php'] as const)('own works: the program in %s finds each once', async (language) => {
  const shown = await programs.run('recipe: own works', language, { PROFILE });
  expect(shown.trim().split('\n').sort()).toEqual([...own].sort());
});

it('the copies in TypeScript and PHP show what the registry shows, whatever happened in between', async () => {
  const languages = ['ts', 'php'] as const;
  const file = join(programs.folder, 'copy.json');
  const kept = (language: string) => `${file}.${language}`;
  const connected = { platform: 'custom', site_url: 'https://quill.example' };
  const { body: site } = await api('POST', '/integrations/connect', connected);
  const shown = await publish(api, 'Shown on the site', site.installation_id);
  let isBegun = false;
  const update = async (): Promise<string[]> => {
    const said: string[] = [];
    for (const language of languages) {
      rmSync(file, { force: true });
      if (isBegun) copyFileSync(kept(language), file);
      said.push(await programs.run('recipe: copy', language));
      copyFileSync(file, kept(language));
    }
    isBegun = true;
    const expected = await everything();
    for (const language of languages)
      expect((JSON.parse(readFileSync(kept(language), 'utf8')) as { works: unknown }).works).toEqual(
        expected,
      );
    return said;
  };
  expect(await update()).toEqual(Array(2).fill('0 read, 132 works\n'));
  await api('PATCH', `/artworks/${own[0]}`, { availability: 'sold' });
  await api('PATCH', `/artworks/${own[1]}`, { availability: 'fully_private' });
  await publish(api, 'A new one');
  expect(await update()).toEqual(Array(2).fill('3 read, 132 works\n'));
  await api('POST', `/integrations/installations/${site.installation_id}/move`, {
    site_url: 'https://new.example',
  });
  expect(await update()).toEqual(Array(2).fill('1 read, 132 works\n'));
  expect((await everything())[shown]).toMatchObject({ source: { site_url: 'https://new.example' } });
  await registry.storage.updateProfile(PROFILE, { slug: 'quill-house', name: 'Quill House' });
  expect(await update()).toEqual(Array(2).fill('131 read, 132 works\n'));
  expect(await update()).toEqual(Array(2).fill('0 read, 132 works\n'));
  expect(await programs.run('recipe: copy', 'sh')).toContain('"op":"upsert"');
}, 60_000);
