// Lists what the registry holds in the gallery's own profiles, a hundred works a request, and keeps it in the journal. Each page and the
// place to continue from are one transaction, so that a kill repeats one request at most. Later reviews read only what changed since.
import { fingerprint } from '@artwork-registry/contract';
import type { Artwork } from '../../types/registry-answers.ts';
import { isOver, isoTime, type Clock } from '#kit/clock';
import type { Holding } from '../../journal/holding-rows.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ConnectionFacts } from '../../registry/connection.ts';
import {
  BEGINNING,
  listProfileCall,
  readListed,
  type ListedPage,
  type Place,
} from '../../registry/listing.ts';
import type { SendToRegistry } from '../../types/registry.ts';
import { showsOf } from '../apply/read-back.ts';

/** Works that left the profile are still in the list until then. */
const OLDEST_LIST_MS = 24 * 3600_000;

/** Kept in the journal under `holdings`. `marks`: profile → where its list continues. */
export type HoldingsProgress = {
  started_at: string;
  installation: string;
  marks: { [profile: string]: Place };
  requests: number;
};

type Deps = {
  siteId: string;
  journal: Journal;
  clock: Pick<Clock, 'now'>;
  facts: ConnectionFacts;
  /** Installations of the site before it moved. */
  formers: string[];
  send: SendToRegistry;
};

/** Reads to the end of the list. Throws what `send` throws; what was read stays. */
export async function listHoldings(deps: Deps, onPage: () => void): Promise<void> {
  const { journal, facts } = deps;
  let progress = bookmark(deps);
  for (const profile of facts.profiles) {
    const name = `${profile.type} ${profile.slug}`;
    for (;;) {
      const at = progress.marks[name] ?? BEGINNING;
      const page = readListed(await deps.send(listProfileCall(profile, at)), at);
      progress = journal.transaction(() => recordPage(deps, progress, name, page));
      onPage();
      if (page.next === null) break;
    }
  }
}

/** Where the list of this installation was before, or the beginning of a new one. */
function bookmark({ siteId, journal, clock, facts }: Deps): HoldingsProgress {
  const known = journal.meta.find<HoldingsProgress>(siteId, 'holdings');
  const isOld = known && isOver(Date.parse(known.started_at), OLDEST_LIST_MS, clock.now());
  if (known?.installation === facts.installationId && !isOld) return known;
  const started_at = isoTime(clock.now());
  const begun = { started_at, installation: facts.installationId, marks: {}, requests: 0 };
  journal.transaction(() => {
    journal.holdings.clear(siteId);
    journal.meta.save(siteId, 'holdings', begun);
  });
  return begun;
}

function recordPage(
  deps: Deps,
  before: HoldingsProgress,
  profile: string,
  page: ListedPage,
): HoldingsProgress {
  const { siteId, journal } = deps;
  const installations = [deps.facts.installationId, ...deps.formers];
  for (const artwork of page.artworks) journal.holdings.save(siteId, holdingOf(artwork, installations));
  const progress = {
    ...before,
    requests: before.requests + 1,
    marks: { ...before.marks, [profile]: page.next ?? page.last ?? before.marks[profile] ?? BEGINNING },
  };
  journal.meta.save(siteId, 'holdings', progress);
  return progress;
}

function holdingOf(artwork: Artwork, installations: string[]): Holding {
  const shows = showsOf(artwork);
  const { source } = artwork;
  const isOfSite = installations.includes(source?.installation_id ?? '');
  const who = { title: shows.title ?? '', artist_name: shows.artist_name ?? '' };
  return {
    registryId: artwork.registry_id,
    look: beginning(fingerprint({ ...shows, ...who })),
    nameLook: beginning(fingerprint(who)),
    externalId: isOfSite ? (source?.external_id ?? null) : null,
    shows,
    page: artwork.links.public_page,
  };
}

/** As the plugin keeps it. */
const beginning = (look: string | null): string | null => look && look.slice(0, 16);
