// `doctor`: looks at everything that must be right, and says of each what to do where it is not. Changes nothing.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Agent, request } from 'undici';
import { isOver, systemClock, withTimeLimit } from '#kit/clock';
import { originAt } from '#kit/web-host';
import { journalFile } from '../journal/journal-file.ts';
import { refuseNewerJournal } from '../journal/open-journal.ts';
import { listLongWaits } from '../journal/waits.ts';
import { type Config } from '../config.ts';
import { refusalOfNode } from './node-version.ts';
import { SitesFile, type Site } from '../site/sites-file.ts';
import type { RefusedDeliveries } from '../site/refused-deliveries.ts';
import type { SavedStatus } from '../sync/status.ts';
import { CommandFailed } from './command-failed.ts';
import { answer } from './output.ts';
import { configOfService } from './service-config.ts';
import { verifyKey } from './verify-key.ts';

type Check = { check: string; ok: boolean; message: string };

const MOST_SKEW_MS = 60_000;
const LOOK_MS = 10_000;
const DAY_MS = 24 * 3600_000;

export async function doctor(options: { json?: boolean }): Promise<void> {
  const checks: Check[] = [];
  const look = async (check: string, act: () => string | Promise<string>) => {
    try {
      checks.push({ check, ok: true, message: await act() });
    } catch (error) {
      checks.push({ check, ok: false, message: error instanceof Error ? error.message : String(error) });
    }
  };
  let config: Config | undefined;
  await look('node', () => nodeVersion());
  await look('settings', () => {
    config = configOfService();
    return 'every setting can be used';
  });
  if (config) {
    const { dataDir } = config;
    const known = config;
    await look('data folder', () => dataFolder(dataDir));
    await look('journal', () => journal(dataDir));
    await look('waiting times', () => waitingTimes(known));
    await look('service', () => service(known));
    let sites: Site[] = [];
    await look('pairings', () => {
      sites = sitesOf(dataDir);
      return sites.length === 0 ? 'none yet: see "pair --help"' : `${sites.length} paired`;
    });
    for (const site of sites) {
      await look(`site ${site.siteUrl}`, () => siteAnswers(site, dataDir));
      await look(`registry of ${site.siteUrl}`, () => registry(site, known));
      await look(`deliveries for ${site.siteUrl}`, () => deliveries(site, dataDir));
    }
  }
  const lines = checks.map(({ check, ok, message }) => `${ok ? '✓' : '✗'} ${check}: ${message}`);
  answer(options.json, { ok: checks.every(({ ok }) => ok), checks }, lines);
  const bad = checks.filter(({ ok }) => !ok).length;
  if (bad > 0) throw new CommandFailed(`${bad} of ${checks.length} checks failed.`);
}

function nodeVersion(): string {
  const refusal = refusalOfNode(process.versions.node);
  if (refusal !== null) throw new Error(refusal);
  return process.versions.node;
}

function dataFolder(dataDir: string): string {
  if (!existsSync(dataDir)) return `${dataDir} is made by the first "pair" or "run"`;
  accessSync(dataDir, constants.R_OK | constants.W_OK);
  const file = new SitesFile(dataDir).path;
  if (existsSync(file) && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} holds keys and others can read it: chmod 600 ${file}`);
  return dataDir;
}

function journal(dataDir: string): string {
  if (!existsSync(journalFile(dataDir))) return 'none yet';
  refuseNewerJournal(journalFile(dataDir));
  const db = new Database(journalFile(dataDir), { readonly: true });
  try {
    const verdict = db.pragma('quick_check(1)', { simple: true });
    if (verdict === 'ok') return 'sound';
    throw new Error(
      `damaged (${String(verdict)}); it is moved aside and rebuilt when the service next starts`,
    );
  } finally {
    db.close();
  }
}

function waitingTimes({ dataDir, pollLongestMs }: Config): string {
  if (!existsSync(journalFile(dataDir))) return 'none yet';
  const db = new Database(journalFile(dataDir), { readonly: true });
  try {
    const long = listLongWaits(db, { nowMs: systemClock.now(), pollLongestMs });
    if (long.length === 0) return 'none is longer than its schedule allows';
    const named = long.map(({ place, rows }) => `${rows} of ${place}`).join(', ');
    throw new Error(
      `${named} lie further ahead than their schedule allows: the clock was ahead when they were written; ` +
        'start the service again, which shortens them',
    );
  } finally {
    db.close();
  }
}

async function service(config: Config): Promise<string> {
  const url = `${originAt(config)}/health`;
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  try {
    const { status } = await withTimeLimit(systemClock, LOOK_MS, async (signal) => {
      const reply = await request(url, { dispatcher, signal });
      return (await reply.body.json()) as { status: string };
    });
    if (status !== 'ok') throw new Error(`it says "${status}"; "logs" says more`);
    return `runs at ${url}`;
  } catch (error) {
    if ((error as { code?: string }).code === undefined) throw error;
    throw new Error(`nothing answers at ${url}: start it with "run" or "install"`);
  } finally {
    await dispatcher.destroy();
  }
}

function sitesOf(dataDir: string): Site[] {
  return existsSync(dataDir) ? new SitesFile(dataDir).list() : [];
}

/** The service's own last contact is the proof; a look of ours would spoil its numbers. */
function siteAnswers(site: Site, dataDir: string): string {
  const db = new Database(journalFile(dataDir), { readonly: true });
  try {
    const row = db.prepare('SELECT value FROM meta WHERE key = ?').get(`${site.siteId} status`);
    if (!row) throw new Error('not contacted yet: is the service running?');
    const status = JSON.parse((row as { value: string }).value) as SavedStatus;
    if (status.own_error) throw new Error(`an error of the sync service, see "logs": ${status.own_error}`);
    if (status.site_message) throw new Error(status.site_message);
    if (status.account.message) throw new Error(status.account.message);
    if (status.polled_at === null) throw new Error('it has not answered yet');
    return `answered at ${status.polled_at}`;
  } finally {
    db.close();
  }
}

async function registry(site: Site, { proxy }: Config): Promise<string> {
  if (site.apiKey === null) throw new Error('no API key: set one with "key set"');
  const descriptor = await verifyKey(site.registryUrl, site.apiKey, proxy);
  if (descriptor === null) throw new Error(`${site.registryUrl} does not answer just now`);
  const skewMs = Math.abs(Date.parse(descriptor.time) - systemClock.now());
  if (skewMs > MOST_SKEW_MS)
    throw new Error(
      `this machine's clock is ${Math.round(skewMs / 1000)} s off the registry's: set it by NTP`,
    );
  if (!descriptor.scopes.includes('artworks:write'))
    throw new Error('the key may not publish (artworks:write)');
  return `${descriptor.name} knows the key as ${descriptor.organization.name}`;
}

/** Deliveries of the last day that did not fit show that the secret here is not the registry's. */
function deliveries(site: Site, dataDir: string): string {
  if (site.webhookSecret === null)
    return 'no signing secret: changes in the registry are found by the nightly audit only';
  const db = new Database(journalFile(dataDir), { readonly: true });
  try {
    const kept = db.prepare('SELECT count(*) AS number FROM unfit_delivery WHERE site_id = ?');
    const row = db.prepare('SELECT value FROM meta WHERE key = ?').get(`${site.siteId} refused_deliveries`);
    const refused = row ? (JSON.parse((row as { value: string }).value) as RefusedDeliveries) : null;
    const isRecent = refused !== null && !isOver(Date.parse(refused.last_at), DAY_MS, systemClock.now());
    const number = (kept.get(site.siteId) as { number: number }).number + (isRecent ? refused.count : 0);
    if (number === 0) return 'a signing secret is set';
  } catch (error) {
    // No journal: nothing was counted yet.
    return `a signing secret is set (${(error as Error).message})`;
  } finally {
    db.close();
  }
  throw new Error(
    'deliveries within the last day do not fit the signing secret: enter the one that the registry shows now',
  );
}
