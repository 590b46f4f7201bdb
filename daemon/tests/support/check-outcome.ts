// What must hold after any run, however it went: one Art ID a work, registry equals shop, WordPress knows it, journal sound.
import Database from 'better-sqlite3';
import type { FakeArtwork } from './fake-artworks.ts';
import type { FakeRegistry } from './fake-registry.ts';
import type { FakeSite } from '../../../stage/fakes/fake-site.ts';
import type { ShopOwner } from './shop-owner.ts';

const SHOWN = ['title', 'artist_name', 'year_created', 'medium', 'height_cm', 'width_cm', 'availability'];
const PRICED = ['for_sale', 'open_to_offers'];

/** What is wrong, one sentence each; none: all is well. */
export function faultsOf(parts: {
  owner: ShopOwner;
  site: FakeSite;
  registry: FakeRegistry;
  journalFile: string;
}): string[] {
  const { owner, site, registry } = parts;
  const byId = Map.groupBy(
    registry.artworks.list().filter((work) => work.holder === 'ours'),
    (work) => String(work.source?.external_id ?? work.fields['external_id']),
  );
  const faults = faultsOfJournal(parts.journalFile);
  for (const [id, records] of byId) {
    if (records.length > 1) faults.push(`work ${id} has ${records.length} Art IDs`);
  }
  for (const [id, { state, artwork }] of owner.wishes) {
    const [record] = byId.get(id) ?? [];
    const say = (what: string) =>
      faults.push(`work ${id}: ${what}; told: ${JSON.stringify(site.reports.get(id))}`);
    if (state === 'shared') {
      if (!record) say('is not in the registry');
      else faultsOfRecord(record, artwork).forEach(say);
      const report = site.reports.get(id);
      if (report?.state !== 'published' || report.registry_id !== record?.registryId) say('is not reported');
      if (report?.revision !== site.works.get(id)?.revision) say('is reported with an old revision');
    } else if (record) {
      const status = state === 'gone' ? 'removed' : 'unpublished';
      if (record.source?.status !== status) say(`left as ${state}, its source is ${record.source?.status}`);
      if (record.fields['availability'] === 'for_sale') say('left and is still for sale');
    }
  }
  return faults;
}

function faultsOfRecord(record: FakeArtwork, wanted: { [field: string]: unknown }): string[] {
  const fields = PRICED.includes(String(wanted['availability'])) ? [...SHOWN, 'price'] : SHOWN;
  const faults = fields
    .filter((field) => JSON.stringify(record.fields[field] ?? null) !== JSON.stringify(wanted[field] ?? null))
    .map(
      (field) => `${field} is ${JSON.stringify(record.fields[field])}, not ${JSON.stringify(wanted[field])}`,
    );
  if (record.isWithdrawn) faults.push('is withdrawn');
  if (record.source?.status !== 'active') faults.push(`its source is ${record.source?.status}`);
  return faults;
}

function faultsOfJournal(file: string): string[] {
  const db = new Database(file, { readonly: true });
  try {
    const faults: string[] = [];
    const integrity = db.pragma('integrity_check', { simple: true });
    if (integrity !== 'ok') faults.push(`the journal's integrity_check says ${String(integrity)}`);
    const count = (sql: string) => (db.prepare(sql).get() as { n: number }).n;
    const open = count(`SELECT count(*) AS n FROM action WHERE state = 'pending'`);
    if (open > 0) faults.push(`${open} steps are still open`);
    const untold = count('SELECT count(*) AS n FROM work WHERE report_seq > reported_seq');
    if (untold > 0) faults.push(`WordPress has not heard of ${untold} works`);
    const shared = count(
      'SELECT count(*) - count(DISTINCT registry_id) AS n FROM work WHERE registry_id IS NOT NULL',
    );
    if (shared > 0) faults.push(`${shared} works share an Art ID`);
    return faults;
  } finally {
    db.close();
  }
}
