// The settings of a command, which then acts as the user of the service.
import { readConfig, type Config } from '../config.ts';
import { actAsOwnerOf } from './act-as-owner.ts';

/** Settings for a command that works on the data folder. Call it after reading what only the caller may read. */
export function settingsOfService(): Config {
  const config = readConfig(process.env);
  actAsOwnerOf(config.dataDir);
  return config;
}

/** Where the registry delivers to this service; null: at no address that is known here. */
export function deliveryAddress(config: Config, siteId: string): string | null {
  const { publicUrl, tls, host, port } = config;
  const own =
    tls && port !== 0 && !['0.0.0.0', '::'].includes(host) ? `https://${urlHost(host)}:${port}` : null;
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

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);
