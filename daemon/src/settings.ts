// Every setting of the sync service by its name: what it may be, its default, and the sentence that the example file shows for it.
import { z } from 'zod';
import { PROXY_ADDRESS, proxyAddress } from '#kit/proxy-address';
import type { FileRules } from '#kit/settings-file';

const port = z.coerce.number().int().min(0).max(65535);
const milliseconds = (min: number) => z.coerce.number().int().min(min).max(3_600_000);

/** Addresses are stored and shown: nothing that is secret or that belongs to one page may hang on them. */
export function isBaseAddress(text: string): boolean {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '' && !/[?#]/.test(text));
}

export const Settings = z.object({
  DAEMON_DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of the journal and of sites.json (keys; mode 600). Default: /var/lib/artwork-registry for root, else ~/.local/state/artwork-registry.',
    ),
  DAEMON_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that the receiver binds to. Anything but loopback opens it to the network.'),
  DAEMON_PORT: port.default(8788).describe('Port of the receiver; 0 takes a free one.'),
  DAEMON_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isBaseAddress)
    .optional()
    .describe(
      'Address under which WordPress and the registry reach the receiver. Default: scheme, host and port it listens on.',
    ),
  DAEMON_TLS_CERT: z
    .string()
    .optional()
    .describe(
      'PEM file of the certificate, with DAEMON_TLS_KEY: the receiver speaks HTTPS, which the registry demands of webhook addresses.',
    ),
  DAEMON_TLS_KEY: z.string().optional().describe('PEM file of the private key, with DAEMON_TLS_CERT.'),
  DAEMON_METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that metrics for Prometheus are served at, with DAEMON_METRICS_PORT.'),
  DAEMON_METRICS_PORT: port
    .optional()
    .describe('Port of GET /metrics. Unset: the receiver serves it, to this machine only.'),
  DAEMON_POLL_ACTIVE_MS: milliseconds(10)
    .default(2000)
    .describe('Milliseconds between polls of a site while work continues or somebody looks.'),
  DAEMON_POLL_IDLE_MS: milliseconds(10)
    .default(30_000)
    .describe('Milliseconds between polls of an idle site.'),
  DAEMON_NAME: z
    .string()
    .min(1)
    .max(100)
    .default('Artwork Registry sync service')
    .describe("Of a host: what WordPress shows as the service's name."),
  DAEMON_REGISTRIES: z
    .string()
    .optional()
    .describe('Of a host: base addresses of the registries that it serves, separated by commas.'),
  DAEMON_REGISTRY_KEYS: z
    .string()
    .optional()
    .describe(
      'Of a host: a read key for each of these registries, in their order, with which their feeds of changes are followed.',
    ),
  DAEMON_SITE_ALLOW_HOSTS: z
    .string()
    .optional()
    .describe(
      'Of a host: hosts (with or without port, separated by commas) that may be called although they are not public. For development.',
    ),
  DAEMON_MAX_SITES: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(10_000)
    .describe('Of a host: more sites than this are refused.'),
  DAEMON_MAX_SITES_PER_ORGANIZATION: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(1000)
    .describe('Of a host: sites of one organization; more keys of it are refused.'),
  DAEMON_MAX_WORKS_PER_SITE: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(100_000)
    .describe('Of a host: artworks of one site that it registers.'),
  DAEMON_MAX_WORKS_PER_ORGANIZATION: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(500_000)
    .describe('Of a host: artworks of all sites of one organization that it registers.'),
  DAEMON_SEALING_KEY_FILE: z
    .string()
    .optional()
    .describe(
      'Of a host: file with the key that seals what the directory keeps secret. Default: sealing-key in the data folder.',
    ),
  DAEMON_TRUSTED_PROXIES: z
    .string()
    .optional()
    .describe(
      'Of a host: addresses (or ranges) of reverse proxies whose X-Forwarded-For is believed, separated by commas.',
    ),
  DAEMON_CONSOLE_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe("Of a host: address of the operator's console. Over a network it needs HTTPS before it."),
  DAEMON_CONSOLE_PORT: port
    .optional()
    .describe("Of a host: port of the operator's console. Unset: there is none."),
  DAEMON_CONSOLE_PASSWORD_HASH: z.string().optional().describe('Of a host: what host password printed.'),
  HTTPS_PROXY: proxyAddress
    .optional()
    .describe(
      'Proxy for calls to registries and shops over HTTPS, such as http://user:password@proxy.example:3128. Unset: none.',
    ),
  NO_PROXY: z
    .string()
    .optional()
    .describe('Hosts that are called without the proxy, separated by commas; .shop.example means all below.'),
  DAEMON_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least important log lines shown: trace, debug, info, warn, error or silent.'),
});

export type Settings = z.infer<typeof Settings>;

/** Names of all settings. */
export const SETTINGS = Object.keys(Settings.shape);

export const SETTINGS_FILE: FileRules = {
  file: '/etc/artwork-registry/daemon.env',
  variable: 'DAEMON_CONFIG',
  owner: 'the sync service',
  names: SETTINGS,
  folders: ['DAEMON_DATA_DIR'],
};

/** In words, for the message about another value. */
export const ALLOWED: { [name: string]: string } = {
  DAEMON_DATA_DIR: 'a folder name',
  DAEMON_HOST: 'an address such as 127.0.0.1',
  DAEMON_PORT: 'a whole number from 0 to 65535',
  DAEMON_PUBLIC_URL: 'an http or https address without a password, a query and a "#"',
  DAEMON_METRICS_HOST: 'an address such as 127.0.0.1',
  DAEMON_METRICS_PORT: 'a whole number from 0 to 65535',
  DAEMON_POLL_ACTIVE_MS: 'milliseconds from 10 to 3600000',
  DAEMON_POLL_IDLE_MS: 'milliseconds from 10 to 3600000',
  DAEMON_NAME: 'a name of at most 100 characters',
  DAEMON_MAX_SITES: 'a whole number from 1 to 10000',
  DAEMON_CONSOLE_PORT: 'a whole number from 0 to 65535',
  DAEMON_MAX_SITES_PER_ORGANIZATION: 'a whole number from 1 to 10000',
  DAEMON_MAX_WORKS_PER_SITE: 'a whole number from 1 to 10000000',
  DAEMON_MAX_WORKS_PER_ORGANIZATION: 'a whole number from 1 to 10000000',
  HTTPS_PROXY: PROXY_ADDRESS,
  DAEMON_LOG_LEVEL: 'trace, debug, info, warn, error or silent',
};
