// What has to leave dumps that are there already, whatever happened first, and what goes wrong meanwhile.
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';
import { eraseOrganization } from '../domain/curation/personal-data.ts';
import { listManifests, saveManifest } from './dump-folder.ts';
import type { Manifest } from './dump-folder.ts';
import { keepDumps } from './dump-keeper.ts';
import type { OnDumpProgress } from './write-dump.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OWN = 'galerie-dumps-gallery';

let folder: string;
let registry: TestRegistry;
let api: Api;
const damaged: string[] = [];
beforeEach(async () => {
  damaged.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'registry-take-out-'));
  registry = await startTestRegistry({ dumps: { folder, licence: 'CC0-1.0' } });
  ({ api } = await registry.organization('galerie-dumps'));
});
afterEach(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

const keep = (onProgress?: OnDumpProgress) =>
  keepDumps(
    { folder, licence: 'CC0-1.0' },
    {
      storage: registry.storage,
      clock: registry.clock,
      onDamaged: (name) => damaged.push(name),
      ...(onProgress && { onProgress }),
    },
  );
const publish = async (title: string, who = api): Promise<string> =>
  (await who('POST', '/artworks', { title, artist_name: 'Ana Ruiz' })).body.registry_id;
const hide = (id: string) => api('PATCH', `/artworks/${id}`, { availability: 'fully_private' });
async function erase(slug: string): Promise<void> {
  const organization = await registry.storage.findOrganization(slug);
  if (organization === undefined) return expect.unreachable();
  await eraseOrganization(registry.storage, organization, 1, () => undefined);
}
const get = (url: string) => registry.app.inject({ method: 'GET', url });

function newest(): Manifest {
  const [manifest] = listManifests(folder);
  if (manifest === undefined) throw new Error('there is no dump');
  return manifest;
}
const textOf = (manifest: Manifest) => gunzipSync(readFileSync(join(folder, manifest.stored_as))).toString();
/** Puts these lines in place of those of the newest dump. */
function putLines(lines: string[]): void {
  const { stored_as: storedAs } = newest();
  writeFileSync(join(folder, storedAs), gzipSync(lines.map((line) => `${line}\n`).join('')));
  saveManifest(folder, { ...newest(), works: lines.length });
}
/** As after a restore to a time at which less was given out: every line is compared. */
const putCheckedAhead = () => saveManifest(folder, { ...newest(), checked_at: newest().checked_at + 1e15 });

describe('a work leaves every dump at the next look', () => {
  it('when it is withdrawn after its owner hid it', async () => {
    const id = await publish('Hidden first');
    await keep();
    await hide(id);
    expect(await keep()).toEqual({ written: null, rewritten: 0 });
    await registry.storage.withdrawArtwork(id);
    expect(await keep()).toEqual({ written: null, rewritten: 1 });
    expect(textOf(newest())).toBe('');
    expect(newest()).toMatchObject({ works: 0, rewritten_at: expect.any(String) });
  });

  it('when its organisation is erased after the work was hidden', async () => {
    const id = await publish('Nobody should read this');
    await keep();
    await hide(id);
    await keep();
    await erase('galerie-dumps');
    await keep();
    expect(textOf(newest())).toBe('');
  });

  it.each([
    ['was erased', () => Promise.resolve()],
    [
      'was erased, and another organisation has the same address',
      async () => void (await registry.organization('galerie-dumps')),
    ],
  ])('when the holder that the file names for it %s, and another one has it now', async (_what, then) => {
    await registry.organization('galerie-new');
    const [given, stays] = [await publish('Given away'), await publish('Stays')];
    await registry.storage.transferArtwork(stays, 'galerie-new-gallery');
    await keep();
    await registry.storage.transferArtwork(given, 'galerie-new-gallery');
    await erase('galerie-dumps');
    await then();
    expect(await keep()).toEqual({ written: null, rewritten: 1 });
    expect(textOf(newest())).toMatch(new RegExp(`^[^\n]*${stays}[^\n]*\n$`));
    registry.clock.ms += DAY_MS;
    await keep();
    expect(textOf(newest())).toContain(given);
  });

  it('when the holder that the file names for it is erased under a clock that was set back', async () => {
    await registry.organization('galerie-new');
    const id = await publish('Given away');
    await keep();
    await registry.storage.transferArtwork(id, 'galerie-new-gallery');
    await keep();
    registry.clock.ms -= HOUR_MS;
    await erase('galerie-dumps');
    await keep();
    expect(listManifests(folder).map(textOf).join('')).not.toContain('galerie-dumps');
  });

  it('when the holder that the file names for it is left out, and another one has it now', async () => {
    await registry.organization('galerie-new');
    const id = await publish('Given away');
    await keep();
    await registry.storage.transferArtwork(id, 'galerie-new-gallery');
    await registry.storage.updateProfile(OWN, { inDumps: false });
    expect(await keep()).toEqual({ written: null, rewritten: 1 });
    expect(textOf(newest())).toBe('');
  });

  it('when its profile is left out after it was renamed', async () => {
    await publish('Apart');
    await keep();
    registry.clock.ms += DAY_MS;
    await keep();
    await registry.storage.updateProfile(OWN, { slug: 'renamed' });
    await registry.storage.updateProfile('renamed', { inDumps: false });
    expect(await keep()).toEqual({ written: null, rewritten: 2 });
    expect(listManifests(folder).map(textOf)).toEqual(['', '']);
    expect(newest().left_out).toMatchObject([{ slug: 'renamed' }]);
  });

  it('when it came into a profile that took part for a while and is left out again', async () => {
    const { api: other } = await registry.organization('galerie-apart');
    const id = await publish('Moves');
    const apart = (inDumps: boolean) => registry.storage.updateProfile('galerie-apart-gallery', { inDumps });
    await publish('Apart', other);
    await apart(false);
    await keep();
    await apart(true);
    await registry.storage.transferArtwork(id, 'galerie-apart-gallery');
    await keep();
    expect(textOf(newest())).toContain(id);
    await apart(false);
    await keep();
    expect(textOf(newest())).toBe('');
  });

  it('when it is withdrawn under a clock that was set back', async () => {
    const id = await publish('Withdrawn yesterday');
    await keep();
    registry.clock.ms -= HOUR_MS;
    await registry.storage.withdrawArtwork(id);
    await keep();
    expect(listManifests(folder).map(textOf).join('')).not.toContain(id);
  });

  it('when the times of the registry went back with a restore, with what the registry does not have any more', async () => {
    const [kept, lost] = [await publish('Kept'), await publish('Lost')];
    await keep();
    putLines([textOf(newest()).split('\n')[0] ?? '', JSON.stringify({ registry_id: 'AREG-999999' })]);
    await registry.storage.withdrawArtwork(lost);
    putCheckedAhead();
    await keep();
    expect(textOf(newest())).toMatch(new RegExp(`^[^\n]*${kept}[^\n]*\n$`));
    expect(await keep()).toEqual({ written: null, rewritten: 0 });
  });
});

describe('within the hour, with all others of that hour,', () => {
  it('works leave that their owner hides', async () => {
    const ids = [await publish('One'), await publish('Two'), await publish('Three')];
    await keep();
    for (const id of ids.slice(0, 2)) {
      registry.clock.ms += MINUTE_MS;
      await hide(id);
      expect(await keep()).toEqual({ written: null, rewritten: 0 });
    }
    registry.clock.ms += 50 * MINUTE_MS;
    expect(await keep()).toEqual({ written: null, rewritten: 1 });
    expect(textOf(newest())).toMatch(new RegExp(`^[^\n]*${ids[2]}[^\n]*\n$`));
    expect(await keep()).toEqual({ written: null, rewritten: 0 });
  });

  it('works leave that were transferred into a profile that is left out', async () => {
    await registry.organization('galerie-apart');
    await registry.storage.updateProfile('galerie-apart-gallery', { inDumps: false });
    const id = await publish('Moves');
    await keep();
    await registry.storage.transferArtwork(id, 'galerie-apart-gallery');
    expect(await keep()).toEqual({ written: null, rewritten: 0 });
    registry.clock.ms += 50 * MINUTE_MS;
    expect(await keep()).toEqual({ written: null, rewritten: 1 });
    expect(textOf(newest())).toBe('');
  });

  it('works leave also where the clock was ahead when the file was last read', async () => {
    const id = await publish('Hidden');
    registry.clock.ms += 3 * DAY_MS;
    await keep();
    registry.clock.ms -= 3 * DAY_MS;
    await hide(id);
    await keep();
    expect(listManifests(folder).map(textOf).join('')).not.toContain(id);
  });
});

describe('taking works out', () => {
  it('leaves the file as it is where none of its works has to go', async () => {
    await publish('Stays');
    const other = await publish('Never in a dump');
    await hide(other);
    await keep();
    const before = newest();
    await registry.storage.withdrawArtwork(other);
    expect(await keep()).toEqual({ written: null, rewritten: 0 });
    const { checked_at: checkedAt, ...after } = newest();
    expect(after).toEqual({ ...before, checked_at: undefined, read_at: after.read_at });
    expect(checkedAt).toBeGreaterThan(before.checked_at);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('reports its progress also over a long stretch of which nothing is kept', async () => {
    const kept = await publish('Kept');
    await keep();
    const [line = ''] = textOf(newest()).split('\n');
    const gone = Array.from({ length: 1200 }, (_, index) =>
      JSON.stringify({ registry_id: `AREG-${900_000 + index}` }),
    );
    putLines([...gone, line]);
    putCheckedAhead();
    const seen: number[] = [];
    await keep((_file, works) => void seen.push(works));
    expect(seen).toEqual([500, 1000, 1201]);
    expect(textOf(newest())).toContain(kept);
    expect(newest().works).toBe(1);
  });

  it('keeps a line as it is, with an end of line of Unicode and the former address of its holder', async () => {
    await registry.storage.updateProfile(OWN, { name: 'Two\u2028lines' });
    const [kept, gone] = [await publish('Kept'), await publish('Goes')];
    await keep();
    // Its holder has another address by now, to which the former one leads.
    await registry.storage.updateProfile(OWN, { slug: 'renamed' });
    const [line = ''] = textOf(newest()).split('\n');
    await registry.storage.withdrawArtwork(gone);
    await keep();
    expect([textOf(newest()), newest().works]).toEqual([`${line}\n`, 1]);
    expect(line).toContain(kept);
    expect(line).toContain('\u2028');
  });

  it('is done again by the next look where it broke off, and the former dump stays meanwhile', async () => {
    const [kept, gone] = [await publish('Kept'), await publish('Goes')];
    await keep();
    await registry.storage.withdrawArtwork(gone);
    const before = newest();
    await expect(keep(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
    expect(newest()).toEqual(before);
    expect(textOf(before)).toContain(kept);
    expect(await keep()).toEqual({ written: null, rewritten: 1 });
    expect(textOf(newest())).not.toContain(gone);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

describe('a dump that cannot be read', () => {
  let gone: string;
  beforeEach(async () => {
    gone = await publish('Goes');
    await publish('Kept');
    await keep();
    registry.clock.ms += DAY_MS;
    await keep();
    await registry.storage.withdrawArtwork(gone);
  });
  const manifestPath = () => join(folder, newest().file.replace('.ndjson.gz', '.json'));
  const expectAllTidy = async () => {
    await keep();
    expect(damaged).toHaveLength(1);
    const dumps = listManifests(folder);
    // The one of today was written again.
    expect(dumps.map(({ works }) => works)).toEqual([1, 1]);
    expect(dumps.map(textOf).join('')).not.toContain(gone);
    expect(readdirSync(folder)).toHaveLength(4);
  };

  it.each([
    ['is cut off', (path: string) => truncateSync(path, 40)],
    ['has a field less', (path: string) => writeFileSync(path, '{"file":"artworks-2026-03-02.ndjson.gz"}')],
  ])('because its manifest %s is not shown, and nothing else fails', async (_how, damage) => {
    const [, older] = listManifests(folder);
    damage(manifestPath());
    for (const url of ['/status', '/status.json', '/dumps', '/dumps/index.json'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
    expect((await get('/status.json')).json().last_dump_at).toBe(older?.created_at);
    expect((await get('/dumps/index.json')).json().data).toHaveLength(1);
    await expectAllTidy();
  });

  it.each([
    ['is cut off', (path: string) => truncateSync(path, 40)],
    ['is missing', (path: string) => rmSync(path)],
    ['holds something else', (path: string) => writeFileSync(path, gzipSync('not JSON\n'))],
  ])('because its file %s is removed, and the others are kept', async (_how, damage) => {
    damage(join(folder, newest().stored_as));
    await expectAllTidy();
  });

  it('because its folder cannot be read does not make the status fail', async () => {
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'a file in its place');
    const status = await get('/status.json');
    expect([status.statusCode, status.json().last_dump_at]).toEqual([200, null]);
  });
});
