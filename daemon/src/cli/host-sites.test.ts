// The operator's commands of a host, on a directory as a host leaves it.
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDirectory } from '../host/directory.ts';
import { openSealingKey } from '../host/sealing-key.ts';
import { connectSite } from '../../tests/support/connected-site.ts';
import { runCli } from './command-line.ts';

let dataDir: string;
let printed: string[];
let complaints: string[];
const KEY_FILE = () => join(dataDir, 'sealing-key');
const directory = () => openDirectory(dataDir, openSealingKey(KEY_FILE(), { mustExist: false }));
const ID = '00000000-0000-4000-8000-000000000001';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'host-sites-'));
  vi.stubEnv('DAEMON_DATA_DIR', dataDir);
  vi.stubEnv('DAEMON_REGISTRIES', 'https://registry.example/api/v1');
  [printed, complaints] = [[], []];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => complaints.push(String(text)) > 0);
  const opened = directory();
  connectSite(opened, { siteId: ID, siteUrl: 'https://shop.example', name: 'Galerie Test' });
  opened.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

const host = (...args: string[]) => runCli(['host', ...args]);
const json = () => JSON.parse(printed.join('')) as Record<string, unknown>;

test('sites are listed and found, without a secret', async () => {
  expect(await host('sites', '--search', 'galerie', '--json')).toBe(0);
  expect(json()).toMatchObject({ sites: [{ site_id: ID, has_key: 1 }] });
  expect(printed.join('')).not.toMatch(/areg_|sealed|AAAA/);
  printed = [];
  expect(await host('sites', '--search', 'nobody')).toBe(0);
  expect(printed.join('')).toContain('No site is connected');
});

test('a site is shown by id and by address; one that is not there is said so', async () => {
  expect(await host('site', 'https://shop.example/', '--json')).toBe(0);
  expect(json()).toMatchObject({ site_id: ID });
  expect(await host('site', 'https://other.example')).toBe(1);
  expect(complaints.join('')).toContain('has no site https://other.example');
});

test('a paused site is counted so, until it is resumed', async () => {
  expect(await host('pause', ID)).toBe(0);
  printed = [];
  await host('stats', '--json');
  expect(json()).toMatchObject({ sites: 1, paused: 1, working: 0 });
  expect(await host('resume', ID)).toBe(0);
  printed = [];
  await host('stats', '--json');
  expect(json()).toMatchObject({ paused: 0, working: 1 });
});

test('a site is removed only when it is meant', async () => {
  expect(await host('remove', ID)).toBe(1);
  expect(complaints.join('')).toContain('--yes');
  expect(await host('remove', ID, '--yes')).toBe(0);
  printed = [];
  await host('sites', '--json');
  expect(json()).toEqual({ sites: [] });
});

test('an export has no secret', async () => {
  expect(await host('export', ID)).toBe(0);
  expect(printed.join('')).toContain('Galerie Test');
  expect(printed.join('')).not.toMatch(/areg_|AAAA/);
});

test('a new sealing key opens everything, and the old one nothing', async () => {
  const former = openSealingKey(KEY_FILE(), { mustExist: true });
  expect(await host('rotate-key')).toBe(0);
  const opened = directory();
  expect(opened.findSite(ID)?.apiKey).toBe('areg_secret');
  opened.close();
  const byFormer = openDirectory(dataDir, former);
  expect(() => byFormer.findSite(ID)).toThrow();
  byFormer.close();
});

test.skipIf(process.getuid?.() !== 0)(
  'a sealing key that root changes stays readable for the service',
  async () => {
    const service = { uid: 65534, gid: 65534 };
    chownSync(KEY_FILE(), service.uid, service.gid);
    expect(await host('rotate-key')).toBe(0);
    expect(statSync(KEY_FILE())).toMatchObject(service);
  },
);
