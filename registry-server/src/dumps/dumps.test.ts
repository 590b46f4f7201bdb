import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';
import { DumpsBusy, DumpsOnHold, keepDumps, KEPT_DUMPS } from './dump-keeper.ts';
import { listManifests, saveManifest } from './dump-folder.ts';
import { keepOptOuts } from './opt-outs.ts';

const DAY_MS = 86_400_000;

let folder: string;
let registry: TestRegistry;
let api: Api;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-dumps-'));
  registry = await startTestRegistry({ dumps: { folder, licence: 'CC0-1.0' } });
  ({ api } = await registry.organization('galerie-dumps'));
});
afterEach(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

const keep = (isForced = false) =>
  keepDumps(
    { folder, licence: 'CC0-1.0' },
    { storage: registry.storage, clock: registry.clock, onDamaged: (name) => expect.unreachable(name) },
    isForced,
  );
const publish = async (title: string, who = api): Promise<string> =>
  (await who('POST', '/artworks', { title, artist_name: 'Ana Ruiz' })).body.registry_id;
const get = (url: string, headers: Record<string, string> = {}) =>
  registry.app.inject({ method: 'GET', url, headers });

/** The works of the newest dump, as a reader finds it. */
async function fetchWorks(): Promise<{ registry_id: string }[]> {
  const { data } = (await get('/dumps/index.json')).json();
  const { rawPayload } = await get(new URL(data[0].url).pathname);
  expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(data[0].sha256);
  const text = gunzipSync(rawPayload).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('a dump', () => {
  it('has every public work as the API shows it, and no other', async () => {
    const ids = [await publish('One'), await publish('Two')];
    const hidden = await publish('Hidden');
    await api('PATCH', `/artworks/${hidden}`, { availability: 'fully_private' });
    await keep();
    const works = await fetchWorks();
    expect(works.map((work) => work.registry_id)).toEqual(ids);
    expect(works[0]).toEqual((await api('GET', `/artworks/${ids[0]}`)).body.data);
  });
  it('that was written by a clock ahead is dated no later than the answer', async () => {
    await publish('One');
    await keep();
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.gz'));
    const ahead = new Date(Date.now() + 40 * DAY_MS);
    utimesSync(join(folder, file), ahead, ahead);
    const { data } = (await get('/dumps/index.json')).json();
    const { headers, statusCode } = await get(new URL(data[0].url).pathname);
    expect(statusCode).toBe(200);
    expect(Date.parse(String(headers['last-modified']))).toBeLessThanOrEqual(Date.now());
  });
  it('leaves out the works of a profile that does not take part, at once', async () => {
    const { api: other } = await registry.organization('galerie-apart');
    const kept = await publish('Kept');
    await publish('Apart', other);
    await keep();
    expect(await fetchWorks()).toHaveLength(2);
    await registry.storage.updateProfile('galerie-apart-gallery', { inDumps: false });
    await keep();
    expect((await fetchWorks()).map((work) => work.registry_id)).toEqual([kept]);
  });
  it('loses a work that the operator withdraws, also where it lies for days', async () => {
    const ids = [await publish('Stays'), await publish('Goes')];
    await keep();
    registry.clock.ms += DAY_MS;
    await keep();
    await registry.storage.withdrawArtwork(ids[1] ?? '');
    await keep();
    const { data } = (await get('/dumps/index.json')).json();
    expect(data).toHaveLength(2);
    for (const dump of data) {
      expect(dump).toMatchObject({ works: 1, rewritten_at: expect.any(String) });
      const { rawPayload } = await get(new URL(dump.url).pathname);
      expect(gunzipSync(rawPayload).toString()).not.toContain(ids[1]);
    }
    // Nothing is left to do.
    expect(await keep()).toEqual({ written: null, rewritten: 0 });
  });
  it('names a step of the feed from which a mirror continues', async () => {
    await publish('Before');
    await keep();
    const later = await publish('Later');
    const { data } = (await get('/dumps/index.json')).json();
    const { body } = await api('GET', `/changes?after=${data[0].sequence}`);
    expect(body.data.map((step: { registry_id: string }) => step.registry_id)).toEqual([later]);
  });
});

describe('the folder of the dumps', () => {
  it('keeps one for each of the last days', async () => {
    await publish('One');
    for (let day = 0; day < KEPT_DUMPS + 3; day += 1) {
      await keep();
      registry.clock.ms += DAY_MS;
    }
    const names = readdirSync(folder);
    expect(names).toHaveLength(2 * KEPT_DUMPS);
    expect((await get('/dumps/index.json')).json().data).toHaveLength(KEPT_DUMPS);
  });
  it('of a clock that was ahead is removed, and the one of today stays', async () => {
    await publish('One');
    registry.clock.ms += 40 * DAY_MS;
    for (let day = 0; day < KEPT_DUMPS; day += 1) {
      await keep();
      registry.clock.ms += DAY_MS;
    }
    registry.clock.ms -= (40 + KEPT_DUMPS) * DAY_MS;
    await keep();
    const today = new Date(registry.clock.ms).toISOString().slice(0, 10);
    const { data } = (await get('/dumps/index.json')).json<{ data: { file: string }[] }>();
    expect(data.map(({ file }) => file)).toEqual([`artworks-${today}.ndjson.gz`]);
  });
  it('is cleared of what a process that was killed left behind', async () => {
    await publish('One');
    await keep();
    const names = readdirSync(folder).sort();
    const [day] = /\d{4}-\d\d-\d\d/.exec(names[0] ?? '') ?? [''];
    writeFileSync(join(folder, `artworks-${day}.half.ndjson.gz`), 'half');
    writeFileSync(join(folder, `artworks-${day}.json.new`), '{');
    writeFileSync(join(folder, 'notes.txt'), 'of the operator');
    await keep();
    expect(readdirSync(folder).sort()).toEqual([...names, 'notes.txt'].sort());
  });
  it('is written by one process at a time', async () => {
    await registry.storage.takeLease({ name: 'dumps', owner: 'somebody else', ms: 60_000 });
    await expect(keep()).rejects.toThrow(DumpsBusy);
    registry.clock.ms += 61_000;
    expect((await keep()).written).not.toBeNull();
  });
});

describe('fetching', () => {
  beforeEach(async () => {
    await publish('One');
    await keep();
  });
  it('continues where it broke off, and asks whether the file is still the same', async () => {
    const { data } = (await get('/dumps/index.json')).json();
    const path = new URL(data[0].url).pathname;
    const whole = await get(path);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'public, no-cache',
      'accept-ranges': 'bytes',
    });
    const rest = await get(path, { range: 'bytes=10-' });
    expect(rest.statusCode).toBe(206);
    expect(rest.rawPayload).toEqual(whole.rawPayload.subarray(10));
    expect((await get(path, { 'if-none-match': String(whole.headers['etag']) })).statusCode).toBe(304);
    const behind = await get(path, { range: 'bytes=999999-' });
    expect(behind.statusCode).toBe(416);
    expect(behind.headers['content-type']).toMatch(/^text\/html/);
    expect(behind.headers).not.toHaveProperty('content-disposition');
    const sum = await get(`${path}.sha256`);
    expect(sum.body).toBe(`${data[0].sha256}  ${data[0].file}\n`);
  });
  it('shows people a list, with the licence', async () => {
    const { body } = await get('/dumps/', { accept: 'text/html' });
    expect(body).toContain('CC0-1.0');
    expect(body).toMatch(/artworks-\d{4}-\d\d-\d\d\.ndjson\.gz/);
    expect((await get('/dumps/', { accept: 'application/json' })).json().object).toBe('dump_list');
  });
  it.each(['/dumps/artworks-2001-01-01.ndjson.gz', '/dumps/notes.txt', '/dumps/..%2Fregistry.db'])(
    'gives nothing else: %s',
    async (path) => expect((await get(path)).statusCode).toBe(404),
  );
  it('does not name where the file lies', async () => {
    const name = readdirSync(folder).find((one) => one.endsWith('.json')) ?? '';
    const { stored_as: storedAs } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const { body } = await get('/dumps/index.json');
    expect(body).not.toContain(storedAs);
  });
});

describe('after a restore to a day before a profile was left out', () => {
  const slug = 'galerie-dumps-gallery';

  it('the newest dump says so, and no dump has its works', async () => {
    await publish('Not for everybody');
    await keep();
    await registry.storage.updateProfile(slug, { inDumps: false });
    await keep();
    expect(await fetchWorks()).toEqual([]);
    // As the backup has it.
    await registry.storage.updateProfile(slug, { inDumps: true });
    expect(await keepOptOuts(folder, registry.storage)).toEqual({ kept: [slug], unknown: [] });
    registry.clock.ms += DAY_MS;
    await keep();
    expect(await fetchWorks()).toEqual([]);
    expect(await keepOptOuts(folder, registry.storage)).toEqual({ kept: [], unknown: [] });
  });

  it('finds a profile that the backup knows by another name', async () => {
    await registry.storage.updateProfile(slug, { slug: 'renamed', inDumps: false });
    await keep();
    await registry.storage.updateProfile('renamed', { slug: 'as-before', inDumps: true });
    expect(await keepOptOuts(folder, registry.storage)).toEqual({ kept: ['as-before'], unknown: [] });
    expect(await registry.storage.findProfile('as-before')).toMatchObject({ inDumps: false });
  });

  it('names a profile that the backup does not have', async () => {
    await keep();
    const [newest] = listManifests(folder);
    if (newest === undefined) return expect.unreachable();
    saveManifest(folder, { ...newest, left_out: [{ id: 'none', slug: 'founded-later' }] });
    expect(await keepOptOuts(folder, registry.storage)).toEqual({ kept: [], unknown: ['founded-later'] });
  });

  it('no dump is written while they are on hold, and withdrawn works leave those that there are', async () => {
    const [kept, withdrawn] = [await publish('Kept'), await publish('Withdrawn')];
    await keep();
    await registry.storage.updateDumpHold(true);
    await registry.storage.withdrawArtwork(withdrawn);
    registry.clock.ms += DAY_MS;
    await expect(keep()).rejects.toThrow(DumpsOnHold);
    await expect(keep(true)).rejects.toThrow('dump resume');
    const onHold = (await get('/dumps/index.json')).json().data;
    expect(onHold).toHaveLength(1);
    expect((await fetchWorks()).map((work) => work.registry_id)).toEqual([kept]);
    await registry.storage.updateDumpHold(false);
    await keep();
    expect((await get('/dumps/index.json')).json().data).toHaveLength(2);
  });

  it('goes by the newest dump, in which who was put in again is not left out', async () => {
    await registry.storage.updateProfile(slug, { inDumps: false });
    await keep();
    await registry.storage.updateProfile(slug, { inDumps: true });
    registry.clock.ms += DAY_MS;
    await keep();
    expect(await keepOptOuts(folder, registry.storage)).toEqual({ kept: [], unknown: [] });
    expect(await keepOptOuts(join(folder, 'none'), registry.storage)).toEqual({ kept: [], unknown: [] });
  });
});
