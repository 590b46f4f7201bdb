// P4: What is not public cannot be read anywhere, from the moment the change was answered; in dumps two minutes after a withdrawal or an erasure,
// an hour after its owner hid it.
import { at, listAt, stringAt } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Deed, Finding, Time } from './observation.ts';
import { apiGet } from './observers/all-works.ts';
import type { ReadPage } from './observers/page-reader.ts';
import { certificateStories } from './certificates.ts';
import { truthOf } from './timeline.ts';
import { isPublicAt, plainValue, publicityOf, shownFields, type WorkStory } from './works.ts';

const MINUTE_MS = 60_000;
const TAKEN_OUT_MS = 2 * MINUTE_MS;
const HIDDEN_OUT_MS = 60 * MINUTE_MS;
/** Each costs some twenty pages of the budget of one address, so that a look takes some and the next look the others. */
const WORKS_A_LOOK = 20;
/** Shorter titles are words that stand on a page for another reason. */
const TELLING_LENGTH = 8;

export const notPublicAtRest: Check = async (context) => {
  const { ledger, world, memory } = context;
  const hidden = [...ledger.works.values()].filter((story) => isPublicAt(story, world.now) === 'no');
  const start = hidden.length === 0 ? 0 : memory.hiddenLooked % hidden.length;
  const looked = [...hidden.slice(start), ...hidden.slice(0, start)].slice(0, WORKS_A_LOOK);
  memory.hiddenLooked = start + looked.length;
  const titles = tellingTitles(context, hidden);
  const found: Finding[] = hidden.flatMap((story) => listed(context, story));
  for (const story of looked)
    found.push(...(await readSingly(context, story, titles.get(story.registryId)!)));
  return [
    ...found,
    ...hidden.flatMap((story) => onPages(context, story, titles.get(story.registryId)!)),
    ...hidden.flatMap((story) => inDumps(context, story)),
    ...(await openCertificates(context, hidden)),
    ...namedInFeeds(context, hidden),
  ];
};

function listed({ truth, world }: Context, story: WorkStory): Finding[] {
  if (!truth.works.has(story.registryId) || truthOf(story.exists.at(world.now)) === 'no') return [];
  const isWithdrawn = truthOf(story.isWithdrawn.at(world.now)) === 'yes';
  const why = isWithdrawn ? 'was withdrawn by the operator' : 'was hidden by its owner';
  const sentence = `${story.registryId} ${why}, and the registry lists it`;
  return [finding(isWithdrawn ? 'P5' : 'P4', sentence, story.entries)];
}

async function readSingly(context: Context, story: WorkStory, titles: readonly string[]): Promise<Finding[]> {
  const { world, registry, observers } = context;
  const id = story.registryId;
  const found: Finding[] = [];
  for (const path of [`/artworks/${id}`, `/artworks/${id.toLowerCase()}`, `/artworks/${id}/source`]) {
    const { status } = await apiGet(world.call, registry, path);
    if (status !== 404 && status !== 0)
      found.push(finding('P4', `${id} is not public, and GET ${path} answers ${status}`, story.entries));
  }
  for (const query of [`collect24_id=${id}`, ...titles.map((title) => `q=${encodeURIComponent(title)}`)]) {
    const { json } = await apiGet(world.call, registry, `/artworks?${query}`);
    if (listAt(json, 'data').some((record) => at(record, 'registry_id') === id))
      found.push(finding('P4', `${id} is not public, and GET /artworks?${query} finds it`, story.entries));
  }
  const never = neverIssued(id);
  const pages = await observers.pages.readWork(world.call, registry, id);
  const others = await observers.pages.readWork(world.call, registry, never);
  pages.forEach((page, index) =>
    found.push(...pageOf(context, story, titles, [page, others[index]!], never)),
  );
  return found;
}

/** One page of a work that is not public beside the same page of an Art ID that was never issued. */
function pageOf(
  context: Context,
  story: WorkStory,
  titles: readonly string[],
  [page, never]: readonly [ReadPage, ReadPage],
  neverId: string,
): Finding[] {
  const id = story.registryId;
  const mayBeTombstone = truthOf(story.isWithdrawn.at(context.world.now)) !== 'no';
  if (page.status === 0 || never.status === 0 || page.status === 429 || never.status === 429) return [];
  if (page.status === 410 && mayBeTombstone) {
    const told = titles.filter((title) => page.text.includes(title));
    return told.map((title) =>
      finding('P4', `${page.path} says "${title}" of a work that was withdrawn`, story.entries),
    );
  }
  const isSame =
    page.status === never.status && page.text.replaceAll(id, '') === never.text.replaceAll(neverId, '');
  if (isSame) return [];
  const sentence = `${page.path} of a work that is not public answers ${page.status} and otherwise than for an Art ID that was never issued (${never.status})`;
  return [finding('P4', sentence, story.entries)];
}

function neverIssued(id: string): string {
  const [prefix, number] = id.split('-') as [string, string];
  // As long as the other one, so that no length of an answer differs.
  return `${prefix}-${'9'.repeat(number.length)}`;
}

/** Pages, lists, feeds of links and the sitemap that were read on this look. */
function onPages({ observers }: Context, story: WorkStory, told: readonly string[]): Finding[] {
  const titles = told.map(escapeHtml);
  const link = new RegExp(`/artworks/${story.registryId}(?!\\d)`);
  return observers.pages.state.pages.flatMap(({ path, status, text }) => {
    // The search box repeats what was searched for, and a page of the work itself is looked at apart.
    if (status !== 200 || path.includes(story.registryId)) return [];
    const title = path.startsWith('/search') ? undefined : titles.find((one) => text.includes(one));
    const what = link.test(text) ? 'leads to it' : title === undefined ? null : `says its title "${title}"`;
    if (what === null) return [];
    return [finding('P4', `${story.registryId} is not public, and ${path} ${what}`, story.entries)];
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** By Art ID the titles that only this work ever had, so that to read one anywhere is to read of this work. */
function tellingTitles({ ledger, truth }: Context, hidden: readonly WorkStory[]): Map<string, string[]> {
  const owners = new Map<string, number>();
  for (const story of ledger.works.values())
    for (const title of titlesOf(story)) owners.set(title, (owners.get(title) ?? 0) + 1);
  const shown = [...truth.works.values()]
    .map((record) => Object.values(shownFields(record)).join('\n'))
    .join('\n');
  return new Map(
    hidden.map((story) => {
      const own = titlesOf(story).filter(
        (title) => title.length >= TELLING_LENGTH && owners.get(title) === 1 && !shown.includes(title),
      );
      return [story.registryId, own];
    }),
  );
}

function titlesOf(story: WorkStory): string[] {
  const values = story.fields.get('title')!.changes.map(({ value }) => plainValue(value));
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

function inDumps({ observers, world, quiet, ledger }: Context, story: WorkStory): Finding[] {
  const wasAway = (since: Time) =>
    isPublicAt(story, since) === 'no' &&
    publicityOf(story).every(({ asked, ended }) => ended <= since || asked >= world.now) &&
    ledger.restores.every(({ ended }) => ended <= since) &&
    // A registry that was away, or had its clock set, begins its time again.
    quiet.history.every(({ deed, ended }) => !isOfRegistry(deed, ledger.registry) || ended <= since);
  const isTaken = truthOf(story.isWithdrawn.at(world.now)) === 'yes';
  const isLate = wasAway(world.now - HIDDEN_OUT_MS) || (isTaken && wasAway(world.now - TAKEN_OUT_MS));
  if (!isLate) return [];
  return Object.values(observers.dumps.state.dumps)
    .filter(({ works }) => story.registryId in works)
    .map(({ file }) =>
      finding(
        'P4',
        `${story.registryId} is not public, and the dump ${file} has it although its time is over`,
        story.entries,
      ),
    );
}

function isOfRegistry(deed: Deed, registry: number): boolean {
  const isOfProgram = deed.what === 'start' || deed.what === 'death' || deed.what === 'clock set';
  return isOfProgram && deed.program === 'registry' && deed.number === registry;
}

/** Feeds keep Art ID and date of a work that left. A work that never was public appears nowhere. */
function namedInFeeds({ observers, ledger }: Context, hidden: readonly WorkStory[]): Finding[] {
  const feeds = { '/changes': observers.changes.state.named, '/oai': observers.oai.state.records };
  return hidden.flatMap((story) => {
    const { isShown, exists, registryId } = story;
    const wasNeverPublic =
      isShown.changes.length > 0 &&
      isShown.changes.every(({ value }) => !value) &&
      exists.changes.every(({ entry }) => entry >= 0);
    // A restore of a lost database may have been told to start from works that the history had hidden.
    if (!wasNeverPublic || ledger.restores.some(({ isKept }) => !isKept)) return [];
    const names = Object.entries(feeds).filter(([, ids]) => registryId in ids);
    return names.map(([feed]) =>
      finding('P4', `${feed} names ${registryId}, which never was public`, story.entries),
    );
  });
}

/** While its work is not public, a certificate shows its status, its issuer and its dates; with a key of another organisation, too. */
async function openCertificates(context: Context, hidden: readonly WorkStory[]): Promise<Finding[]> {
  const { world, registry } = context;
  const ids = new Set(hidden.map(({ registryId }) => registryId));
  const own = certificateStories(context.quiet, context.ledger).filter((one) => ids.has(one.registryId));
  const found: Finding[] = [];
  for (const { id, registryId, entries } of own) {
    const { json } = await apiGet(world.call, registry, `/certificates/${id}`);
    const isOpen = context.observers.certificates.state.held[id]?.isOpen === true;
    if (!isOpen && stringAt(json, 'statement') === null) continue;
    const reader = isOpen ? 'everybody' : 'another organisation';
    const sentence = `certificate ${id} shows its statement to ${reader}, and its work ${registryId} is not public`;
    found.push(finding('P4', sentence, entries));
  }
  return found;
}
