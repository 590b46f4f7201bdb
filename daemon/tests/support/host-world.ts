// A host with many tenants: simulated sites, the real registry, the host and its cells as processes. The tenants stand in the
// directory as connecting leaves them, proven and with a key: by the door they would take hours, which limits each sender.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDirectory } from '../../src/host/directory.ts';
import { openSealingKey } from '../../src/host/sealing-key.ts';
import { DiallingSite } from '../../../stage/fakes/dialling-site.ts';
import type { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { HostProcess } from './host-process.ts';
import { RealRegistry, type Publisher } from './real-registry.ts';
import { sampleArtwork } from './sample-artwork.ts';
import { SiteFarm } from './site-farm.ts';

export type Tenant = Publisher & {
  serial: number;
  site: FakeSite;
  turnToken: string;
  /** Saves that are not confirmed yet, by the work's id. */
  waiting: Map<string, (ms: number) => void>;
};

export type HostWorldOptions = {
  tenants: number;
  /** Default: 1. */
  cells?: number;
  env?: { [name: string]: string };
  /** Hosts that the host may call beside its tenants', although they are of this machine. Default: none. */
  alsoAllowed?: string[];
  program?: string;
  /** Sites that move: a host limits how many leave one host name in an hour. Default: false. */
  hasOwnHosts?: boolean;
  /** Where the host finds the registry, by its origin; default: there. */
  inFrontOf?: (registryOrigin: string) => Promise<string>;
};

export class HostWorld {
  readonly farm: SiteFarm;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'daemon-host-world-'));
  readonly registry = new RealRegistry(join(this.dataDir, 'registry'));
  readonly hostDir = join(this.dataDir, 'host');
  readonly tenants: Tenant[] = [];
  host!: HostProcess;
  registryUrl = '';
  private readonly options: HostWorldOptions;

  constructor(options: HostWorldOptions) {
    this.options = options;
    this.farm = new SiteFarm({ hasOwnHosts: options.hasOwnHosts });
  }

  /** Everything but the host. */
  async prepare(): Promise<void> {
    const { options } = this;
    const publishers = await this.registry.start(options.tenants);
    const origin = (await options.inFrontOf?.(this.registry.origin)) ?? this.registry.origin;
    this.registryUrl = `${origin}/api/v1`;
    for (const publisher of publishers)
      this.tenants.push({
        ...publisher,
        serial: this.tenants.length + 1,
        site: await this.farm.add(),
        turnToken: randomUUID().replaceAll('-', ''),
        waiting: new Map(),
      });
    this.fillDirectory();
    for (const tenant of this.tenants) listen(tenant);
    this.host = new HostProcess(
      {
        DAEMON_DATA_DIR: this.hostDir,
        DAEMON_REGISTRIES: this.registryUrl,
        DAEMON_SITE_ALLOW_HOSTS: [
          ...this.tenants.map(({ site }) => new URL(site.url).hostname),
          ...(options.alsoAllowed ?? []),
        ].join(),
        ...options.env,
      },
      options.program,
    );
  }

  async stop(): Promise<void> {
    await this.host?.stop();
    await Promise.all([this.farm.stop(), this.registry.stop()]);
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** The owner saves a work of hers; resolves with the milliseconds until the registry's yes was reported. */
  save(tenant: Tenant, id: string, change: { [field: string]: unknown } = {}): Promise<number> {
    const beganMs = performance.now();
    const confirmed = new Promise<number>((resolve) =>
      tenant.waiting.set(id, (now) => resolve(now - beganMs)),
    );
    this.fill(tenant, id, change);
    return confirmed;
  }

  /** A work of the tenant's own: another gallery's work of the same artist, title, year and size would be a duplicate. */
  fill(tenant: Tenant, id: string, change: { [field: string]: unknown } = {}): void {
    const work = sampleArtwork(Number(id) % 1000, { title: `Study ${tenant.serial}-${id}` });
    tenant.site.share(id, { ...work, ...change });
  }

  /** WordPress tells the host that there is something to read. */
  async wake(tenant: Tenant): Promise<number> {
    return (await this.dialling(tenant).post('wake', {})).status;
  }

  dialling = (tenant: Tenant): DiallingSite =>
    new DiallingSite(tenant.site, this.host.url, tenant.turnToken, Date.now);

  private fillDirectory(): void {
    const { cells = 1 } = this.options;
    const key = openSealingKey(join(this.hostDir, 'sealing-key'), { mustExist: false });
    const directory = openDirectory(this.hostDir, key);
    for (const { site, apiKey, turnToken, slug, serial } of this.tenants) {
      const cell = 1 + (serial % cells);
      directory.connect(
        site.siteId,
        () => ({
          siteId: site.siteId,
          siteUrl: site.url,
          name: slug,
          secret: site.secret,
          registryUrl: this.registryUrl,
          apiKey,
          webhookSecret: null,
          formerWebhookSecret: null,
          access: null,
          pairedAt: new Date().toISOString(),
          firstTurn: turnToken,
        }),
        {
          cell,
          platform: 'wordpress',
          plugin_version: '0.1.0',
          environment: 'production',
          pairing: 'new',
        },
      );
      directory.ofCell(cell).recordProven(site.siteId);
    }
    directory.close();
  }
}

function listen({ site, waiting }: Tenant): void {
  site.onReport = (report) => {
    if (!['published', 'sold'].includes(report.state)) return;
    if (report.revision !== site.works.get(report.external_id)?.revision) return;
    waiting.get(report.external_id)?.(performance.now());
    waiting.delete(report.external_id);
  };
}
