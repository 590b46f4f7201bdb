// A site that introduces itself, while others change what is stored of it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hostSettings } from '../../tests/support/start-host.ts';
import { systemClock } from '#kit/clock';
import { connectSite } from './connect.ts';
import { openDirectory, type Directory } from './directory.ts';
import { openSealingKey } from './sealing-key.ts';

const REGISTRY = 'https://registry.example/api/v1';
let folder: string;
let directory: Directory;
beforeEach(() => {
  nowMs = Date.now();
  folder = mkdtempSync(join(tmpdir(), 'host-connect-'));
  directory = openDirectory(folder, openSealingKey(join(folder, 'sealing-key'), { mustExist: false }));
});
afterEach(() => {
  directory.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `meanwhile` happens while the former address is asked, which takes up to 15 seconds. */
let nowMs: number;
async function connect(siteUrl: string, formerId: string | null = null, meanwhile: () => void = () => {}) {
  const former = formerId === null ? null : directory.findSite(formerId)!;
  const introduction = {
    protocol: 1,
    site_url: siteUrl,
    name: 'Galerie',
    platform: 'wordpress',
    secret: randomBytes(32).toString('base64'),
    registry_url: REGISTRY,
    plugin_version: '0.1.0',
    environment: 'production',
    public: true,
  };
  const deps = {
    directory,
    settings: { ...hostSettings(folder, REGISTRY), maxSites: 3 },
    clock: { ...systemClock, now: () => nowMs },
    instance: 'i',
    isTestRegistry: () => Promise.resolve(false),
    mayAddSite: () => 0,
    mayContinue: () => 0,
    stillAnswers() {
      meanwhile();
      return Promise.resolve(false);
    },
  };
  const { status, body } = await connectSite(deps, introduction, '192.0.2.1', former);
  return { status, siteId: String((body as { site_id?: string }).site_id) };
}

test('a key that comes while a site moves is kept', async () => {
  const { siteId } = await connect('https://old.example');
  const moved = await connect('https://new.example', siteId, () =>
    directory.ofCell(1).update(siteId, (known) => ({ ...known, apiKey: 'areg_key' })),
  );
  expect(moved.status).toBe(201);
  expect(directory.findSite(siteId)).toMatchObject({ siteUrl: 'https://new.example', apiKey: 'areg_key' });
});

test('a site that leaves while it moves is not there again', async () => {
  const { siteId } = await connect('https://old.example');
  const moved = await connect('https://new.example', siteId, () => directory.remove(siteId));
  expect(moved.status).toBe(401);
  expect(directory.findRow(siteId)).toBeUndefined();
});

test('a full host takes a gallery in place of the stranger who has had no key for longest', async () => {
  const gallery = await connect('https://gallery.example');
  directory.ofCell(1).update(gallery.siteId, (known) => ({ ...known, apiKey: 'areg_key' }));
  const stranger = await connect('https://stranger.example');
  const asking = await connect('https://asking.example');
  const access = {
    requestId: 'r',
    registryUrl: REGISTRY,
    claimToken: 't',
    state: 'waiting' as const,
    since: 's',
  };
  directory.ofCell(1).update(asking.siteId, (known) => ({ ...known, access }));
  // No site is dropped within the hour in which a gallery hands its key over.
  expect((await connect('https://early.example')).status).toBe(503);
  nowMs += 3_601_000;
  expect((await connect('https://late.example')).status).toBe(201);
  const isThere = ({ siteId }: { siteId: string }) => directory.findRow(siteId) !== undefined;
  expect([gallery, stranger, asking].map(isThere)).toEqual([true, false, true]);
});

test.each([
  ['https://shop.example/staging', true],
  ['https://shop.example:8443', true],
  ['https://www.shop.example', true],
  ['http://SHOP.example/', false],
  ['https://shop.example/?from=admin', false],
])(
  'a site of https://shop.example that continues at %s: its former address is asked: %s',
  async (at, isAsked) => {
    const { siteId } = await connect('https://shop.example');
    let asked = false;
    await connect(at, siteId, () => void (asked = true));
    expect(asked).toBe(isAsked);
  },
);
