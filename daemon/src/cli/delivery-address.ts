// The address that the registry delivers webhooks of one site to, and the sentence about it.
import { originAt } from '#kit/web-host';
import type { Config } from '../config.ts';

/** Null where the configuration does not say under which address the registry reaches this service. */
function deliveryAddress(config: Config, siteId: string): string | null {
  const { publicUrl, tls, host, port } = config;
  const own = tls && port !== 0 && !['0.0.0.0', '::'].includes(host) ? originAt(config) : null;
  const base = publicUrl ?? own;
  return base && `${base}/webhooks/registry/${siteId}`;
}

/** The sentence about it. */
export function whereToDeliver(config: Config, siteId: string): string {
  const address = deliveryAddress(config, siteId);
  return address
    ? `Deliveries from the registry: ${address}`
    : 'Deliveries from the registry: give it the address that WordPress shows under Artwork Registry, Settings, ' +
        'or set DAEMON_PUBLIC_URL where the registry can reach this service.';
}
