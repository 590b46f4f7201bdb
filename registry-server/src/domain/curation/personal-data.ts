// What the registry holds of an organisation or of a person: given out as lines, and erased. Each step may be done again, so that a command
// that was interrupted is run once more.
import type { OnProgress } from '../../on-progress.ts';
import { PAGED_DATA } from '../../storage/shared/personal-data.ts';
import type { DataRow, PagedKind, WholeKind } from '../../storage/shared/personal-data.ts';
import type { Organization } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';
import { PUBLIC_READERS } from '../access/access-keys.ts';

const PAGE = 200;
const OF_ORGANIZATION: readonly WholeKind[] = [
  'profile',
  'installation',
  'webhook',
  'api_key',
  'access_request',
];
const YES_OR_NO = new Set(['show_country', 'in_dumps']);

export type DataLine = { object: string } & DataRow;

/** Everything of it, an object each: the organisation itself first. */
export async function* organizationData(
  storage: Storage,
  { id, slug, name, status }: Organization,
): AsyncGenerator<DataLine> {
  yield { object: 'organization', slug, name, status };
  for (const kind of OF_ORGANIZATION)
    for (const row of await storage.readData(kind, id)) yield lineOf(kind, row);
  for (const kind of Object.keys(PAGED_DATA) as PagedKind[])
    for await (const row of pagesOf(storage, kind, id)) yield lineOf(kind, row);
}

/** Requests for access and the keys that came of them. */
export async function personData(storage: Storage, email: string): Promise<DataLine[]> {
  const requests = await storage.readData('request_of_person', email);
  const keys = await storage.readData('key_of_person', email);
  return [
    ...requests.map((row) => lineOf('access_request', row)),
    ...keys.map((row) => lineOf('api_key', row)),
  ];
}

/** Answers how many requests and keys there were. */
export async function erasePerson(
  storage: Storage,
  email: string,
): Promise<{ requests: number; keys: number }> {
  const [requests, keys] = [
    await storage.readData('request_of_person', email),
    await storage.readData('key_of_person', email),
  ];
  await reduceRequestActions(storage, requests);
  await storage.erasePerson(email, PUBLIC_READERS);
  return { requests: requests.length, keys: keys.length };
}

/** Its keys end, its works are withdrawn for good, and nothing says any more who it was. Answers how many works. */
export async function eraseOrganization(
  storage: Storage,
  organization: Organization,
  works: number,
  onProgress: OnProgress,
): Promise<{ slug: string; works: number }> {
  const { id } = organization;
  const tell = (done: number) => onProgress('erasing works', done, works);
  await storage.updateOrganizationStatus(organization.slug, 'erasing');
  await storage.eraseOutbox(id);
  tell(0);
  const erased = await eraseAllWorks(storage, id, tell);
  for (const [index, { slug }] of (await storage.listProfiles(id)).entries()) {
    // The same slug each time, so that a second run finds it in place.
    const now = { slug: `erased-${id.slice(0, 8)}-${index + 1}`, name: 'Erased' };
    const nothing = { city: null, country: null, showCountry: false, website: null };
    await storage.updateProfile(slug, { ...now, ...nothing });
  }
  for (const site of await storage.listInstallations(id)) {
    const address = `erased.invalid/${site.id}`;
    await storage.moveInstallation(
      id,
      site.id,
      { siteUrl: `https://${address}`, siteKey: address },
      'operator',
    );
  }
  await reduceRequestActions(storage, await storage.readData('access_request', id));
  await storage.reduceActions('organization', id);
  // What another operator has transferred to it meanwhile.
  await eraseAllWorks(storage, id, () => undefined);
  const now = { slug: `erased-${id.slice(0, 8)}`, name: 'Erased' };
  await storage.eraseOrganization(id, now);
  return { slug: now.slug, works: erased };
}

/** Answers how many works it has. */
async function eraseAllWorks(
  storage: Storage,
  organizationId: string,
  tell: (done: number) => void,
): Promise<number> {
  let erased = 0;
  for (let after = 0; ;) {
    const page = await storage.readDataPage('artwork', organizationId, after, PAGE);
    const last = page.at(-1)?.['place'];
    if (typeof last !== 'number') return erased;
    for (const row of page) {
      // A work without a title was erased before.
      if (row['title'] !== '') await storage.eraseArtwork(String(row['registry_id']), organizationId);
      tell((erased += 1));
    }
    after = last;
  }
}

/** Before the requests go: nothing else leads to their actions. */
async function reduceRequestActions(storage: Storage, requests: DataRow[]): Promise<void> {
  for (const { id } of requests) await storage.reduceActions('access_request', String(id));
}

async function* pagesOf(storage: Storage, kind: PagedKind, organizationId: string): AsyncGenerator<DataRow> {
  for (let after = 0; ;) {
    const page = await storage.readDataPage(kind, organizationId, after, PAGE);
    yield* page;
    const last = page.at(-1)?.['place'];
    if (typeof last !== 'number') return;
    after = last;
  }
}

function lineOf(kind: string, { place: _place, ...row }: DataRow): DataLine {
  const shown = Object.entries(row).map(([name, value]) => [name, shownValue(name, value)]);
  return { object: kind, ...(Object.fromEntries(shown) as DataRow) };
}

function shownValue(name: string, value: string | number | boolean | null) {
  if (YES_OR_NO.has(name)) return Boolean(value);
  return name.endsWith('_at') && typeof value === 'number' ? isoOfMicros(value) : value;
}
