// The settings of a host beside those of any service. See config.ts for each setting's meaning and default.
import { join } from 'node:path';
import type { TenantLimits } from '../site/sites-file.ts';
import { configOf, readSettings, type Config, type Given } from '../config.ts';
import { isBaseAddress, type Settings } from '../settings.ts';
import { isPasswordHash } from '#kit/password';

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

/** Reads the settings of a host; throws ConfigError that names every setting that is wrong. */
export function readHostConfig(env: NodeJS.ProcessEnv): { config: Config; settings: HostSettings } {
  const values = readSettings(env, complaintsOfHost);
  const config = configOf(values, env);
  return { config, settings: hostSettings(config, values) };
}

/** What is wrong with the settings that only a host has. */
export function complaintsOfHost(given: Given): string[] {
  const complaints: string[] = [];
  const registries = listOf(given['DAEMON_REGISTRIES']);
  if (registries.length === 0)
    complaints.push(
      'DAEMON_REGISTRIES must name the registries that this host serves, such as https://registry.example/api/v1.',
    );
  for (const text of registries)
    if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '') || !isBaseAddress(text))
      complaints.push(
        'DAEMON_REGISTRIES must be http or https addresses without a password, a query and a "#", ' +
          `but has "${withoutPassword(text)}".`,
      );
  if (keysByPlace(given).some(({ registry, key }) => registry === '' && key !== ''))
    complaints.push(
      'DAEMON_REGISTRY_KEYS has a key where DAEMON_REGISTRIES has no registry: each key is for the registry at its place, and a ' +
        'registry without a key has an empty place, as in ",areg_…".',
    );
  if (
    given['DAEMON_CONSOLE_PORT'] !== undefined &&
    !isPasswordHash(given['DAEMON_CONSOLE_PASSWORD_HASH'] ?? '')
  )
    complaints.push('DAEMON_CONSOLE_PASSWORD_HASH must be a hash made by the command "host password".');
  return complaints;
}

function hostSettings(config: Config, values: Settings): HostSettings {
  const registries = listOf(values.DAEMON_REGISTRIES).map(apiAddress);
  return {
    registryKeys: new Map(
      keysByPlace(values).flatMap(({ registry, key }) =>
        key === '' ? [] : [[apiAddress(registry), key] as const],
      ),
    ),
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

function consoleSettings(values: Settings): HostSettings['console'] {
  const { DAEMON_CONSOLE_HOST: host, DAEMON_CONSOLE_PORT: port } = values;
  if (port === undefined) return null;
  return { host, port, passwordHash: values.DAEMON_CONSOLE_PASSWORD_HASH ?? '' };
}

const placesOf = (text: string | undefined) => (text ?? '').split(',').map((entry) => entry.trim());
const listOf = (text: string | undefined) => placesOf(text).filter((entry) => entry !== '');

/** A key belongs to the registry at its place, also where places before it are empty: it must never reach another one. */
function keysByPlace(given: {
  DAEMON_REGISTRIES?: string | undefined;
  DAEMON_REGISTRY_KEYS?: string | undefined;
}): { registry: string; key: string }[] {
  const registries = placesOf(given.DAEMON_REGISTRIES);
  const keys = placesOf(given.DAEMON_REGISTRY_KEYS);
  const places = Math.max(registries.length, keys.length);
  return Array.from({ length: places }, (_, at) => ({ registry: registries[at] ?? '', key: keys[at] ?? '' }));
}

function apiAddress(text: string): string {
  const { origin, pathname } = new URL(text);
  const path = pathname.replace(/\/+$/, '');
  return `${origin}${path === '' ? '/api/v1' : path}`;
}

/** For a message: a password is not repeated. */
const withoutPassword = (text: string): string => text.replace(/\/\/[^/@]*@/, '//***@');
