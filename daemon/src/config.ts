// What the sync service makes of its settings, from a file and the environment. Invalid values are refused with the name of each
// setting and the allowed values.
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Proxy } from '#kit/checked-proxy';
import { ConfigError } from '#kit/config-error';
import { settingsOfFile, withoutEmpty } from '#kit/settings-file';
import { withoutPassword } from '#kit/shown-settings';
import { ALLOWED, Settings, SETTINGS_FILE } from './settings.ts';
import { SYSTEM_DATA_DIR } from './types/system-paths.ts';

export type Config = {
  dataDir: string;
  host: string;
  port: number;
  publicUrl: string | null;
  tls: { certFile: string; keyFile: string } | null;
  /** Where metrics are served; null: at the address above, to this machine only. */
  metrics: { host: string; port: number } | null;
  /** For calls to registries and shops. */
  proxy: Proxy | null;
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

/** Absolute: a folder relative to the current one would be another for each command. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return SYSTEM_DATA_DIR;
  return join(env['XDG_STATE_HOME'] || join(homedir(), '.local/state'), 'artwork-registry');
}

/** By their names, as they were written; those without a value are not in it. */
export type Given = { [name: string]: string | undefined };

/** Reads the settings from file and environment; throws ConfigError that names every setting that is wrong and what it may be. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => configOf(readSettings(env), env);

/** The settings by their names, each checked; `moreComplaints` are thrown with all others. */
export function readSettings(
  env: NodeJS.ProcessEnv,
  moreComplaints: (given: Given) => string[] = () => [],
): Settings {
  const { settings, complaints } = settingsOfFile(env, SETTINGS_FILE);
  // An empty value is none, as `VALUE=` of a compose file: it must not win over the file.
  const given = { ...withoutEmpty(settings), ...withoutEmpty(env) };
  const parsed = Settings.safeParse(given);
  const names = new Set(parsed.error?.issues.map((issue) => String(issue.path[0])));
  const all = [
    ...complaints,
    ...[...names].map((name) => complaintOf(name, given[name])),
    ...complaintsOfTls(given),
    ...moreComplaints(given),
  ];
  if (!parsed.success || all.length > 0) throw new ConfigError(all.join('\n'));
  return parsed.data;
}

/** The address of a proxy that cannot be read as one may have its password anywhere. */
function complaintOf(name: string, value = ''): string {
  const is = name === 'HTTPS_PROXY' ? '' : `, but is "${withoutPassword(value)}"`;
  return `${name} must be ${ALLOWED[name] ?? 'valid'}${is}.`;
}

function complaintsOfTls(given: Given): string[] {
  const files = ['DAEMON_TLS_CERT', 'DAEMON_TLS_KEY'].flatMap((name) => {
    const file = given[name];
    return file === undefined ? [] : [{ name, file }];
  });
  if (files.length === 1)
    return ['DAEMON_TLS_CERT and DAEMON_TLS_KEY must be set together, each to a PEM file.'];
  return files.flatMap(({ name, file }) => {
    try {
      accessSync(file, constants.R_OK);
      return [];
    } catch (error) {
      return [`${name} must be a PEM file, but ${file} cannot be read: ${(error as Error).message}`];
    }
  });
}

/** What the service makes of its settings. */
export function configOf(values: Settings, env: NodeJS.ProcessEnv): Config {
  const { DAEMON_TLS_CERT: certFile, DAEMON_TLS_KEY: keyFile } = values;
  return {
    dataDir: resolve(values.DAEMON_DATA_DIR ?? defaultDataDir(env)),
    host: values.DAEMON_HOST,
    port: values.DAEMON_PORT,
    publicUrl: values.DAEMON_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    tls: certFile && keyFile ? { certFile, keyFile } : null,
    metrics:
      values.DAEMON_METRICS_PORT === undefined
        ? null
        : { host: values.DAEMON_METRICS_HOST, port: values.DAEMON_METRICS_PORT },
    proxy:
      values.HTTPS_PROXY === undefined ? null : { url: values.HTTPS_PROXY, except: values.NO_PROXY ?? '' },
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
