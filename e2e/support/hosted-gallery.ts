// A gallery on rented hosting beside a registry that runs the sync service for everybody: nothing is connected yet.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureCertificates } from './certificates.ts';
import { startHost, type Host } from './host.ts';
import { freePorts } from './ports.ts';
import { startRegistry, type Registry } from './registry.ts';
import { layOutFromTemplate } from './site-templates.ts';
import type { WebServerOptions } from './web-server.ts';
import { addSupportPlugin } from './wordpress-files.ts';
import { startWordPress, type WordPress } from './wordpress.ts';

export interface HostedGallery {
  readonly registry: Registry;
  readonly host: Host;
  readonly wordpress: WordPress;
  readonly dataDir: string;
  /** Stops everything and deletes its data. */
  remove(): Promise<void>;
}

export async function startHostedGallery({
  webServer,
}: { webServer?: WebServerOptions } = {}): Promise<HostedGallery> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-e2e-'));
  await layOutFromTemplate(dataDir, { hasShop: false, hasDemoWorks: true });
  const ports = await freePorts();
  const certificates = await ensureCertificates(dataDir);
  const hostUrl = `https://127.0.0.1:${ports.daemon}`;
  const registry = await startRegistry({
    dataDir,
    port: ports.registry,
    webhookHost: `127.0.0.1:${ports.daemon}`,
    caFile: certificates.caFile,
    rateLimit: 2000,
    env: {
      REGISTRY_NAME: 'Art ID',
      REGISTRY_OPERATOR: 'Registry Foundation',
      REGISTRY_SYNC_SERVICE_URL: hostUrl,
      REGISTRY_TERMS_URL: `http://127.0.0.1:${ports.registry}/terms`,
      REGISTRY_PRIVACY_URL: `http://127.0.0.1:${ports.registry}/privacy`,
      REGISTRY_TEST: 'true',
    },
  });
  const host = await startHost({ dataDir, port: ports.daemon, certificates, registryUrl: registry.apiUrl });
  const wordpress = await startWordPress({
    dataDir,
    port: ports.wordpress,
    title: 'Demo Gallery',
    ...(webServer ? { webServer } : {}),
    say: () => undefined,
  });
  await addSupportPlugin(wordpress.siteDir, 'hosted.php');
  const origins = JSON.stringify([registry.url, hostUrl]);
  await wordpress.wp('option', 'update', 'artwork_registry_test_origins', origins, '--format=json');
  return {
    registry,
    host,
    wordpress,
    dataDir,
    remove: async () => {
      await Promise.all([wordpress.close(), host.stop()]);
      await registry.stop();
      if (!process.env['KEEP_E2E_DATA']) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
