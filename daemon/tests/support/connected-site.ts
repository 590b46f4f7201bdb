// A site as it lies in the directory of a host once it has connected.
import type { Directory } from '../../src/host/directory.ts';

export function connectSite(
  directory: Directory,
  { siteId, siteUrl, name }: { siteId: string; siteUrl: string; name: string },
): void {
  directory.connect(
    siteId,
    () => ({
      siteId,
      siteUrl,
      name,
      secret: Buffer.alloc(32).toString('base64'),
      registryUrl: 'https://registry.example/api/v1',
      apiKey: 'areg_secret',
      webhookSecret: null,
      formerWebhookSecret: null,
      pairedAt: '2026-01-01T00:00:00Z',
    }),
    { cell: 1, platform: 'wordpress', plugin_version: '1.0.0', environment: 'production', pairing: 'begun' },
  );
}
