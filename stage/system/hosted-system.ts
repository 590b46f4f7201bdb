// Registry, hosted sync service and a gallery that is not connected yet: what a new gallery owner finds. Its operator approves.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../machine/ports.ts';
import { ensureCertificates } from '../machine/certificates.ts';
import { startHost, type Host } from './host.ts';
import { startRegistry, type Registry } from './registry.ts';
import { waitFor } from './site-works.ts';
import { addSupportPlugin } from '../wordpress/wordpress-files.ts';
import { siteOptionsOf, startWordPress } from '../wordpress/wordpress.ts';
import type { SiteOptions, WordPress } from '../wordpress/wordpress.ts';

export interface HostedSystem {
  readonly registry: Registry;
  readonly host: Host;
  readonly wordpress: WordPress;
  readonly dataDir: string;
  /** Of wp-config.php; a copy of the site has them too. */
  readonly constants: Record<string, string>;
  /** The operator makes organisation, profile and key of the only request that waits. Returns a key that reads the registry. */
  approve(): Promise<{ organization: string; apiKey: string }>;
  stop(): Promise<void>;
}

export interface HostedOptions extends SiteOptions {
  dataDir: string;
  /** Default: free ones. */
  ports?: { wordpress: number; registry: number; host: number };
  checkAnswers?: boolean;
  /** Registry and site do what the files say that docs/qa.md names. */
  faults?: boolean;
  /** host:port of further sites that count as public. */
  moreSiteHosts?: string[];
  /** Whether visits start WP-Cron, as on most hosting. Default no: what runs by itself would disturb a test. */
  runsWpCron?: boolean;
  /** Further settings of the registry. */
  registryEnv?: Record<string, string>;
  /** Settings of the host. */
  hostEnv?: Record<string, string>;
  say: (line: string) => void;
}

export async function startHostedSystem(options: HostedOptions): Promise<HostedSystem> {
  const { dataDir, say } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const ports = options.ports ?? {
    wordpress: await freePort(),
    registry: await freePort(),
    host: await freePort(),
  };
  const origins = {
    registry: `http://127.0.0.1:${ports.registry}`,
    host: `http://127.0.0.1:${ports.host}`,
  };
  say('registry-server: starting …');
  const registry = await startRegistry({
    dataDir,
    port: ports.registry,
    webhookHost: `127.0.0.1:${ports.host}`,
    caFile: (await ensureCertificates(dataDir)).caFile,
    rateLimit: 2000,
    ...(options.checkAnswers ? { checkAnswers: true } : {}),
    ...(options.faults ? { faultsFile: join(dataDir, 'registry-faults') } : {}),
    env: {
      // Sites on this machine are not in production, so only a test registry takes them.
      REGISTRY_TEST: 'true',
      REGISTRY_NAME: 'Demo Registry',
      REGISTRY_OPERATOR: 'Demo Registry Society',
      REGISTRY_SYNC_SERVICE_URL: origins.host,
      REGISTRY_SYNC_SERVICE_ADDRESSES: '127.0.0.1',
      ...options.registryEnv,
    },
  });
  say('hosted sync service: starting …');
  const host = await startHost({
    dataDir,
    port: ports.host,
    apiUrl: registry.apiUrl,
    // A site that moves goes from one of its two names to the other.
    siteHosts: [
      ...[`127.0.0.1:${ports.wordpress}`, `localhost:${ports.wordpress}`],
      ...[`127.0.0.1:${ports.registry}`, ...(options.moreSiteHosts ?? [])],
    ],
    env: { DAEMON_REGISTRY_KEYS: await readKey(dataDir, registry), ...options.hostEnv },
  });
  const constants = {
    ARTWORK_REGISTRY_URL: origins.registry,
    ARTWORK_REGISTRY_TEST_ORIGINS: Object.values(origins).join(','),
  };
  say('WordPress: starting …');
  const wordpress = await startWordPress({
    dataDir,
    port: ports.wordpress,
    ...siteOptionsOf(options),
    constants: options.runsWpCron ? { ...constants, DISABLE_WP_CRON: false } : constants,
    say,
  });
  await addSupportPlugin(wordpress.siteDir, 'hosted.php');
  if (options.faults) await addSupportPlugin(wordpress.siteDir, 'faults.php');
  return {
    registry,
    host,
    wordpress,
    dataDir,
    constants,
    approve: () => approve(registry),
    stop: async () => {
      await Promise.all([wordpress.close(), host.stop()]);
      await registry.stop();
    },
  };
}

/** With which the host follows the registry's changes; made once and kept in the data folder. */
async function readKey(dataDir: string, registry: Registry): Promise<string> {
  const file = join(dataDir, 'host-read-key');
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return kept;
  await registry.operate('org', 'create', '--slug', 'sync-service', '--name', 'Sync service').catch(() => {});
  const { api_key: key } = await registry.operate<{ api_key: string }>(
    ...['key', 'create', '--org', 'sync-service', '--scopes', 'artworks:read', '--name', 'feed'],
  );
  await writeFile(file, key, { mode: 0o600 });
  return key;
}

async function approve(registry: Registry): Promise<{ organization: string; apiKey: string }> {
  const id = await waitFor('a request for access', async () => {
    const { access_requests: requests } = await registry.operate<{ access_requests: { id: string }[] }>(
      'access-request',
      'list',
    );
    return requests[0]?.id;
  });
  const { organization } = await registry.operate<{ organization: string }>(
    ...['access-request', 'approve', '--id', id, '--new-org', '--city', 'Basel', '--country', 'CH'],
  );
  return { organization, apiKey: await readerKey(registry, organization) };
}

/** A key that reads the registry for this organisation. */
export async function readerKey(registry: Registry, organization: string): Promise<string> {
  const { api_key: key } = await registry.operate<{ api_key: string }>(
    ...['key', 'create', '--org', organization, '--scopes', 'artworks:read', '--name', 'reader'],
  );
  return key;
}
