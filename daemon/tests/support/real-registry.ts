// The real registry-server as a process, with one organisation, gallery and key for each tenant of a host.
import Database from 'better-sqlite3';
import { databaseFile, sqlitePlace } from '../../../registry-server/bench/place.ts';
import { startServer, type Measured } from '../../../registry-server/bench/processes.ts';
import { addApiKey, addOrganization } from '../../../registry-server/tests/support/publishers.ts';

export type Publisher = { slug: string; apiKey: string };
/** A source as the registry has it. */
export type RegistrySource = { slug: string; siteUrl: string; externalId: string; registryId: string };

export class RealRegistry {
  readonly folder: string;
  private server: Measured | null = null;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes the publishers, then starts the server. */
  async start(count: number): Promise<Publisher[]> {
    const place = sqlitePlace(this.folder);
    const storage = await place.open();
    const publishers: Publisher[] = [];
    for (let serial = 1; serial <= count; serial += 1) {
      const slug = `gallery-${serial}`;
      const { organizationId } = await addOrganization(storage, slug);
      const { apiKey } = await addApiKey(storage, organizationId, { rateLimit: 999_999 });
      publishers.push({ slug, apiKey });
    }
    await storage.close();
    // No balancer has to notice that it ends.
    this.server = await startServer(place, { REGISTRY_DRAIN_SECONDS: '0' });
    return publishers;
  }

  get origin(): string {
    return this.server?.url ?? '';
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }

  countArtworks = (): number =>
    this.query<{ count: number }>('SELECT count(*) AS count FROM artworks')[0]!.count;

  countOfMedium = (medium: string): number =>
    this.query<{ count: number }>(`SELECT count(*) AS count FROM artworks WHERE medium = '${medium}'`)[0]!
      .count;

  /** Every source, with the organisation that has its work. */
  sources = (): RegistrySource[] =>
    this.query<RegistrySource>(
      `SELECT organizations.slug, installations.site_url AS siteUrl, sources.external_id AS externalId,
              artworks.registry_id AS registryId
       FROM sources JOIN artworks ON artworks.number = sources.artwork_number
       JOIN organizations ON organizations.id = artworks.organization_id
       JOIN installations ON installations.id = sources.installation_id`,
    );

  private query<Row>(sql: string): Row[] {
    const db = new Database(databaseFile(this.folder), { readonly: true });
    try {
      return db.prepare(sql).all() as Row[];
    } finally {
      db.close();
    }
  }
}
