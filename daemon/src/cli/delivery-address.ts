// The addresses under which sites and the registry reach this service, and the sentence about that of one site's webhooks.
import { isEveryAddress, originAt } from '#kit/web-host';
import type { Config } from '../config.ts';

type Listening = Pick<Config, 'publicUrl' | 'tls' | 'host' | 'port'>;

/** Under which address a site wakes this service, as far as the configuration says it; else the service itself tells it later. */
export function wakeAddress(config: Listening): string | null {
  const { publicUrl, host, port } = config;
  return publicUrl ?? (port === 0 || isEveryAddress(host) ? null : originAt(config));
}

/** Null where the configuration does not say under which address the registry reaches this service. */
function deliveryAddress(config: Listening, siteId: string): string | null {
  const base = config.publicUrl ?? (config.tls ? wakeAddress(config) : null);
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
