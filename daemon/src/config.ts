// The settings of the sync service, from a file and the environment, each with its default. An unknown name or an invalid value is
// refused with the name of the setting and the allowed values.
import { accessSync, constants, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { CONFIG_FILE, SYSTEM_DATA_DIR } from './system-paths.ts';

const port = z.coerce.number().int().min(0).max(65535);
const milliseconds = (min: number) => z.coerce.number().int().min(min).max(3_600_000);

export const Environment = z.object({
  /** Folder of the journal and of `sites.json` (keys; mode 600). Default: see `defaultDataDir`. */
  DAEMON_DATA_DIR: z.string().min(1).optional(),
  /** Address that the receiver binds to. Anything but loopback opens it to the network. */
  DAEMON_HOST: z.string().min(1).default('127.0.0.1'),
  /** Port of the receiver; 0 takes a free one. */
  DAEMON_PORT: port.default(8788),
  /** Address under which WordPress and the registry reach the receiver. Default: scheme, host and port it listens on. */
  DAEMON_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** PEM files. Both set: the receiver speaks HTTPS, which the registry demands of webhook addresses. */
  DAEMON_TLS_CERT: z.string().optional(),
  DAEMON_TLS_KEY: z.string().optional(),
  /** Pause between polls of a site while work goes on or somebody looks. */
  DAEMON_POLL_ACTIVE_MS: milliseconds(10).default(2000),
  /** Pause between polls of an idle site. */
  DAEMON_POLL_IDLE_MS: milliseconds(10).default(30_000),
  /** Of a host: what WordPress shows as the service's name. */
  DAEMON_NAME: z.string().min(1).max(100).default('Artwork Registry sync service'),
  /** Of a host: base addresses of the registries that it serves, separated by commas. */
  DAEMON_REGISTRIES: z.string().optional(),
  /** Of a host: a read key for each of these registries, in their order, with which their feeds of changes are followed. */
  DAEMON_REGISTRY_KEYS: z.string().optional(),
  /** Of a host: hosts (with or without port, separated by commas) that may be called although they are not public. For development. */
  DAEMON_SITE_ALLOW_HOSTS: z.string().optional(),
  /** Of a host: more sites than this are refused. */
  DAEMON_MAX_SITES: z.coerce.number().int().min(1).max(10_000).default(10_000),
  /** Of a host: sites of one organization; more keys of it are refused. */
  DAEMON_MAX_SITES_PER_ORGANIZATION: z.coerce.number().int().min(1).max(10_000).default(1000),
  /** Of a host: artworks of one site that it registers. */
  DAEMON_MAX_WORKS_PER_SITE: z.coerce.number().int().min(1).max(10_000_000).default(100_000),
  /** Of a host: artworks of all sites of one organization that it registers. */
  DAEMON_MAX_WORKS_PER_ORGANIZATION: z.coerce.number().int().min(1).max(10_000_000).default(500_000),
  /** Of a host: file with the key that seals what the directory keeps secret. Default: `sealing-key` in the data folder. */
  DAEMON_SEALING_KEY_FILE: z.string().optional(),
  /** Of a host: addresses (or ranges) of reverse proxies whose X-Forwarded-For is believed, separated by commas. */
  DAEMON_TRUSTED_PROXIES: z.string().optional(),
  /** Of a host: address and port of the operator's console; without a port there is none. Over a network it needs HTTPS before it. */
  DAEMON_CONSOLE_HOST: z.string().min(1).default('127.0.0.1'),
  DAEMON_CONSOLE_PORT: port.optional(),
  /** Of a host: what `host password` printed. */
  DAEMON_CONSOLE_PASSWORD_HASH: z.string().optional(),
  /** Least detailed log lines shown. */
  DAEMON_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Environment = z.infer<typeof Environment>;

/** Names of all settings. */
export const SETTINGS = Object.keys(Environment.shape);

const ALLOWED: { [name: string]: string } = {
  DAEMON_DATA_DIR: 'a folder name',
  DAEMON_HOST: 'an address such as 127.0.0.1',
  DAEMON_PORT: 'a whole number from 0 to 65535',
  DAEMON_PUBLIC_URL: 'an http or https address',
  DAEMON_POLL_ACTIVE_MS: 'milliseconds from 10 to 3600000',
  DAEMON_POLL_IDLE_MS: 'milliseconds from 10 to 3600000',
  DAEMON_NAME: 'a name of at most 100 characters',
  DAEMON_MAX_SITES: 'a whole number from 1 to 10000',
  DAEMON_CONSOLE_PORT: 'a whole number from 0 to 65535',
  DAEMON_MAX_SITES_PER_ORGANIZATION: 'a whole number from 1 to 10000',
  DAEMON_MAX_WORKS_PER_SITE: 'a whole number from 1 to 10000000',
  DAEMON_MAX_WORKS_PER_ORGANIZATION: 'a whole number from 1 to 10000000',
  DAEMON_LOG_LEVEL: 'trace, debug, info, warn, error or silent',
};

export type Config = {
  dataDir: string;
  host: string;
  port: number;
  publicUrl: string | null;
  tls: { certFile: string; keyFile: string } | null;
  pollActiveMs: number;
  pollIdleMs: number;
  /** The longest pause between polls of a site in which nothing happens: a host backs off, a service of one gallery does not. */
  pollLongestMs: number;
  /** A site with so long a pause before it gives its memory back; Infinity: none does, as in the service of one gallery. */
  restFromMs: number;
  /** What the service calls itself in WordPress. */
  serviceName: string;
  logLevel: string;
  /** Time-out of one call to a site or to the registry. */
  callTimeoutMs: number;
  /** Pause between two probes of a refused account. */
  probeMs: number;
  /** How soon changed keys, new pairings and commands of the command line are noticed. */
  noticeMs: number;
};

export class ConfigError extends Error {}

/** The file is read by systemd as well, which hands these on to the process. */
const OF_THE_PROCESS = /^(NODE_|MALLOC_|UV_|SSL_CERT_|TZ$)/;

/** Absolute: a folder relative to the current one would be another for each command. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return SYSTEM_DATA_DIR;
  return join(env['XDG_STATE_HOME'] || join(homedir(), '.local/state'), 'artwork-registry');
}

/** The settings of the file, if there is one. A file that was named must be there. */
function settingsOfFile(env: NodeJS.ProcessEnv): { [name: string]: string | undefined } {
  const named = env['DAEMON_CONFIG'];
  const file = named ?? CONFIG_FILE;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (named !== undefined)
      throw new ConfigError(`DAEMON_CONFIG names ${file}, which cannot be read: ${message}`);
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    // With other settings than the service, the command would work on a folder that the service does not use.
    throw new ConfigError(
      `${file} has the settings of the sync service and cannot be read: run this with sudo.`,
    );
  }
  const settings = parseEnv(text);
  const unknown = Object.keys(settings).find(
    (name) => !(name in Environment.shape) && !OF_THE_PROCESS.test(name),
  );
  const folder = settings['DAEMON_DATA_DIR'] ?? '';
  if (folder !== '' && !isAbsolute(folder))
    throw new ConfigError(`DAEMON_DATA_DIR in ${file} must begin at the root, but is "${folder}".`);
  if (unknown === undefined) return settings;
  const names = Object.keys(Environment.shape).join(', ');
  throw new ConfigError(`${file} has the setting ${unknown}, which does not exist. There are: ${names}.`);
}

function mustBeReadable(name: string, file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new ConfigError(
      `${name} must be a PEM file, but ${file} cannot be read: ${(error as Error).message}`,
    );
  }
}

/** Reads the settings from file and environment; throws ConfigError that names the setting and what it may be. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => configOf(readEnvironment(env), env);

/** The settings by their names, each checked. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(
    Object.entries({ ...settingsOfFile(env), ...env }).filter(([, value]) => value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new ConfigError(`${name} must be ${ALLOWED[name] ?? 'valid'}, but is "${String(given[name])}".`);
  }
  return parsed.data;
}

/** What the service makes of its settings. */
export function configOf(values: Environment, env: NodeJS.ProcessEnv): Config {
  const { DAEMON_TLS_CERT: certFile, DAEMON_TLS_KEY: keyFile } = values;
  if (Boolean(certFile) !== Boolean(keyFile)) {
    throw new ConfigError('DAEMON_TLS_CERT and DAEMON_TLS_KEY must be set together, each to a PEM file.');
  }
  for (const [name, file] of Object.entries({ DAEMON_TLS_CERT: certFile, DAEMON_TLS_KEY: keyFile })) {
    if (file) mustBeReadable(name, file);
  }
  return {
    dataDir: resolve(values.DAEMON_DATA_DIR ?? defaultDataDir(env)),
    host: values.DAEMON_HOST,
    port: values.DAEMON_PORT,
    publicUrl: values.DAEMON_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    tls: certFile && keyFile ? { certFile, keyFile } : null,
    pollActiveMs: values.DAEMON_POLL_ACTIVE_MS,
    pollIdleMs: values.DAEMON_POLL_IDLE_MS,
    pollLongestMs: values.DAEMON_POLL_IDLE_MS,
    restFromMs: Infinity,
    serviceName: 'Own sync service',
    logLevel: values.DAEMON_LOG_LEVEL,
    callTimeoutMs: 30_000,
    probeMs: 60_000,
    noticeMs: 500,
  };
}
