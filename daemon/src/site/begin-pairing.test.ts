// A pairing is stored before its works are moved to it: a kill at any line loses neither.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginPairing } from './begin-pairing.ts';
import { openJournal, type Journal } from '../journal/journal.ts';
import { SitesFile, type Site } from './sites-file.ts';
import { ownSites } from '../engine/tenancy.ts';

const site = (siteId: string, change: Partial<Site> = {}): Site => ({
  siteId,
  siteUrl: `https://${siteId}.example`,
  name: 'Galerie',
  secret: 'c2VjcmV0',
  registryUrl: 'https://registry.example/api/v1',
  apiKey: 'areg_key',
  webhookSecret: null,
  formerWebhookSecret: null,
  pairedAt: '2026-01-01T00:00:00Z',
  ...change,
});

let folder: string;
let journal: Journal;
let file: SitesFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'begin-pairing-'));
  journal = openJournal(join(folder, 'journal.sqlite'));
  file = new SitesFile(folder);
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a pairing that is continued replaces the former one in one write, and takes its works along once', () => {
  file.save(site('old'));
  journal.meta.save('old', 'connection', { installationId: 'i-1' });
  const next = site('new', { begins: { formerId: 'old', ajaxPath: '/wp/wp-admin/admin-ajax.php' } });
  file.save(next);
  // Killed here: the next process finds the new secret, and the works where they were.
  expect(file.list()).toEqual([next]);
  expect(journal.meta.find('old', 'connection')).toEqual({ installationId: 'i-1' });
  const sites = ownSites(file);
  expect(beginPairing(journal, sites, file.list()[0]!)).toEqual(site('new'));
  expect(file.list()).toEqual([site('new')]);
  expect(journal.meta.find('new', 'connection')).toEqual({ installationId: 'i-1' });
  expect(journal.meta.find('new', 'paired')).toBe(true);
  expect(journal.meta.find('new', 'ajax_path')).toBe('/wp/wp-admin/admin-ajax.php');
  // It may have been restored from a backup: what it lost is asked for.
  expect([journal.meta.find('new', 'audit_request'), journal.meta.find('new', 'mark_unheard')]).toEqual([
    1,
    '',
  ]);
  journal.meta.save('new', 'identity', 'known');
  expect(beginPairing(journal, sites, file.list()[0]!)).toEqual(site('new'));
  expect(journal.meta.find('new', 'identity')).toBe('known');
});

test('a pairing that was killed after its works were moved begins again without harm', () => {
  file.save(site('new', { begins: { formerId: 'old', ajaxPath: null } }));
  journal.meta.save('old', 'connection', { installationId: 'i-1' });
  const sites = ownSites(file);
  const killed = {
    ...sites,
    recordBegun() {
      throw new Error('killed');
    },
  };
  expect(() => beginPairing(journal, killed, file.list()[0]!)).toThrow('killed');
  beginPairing(journal, sites, file.list()[0]!);
  expect(journal.meta.find('new', 'connection')).toEqual({ installationId: 'i-1' });
  expect(file.list()[0]).not.toHaveProperty('begins');
});

test('a pairing has begun only once its journal would survive a power cut', () => {
  const steps: string[] = [];
  const watched = { ...journal, flushNow: () => void steps.push('flushed') };
  file.save(site('new', { begins: { formerId: 'old', ajaxPath: null } }));
  const sites = ownSites(file);
  const recordBegun = (siteId: string) => {
    steps.push('begun');
    sites.recordBegun(siteId);
  };
  beginPairing(watched, { ...sites, recordBegun }, file.list()[0]!);
  expect(steps).toEqual(['flushed', 'begun']);
});
