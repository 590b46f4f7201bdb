// The paired sites with their secrets and registry keys, in one file of mode 600. The only place where a key is stored:
// never in the journal, never in a log.
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { NewerData } from '../journal/newer-data.ts';
import { SiteInstallation } from '../types/site-installation.ts';
import { replaceFile } from '#kit/replace-file';

export const Site = z.object({
  siteId: z.string(),
  siteUrl: z.string(),
  name: z.string(),
  /** "user:password" of a web server that asks for them before WordPress does, as staging sites have. */
  basicAuth: z.string().optional(),
  /** Shared secret of the pairing, base64. */
  secret: z.string(),
  /** The secret before this pairing, which signs that it is continued for a day more: the answer with the new id may be lost. */
  formerSecret: z.object({ secret: z.string(), until: z.string() }).optional(),
  /** Base address of the registry's API, `/api/v1` included. */
  registryUrl: z.string(),
  apiKey: z.string().nullable(),
  webhookSecret: z.string().nullable(),
  /** The signing secret before the last rotation, accepted for a day more. */
  formerWebhookSecret: z.object({ secret: z.string(), until: z.string() }).nullable().default(null),
  pairedAt: z.string(),
  /**
   * The journal is not set up for this pairing yet. `formerId`: of the pairing whose works it takes over. `ajaxPath`: as the site said
   * (PairAnswer), which the journal has from then on.
   */
  begins: z.object({ formerId: z.string().nullable(), ajaxPath: z.string().nullable() }).optional(),
  /** The token of the first turn, where the site connected by itself. */
  firstTurn: z.string().optional(),
  installation: SiteInstallation.nullish(),
  /** The request for a key that the owner made through this service. */
  access: z
    .object({
      requestId: z.string(),
      registryUrl: z.string(),
      /** Redeems the key once the operator has approved; gone once the request is settled. */
      claimToken: z.string().nullable(),
      /** The key, from when the registry has handed it over until it is checked: it does so only until the key is first used. */
      claimedKey: z.string().optional(),
      state: z.enum(['waiting', 'approved', 'rejected', 'expired']),
      since: z.string(),
    })
    .nullish(),
});
export type Site = z.infer<typeof Site>;

/** The site at a registry: what another one gave, its key, its secrets and its requests, means nothing there, and is not shown to it. */
export function atRegistry(site: Site, registryUrl: string): Site {
  if (site.registryUrl === registryUrl) return site;
  return {
    ...site,
    registryUrl,
    apiKey: null,
    webhookSecret: null,
    formerWebhookSecret: null,
    access: null,
  };
}

/** The paired sites, wherever they are kept. */
export type Sites = {
  list: () => Site[];
  find: (siteId: string) => Site | undefined;
  /** Whether the site is stored, served or not. Opens no secret: a row that cannot be opened is there all the same. */
  has: (siteId: string) => boolean;
  /** The address of its registry; undefined: it is not stored. Opens no secret. */
  registryOf: (siteId: string) => string | undefined;
  /** Ids of those to be served. */
  listServed: () => string[];
  /** The site, where it is to be served. A host puts a name for the registry key in its place. */
  served: (siteId: string) => Site | undefined;
  /** The registry key of a site that `served` gave; null: it has another one by now, or none. */
  keyOf: (site: Site) => string | null;
  /** Changes what is stored of a site now; nothing where it is gone. No other change comes between. */
  update: (siteId: string, change: (known: Site) => Site) => void;
  remove: (siteId: string) => void;
  /** Changes whenever a site was changed by anybody. */
  version: () => string;
  /** Ids of the sites that changed, came or went since then; null: any of them may have. */
  changedSince: (version: string) => string[] | null;
};
/** What one tenant of a host may take up. */
export type TenantLimits = { sitesOfOrganization: number; worksOfSite: number; worksOfOrganization: number };

/** The sites with what a service has to know of their tenants. */
export type TenantSites = Sites & {
  /** `begun`: the journal is set up for this pairing. */
  pairingOf: (siteId: string) => 'new' | 'continued' | 'begun';
  /** Whose works a pairing that begins takes over; null: nobody's. */
  formerOf: (siteId: string) => string | null;
  recordBegun: (siteId: string) => void;
  /** The site has answered at its address. */
  isProven: (siteId: string) => boolean;
  recordProven: (siteId: string) => void;
  /** Null: none is known. */
  installationOf: (siteId: string) => SiteInstallation | null;
  saveInstallation: (siteId: string, installation: SiteInstallation | null) => void;
  /** Counts the site as one of the organization; false, and nothing, where that has as many as it may have. */
  join: (siteId: string, organization: string, most: number) => boolean;
  /** Registered artworks of the other sites of this one's organization, as each cell said last. */
  countWorksBeside: (siteId: string) => number;
};

const VERSION = 1;
const SitesDocument = z.object({ version: z.literal(VERSION), sites: z.array(Site) });
const Version = z.object({ version: z.int() });

export class SitesFile {
  readonly path: string;

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    this.path = join(dataDir, 'sites.json');
  }

  /** All paired sites; none where nothing was paired yet. Throws where the file is not ours. */
  list(): Site[] {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    return readDocument(text, this.path);
  }

  /** Throws NewerData; a file that is broken in another way may be put right while the service runs. */
  refuseNewer(): void {
    try {
      this.list();
    } catch (error) {
      if (error instanceof NewerData) throw error;
    }
  }

  /** Finds a site by its id or address (trailing slash forgiven). */
  find(idOrUrl: string): Site | undefined {
    const wanted = idOrUrl.replace(/\/+$/, '');
    return this.list().find((site) => site.siteId === wanted || site.siteUrl.replace(/\/+$/, '') === wanted);
  }

  /** Adds the site, or replaces the one with its id or address, and the pairing that it continues. */
  save(site: Site): void {
    const ids = [site.siteId, site.begins?.formerId];
    const others = this.list().filter(
      (other) => !ids.includes(other.siteId) && other.siteUrl !== site.siteUrl,
    );
    this.write([...others, site]);
  }

  update(siteId: string, change: (known: Site) => Site): void {
    const known = this.find(siteId);
    if (known !== undefined) this.save(change(known));
  }

  remove(siteId: string): void {
    this.write(this.list().filter((site) => site.siteId !== siteId));
  }

  /** Changes whenever the file was written, so that a running service notices within its next look. */
  version(): string {
    const stat = statSync(this.path, { throwIfNoEntry: false, bigint: true });
    // A change of the file's owner or mode shows in ctime only.
    return stat ? `${stat.mtimeNs}-${stat.ctimeNs}-${stat.ino}` : '';
  }

  private write(sites: Site[]): void {
    replaceFile(this.path, `${JSON.stringify({ version: VERSION, sites }, null, 2)}\n`, { mode: 0o600 });
  }
}

/** Error messages must not quote the file: it contains keys. */
function readDocument(text: string, path: string): Site[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON. Put back the last good copy, or pair the sites again.`);
  }
  const parsed = SitesDocument.safeParse(value);
  if (parsed.success) return parsed.data.sites;
  const { data } = Version.safeParse(value);
  if (data !== undefined && data.version > VERSION)
    throw new NewerData(
      `${path} was written by a newer version of the sync service (${data.version}; this one knows ${VERSION}). ` +
        'Install the newer version again, or put back the copy that "backup" made before the update.',
    );
  const where = parsed.error.issues[0]?.path.join('.');
  throw new Error(`${path} is not a list of pairings of this version, at "${where}".`);
}
