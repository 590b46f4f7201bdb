// The settings of a host beside those of any service. See config.ts for each setting's meaning and default.
import { join } from 'node:path';
import type { TenantLimits } from '../site/sites-file.ts';
import { ConfigError } from '../config-file.ts';
import type { Config } from '../config.ts';
import type { Environment } from '../settings.ts';
import { isPasswordHash } from './console/password.ts';

export type HostSettings = {
  /** What WordPress shows as the service's name. */
  name: string;
  /** Base addresses of the registries that are served, with /api/v1, without a slash at the end. */
  registries: string[];
  /** Read keys by registry; without one its feed of changes is not followed. */
  registryKeys: ReadonlyMap<string, string>;
  /** Hosts, with or without port, that count as public: for development. */
  siteAllowHosts: string[];
  maxSites: number;
  limits: TenantLimits;
  sealingKeyFile: string;
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Null: there is none. */
  console: { host: string; port: number; passwordHash: string } | null;
};

/** Throws ConfigError that names the setting. */
export function hostSettings(config: Config, values: Environment): HostSettings {
  const registries = listOf(values.DAEMON_REGISTRIES).map(apiAddress);
  if (registries.length === 0)
    throw new ConfigError(
      'DAEMON_REGISTRIES must name the registries that this host serves, such as https://registry.example/api/v1.',
    );
  const keys = listOf(values.DAEMON_REGISTRY_KEYS);
  if (keys.length > registries.length)
    throw new ConfigError('DAEMON_REGISTRY_KEYS has more keys than DAEMON_REGISTRIES has registries.');
  return {
    registryKeys: new Map(keys.map((key, index) => [registries[index]!, key])),
    name: values.DAEMON_NAME,
    registries,
    siteAllowHosts: listOf(values.DAEMON_SITE_ALLOW_HOSTS),
    maxSites: values.DAEMON_MAX_SITES,
    limits: {
      sitesOfOrganization: values.DAEMON_MAX_SITES_PER_ORGANIZATION,
      worksOfSite: values.DAEMON_MAX_WORKS_PER_SITE,
      worksOfOrganization: values.DAEMON_MAX_WORKS_PER_ORGANIZATION,
    },
    sealingKeyFile: values.DAEMON_SEALING_KEY_FILE ?? join(config.dataDir, 'sealing-key'),
    trustedProxies: listOf(values.DAEMON_TRUSTED_PROXIES),
    console: consoleSettings(values),
  };
}

function consoleSettings(values: Environment): HostSettings['console'] {
  const { DAEMON_CONSOLE_HOST: host, DAEMON_CONSOLE_PORT: port } = values;
  if (port === undefined) return null;
  const passwordHash = values.DAEMON_CONSOLE_PASSWORD_HASH ?? '';
  if (!isPasswordHash(passwordHash))
    throw new ConfigError('DAEMON_CONSOLE_PASSWORD_HASH must be a hash made by the command "host password".');
  return { host, port, passwordHash };
}

const listOf = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

function apiAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`DAEMON_REGISTRIES must be http or https addresses, but has "${text}".`);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' ? '/api/v1' : path}`;
}
