// Data folders that earlier versions left (tests/data/older), and the site and registry that belong to them, at addresses of today.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type { FakeArtwork } from './fake-artworks.ts';
import type { FakeRegistry } from './fake-registry.ts';
import type { FakeSite, FakeWork, Reported } from './fake-site.ts';

const OLDER = join(import.meta.dirname, '../data/older');

export type OlderSite = {
  siteId: string;
  secret: string;
  url: string;
  ownUrl: string;
  beat: number;
  works: [string, FakeWork][];
  reports: [string, Reported][];
};
type Source = FakeArtwork['sources'][number];
export type OlderRegistry = {
  url: string;
  installations: [string, string][];
  works: { registryId: string; fields: FakeArtwork['fields']; sources: Source[] }[];
};
export type OlderWorld = { registry: OlderRegistry; sites: { [name: string]: OlderSite } };

export const olderWorld = (name: 'service' | 'host'): OlderWorld =>
  JSON.parse(gunzipSync(readFileSync(join(OLDER, `${name}-world.json.gz`))).toString()) as OlderWorld;

/** `addresses`: what each address of then is now. Pairings of a host become those of today: silent sites are removed after a while. */
export function unpackOlder(
  name: 'service' | 'host',
  folder: string,
  addresses: { [then: string]: string },
): void {
  cpSync(join(OLDER, name), folder, { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry);
    if (entry.endsWith('.gz')) {
      const unpacked = file.slice(0, -3);
      writeFileSync(unpacked, gunzipSync(readFileSync(file)), { mode: 0o600 });
      rmSync(file);
      for (const [then, now] of Object.entries(addresses)) readdress(unpacked, then, now);
    } else if (entry === 'sites.json') {
      let text = readFileSync(file, 'utf8');
      for (const [then, now] of Object.entries(addresses)) text = text.replaceAll(then, now);
      writeFileSync(file, text);
    }
  }
}

function readdress(file: string, then: string, now: string): void {
  const db = new Database(file);
  if (file.endsWith('directory.sqlite')) {
    const columns =
      'site_url = replace(site_url, :then, :now), registry_url = replace(registry_url, :then, :now)';
    db.prepare(`UPDATE site SET ${columns}, paired_at = :at`).run({
      then,
      now,
      at: new Date().toISOString(),
    });
  } else {
    db.prepare('UPDATE meta SET value = replace(value, ?, ?)').run(then, now);
  }
  db.close();
}

/** As the site was when the older version stopped: it had nothing that waited. */
export function restoreSite(site: FakeSite, older: OlderSite): void {
  const { siteId, secret, ownUrl, beat } = older;
  Object.assign(site, { siteId, secret, ownUrl, beat });
  for (const [id, work] of older.works) site.works.set(id, work);
  for (const [id, report] of older.reports) site.reports.set(id, report);
}

/** With the Art IDs of then, which are counted from 1 on. */
export function restoreRegistry(registry: FakeRegistry, older: OlderRegistry): void {
  for (const [key, id] of older.installations) registry.installations.set(key, id);
  for (const { registryId, fields, sources } of older.works) {
    const [first] = sources;
    if (first === undefined) throw new Error(`${registryId} has no source`);
    registry.artworks.publish(fields, first.installation_id);
    registry.artworks.patchSource(registryId, first);
  }
}
