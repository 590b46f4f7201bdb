// What the server makes of its settings. All invalid values are reported in one message that names them; nothing else in the program
// reads process.env or the settings file.
import { join, resolve } from 'node:path';
import { ConfigError } from '#kit/config-error';
import { settingsOfFile, withoutEmpty } from '#kit/settings-file';
import { originAt } from '#kit/web-host';
import { Settings, SETTINGS_FILE } from './settings.ts';

/** How the registry introduces itself to those who have no key yet. */
export type Introduction = {
  name: string;
  /** Undefined: the host name of the public address. */
  operator: string | undefined;
  email: string | undefined;
  syncServiceUrl: string | undefined;
  termsUrl: string | undefined;
  privacyUrl: string | undefined;
  isTest: boolean;
};

export type Config = {
  host: string;
  port: number;
  dataDir: string;
  /** Undefined until the port is known: `publicUrlOf` gives the default. */
  publicUrl: string | undefined;
  /** Undefined: as stored in the database. */
  idPrefix: string | undefined;
  /** Undefined: no metrics are served. */
  metrics: { host: string; port: number } | undefined;
  introduction: Introduction;
  rateLimit: number;
  tls: { certFile: string; keyFile: string } | undefined;
  webhookAllowHosts: string[];
  webhookCaFile: string | undefined;
  webhookBackoffSeconds: number[];
  /** For webhooks. Its address may hold a password: never shown. */
  proxy: { url: string; except: string } | undefined;
  idempotencyHours: number;
  /** Newest first; undefined: a file in the data folder. */
  secretKeys: string[] | undefined;
  /** PostgreSQL; undefined: the embedded database. It may hold a password: never shown. */
  databaseUrl: string | undefined;
  drainSeconds: number;
  /** Of one address in a minute. */
  budget: { pages: number; searches: number };
  /** Undefined: no dumps are made. */
  dumps: { folder: string; licence: string } | undefined;
  /** Undefined: no e-mail is sent. */
  mail: { url: string; from: string; operators: string[] } | undefined;
  /** Undefined: the server makes no backups by itself. */
  backups: { folder: string; everyHours: number; keep: number } | undefined;
  accessRequestsPerHour: number;
  accessRequestsPerEmailDay: number;
  syncServiceAddresses: string[];
  trustProxy: string[];
  /** scrypt:N:r:p:salt:key */
  operatorPasswordHash: string | undefined;
  logLevel: string;
  logFormat: 'plain' | 'json';
};

type Given = Record<string, string | undefined>;

/**
 * Of the settings file and the environment, which wins: the same for the server and for every command. An empty value is none, as
 * `VALUE=` of a compose file. Throws ConfigError with everything that is wrong, beside the complaints that there are already.
 */
export function readServiceConfig(env: Given, complaints: readonly string[] = []): Config {
  const inFile = settingsOfFile(env, SETTINGS_FILE);
  return readConfig({ ...inFile.settings, ...withoutEmpty(env) }, [...inFile.complaints, ...complaints]);
}

/** Of these values alone. Throws ConfigError with everything that is wrong, beside the complaints that there are already. */
export function readConfig(env: Given, complaints: readonly string[] = []): Config {
  const given = withoutEmpty(env);
  const parsed = Settings.safeParse(given);
  const issues = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? [];
  const all = [...complaints, ...issues, ...complaintsOfPairs(given)];
  if (!parsed.success || all.length > 0) throw new ConfigError(all.join('\n'));
  const values = parsed.data;
  const { REGISTRY_TLS_CERT: certFile, REGISTRY_TLS_KEY: keyFile } = values;
  return {
    host: values.REGISTRY_HOST,
    port: values.REGISTRY_PORT,
    dataDir: values.REGISTRY_DATA_DIR,
    publicUrl: values.REGISTRY_PUBLIC_URL,
    idPrefix: values.REGISTRY_ID_PREFIX,
    metrics:
      values.REGISTRY_METRICS_PORT === undefined
        ? undefined
        : { host: values.REGISTRY_METRICS_HOST, port: values.REGISTRY_METRICS_PORT },
    introduction: {
      name: values.REGISTRY_NAME,
      operator: values.REGISTRY_OPERATOR,
      email: values.REGISTRY_EMAIL,
      syncServiceUrl: values.REGISTRY_SYNC_SERVICE_URL,
      termsUrl: values.REGISTRY_TERMS_URL,
      privacyUrl: values.REGISTRY_PRIVACY_URL,
      isTest: values.REGISTRY_TEST,
    },
    rateLimit: values.REGISTRY_RATE_LIMIT,
    tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
    webhookAllowHosts: values.REGISTRY_WEBHOOK_ALLOW_HOSTS,
    webhookCaFile: values.REGISTRY_WEBHOOK_CA,
    webhookBackoffSeconds: values.REGISTRY_WEBHOOK_BACKOFF_SECONDS,
    proxy:
      values.HTTPS_PROXY === undefined
        ? undefined
        : { url: values.HTTPS_PROXY, except: values.NO_PROXY ?? '' },
    idempotencyHours: values.REGISTRY_IDEMPOTENCY_HOURS,
    secretKeys: values.REGISTRY_SECRET_KEY,
    databaseUrl: values.DATABASE_URL,
    drainSeconds: values.REGISTRY_DRAIN_SECONDS,
    budget: { pages: values.REGISTRY_PAGES_PER_MINUTE, searches: values.REGISTRY_SEARCHES_PER_MINUTE },
    dumps: dumpPlaceOf(values),
    backups: backupPlanOf(values),
    mail: mailOf(values),
    accessRequestsPerHour: values.REGISTRY_ACCESS_REQUESTS_PER_HOUR,
    accessRequestsPerEmailDay: values.REGISTRY_ACCESS_REQUESTS_PER_EMAIL_DAY,
    syncServiceAddresses: values.REGISTRY_SYNC_SERVICE_ADDRESSES,
    trustProxy: values.REGISTRY_TRUST_PROXY,
    operatorPasswordHash: values.REGISTRY_OPERATOR_PASSWORD_HASH,
    logLevel: values.REGISTRY_LOG_LEVEL,
    logFormat: values.REGISTRY_LOG,
  };
}

/** Settings that want, or exclude, others. */
function complaintsOfPairs(given: Given): string[] {
  const has = (name: string) => given[name] !== undefined;
  const complaints: string[] = [];
  if (has('DATABASE_URL') && !has('REGISTRY_SECRET_KEY'))
    complaints.push(
      'DATABASE_URL needs REGISTRY_SECRET_KEY: every instance must open the same secrets; make a key with openssl rand -hex 32',
    );
  if (has('REGISTRY_TLS_CERT') !== has('REGISTRY_TLS_KEY'))
    complaints.push('REGISTRY_TLS_CERT and REGISTRY_TLS_KEY belong together; set both or neither');
  if (has('REGISTRY_DUMP_LICENCE') && has('DATABASE_URL') && !has('REGISTRY_DUMP_DIR'))
    complaints.push(
      'REGISTRY_DUMP_LICENCE needs REGISTRY_DUMP_DIR where DATABASE_URL is set: a folder that all instances share',
    );
  const hasBoth = has('REGISTRY_MAIL_FROM') && has('REGISTRY_MAIL_TO');
  if (has('REGISTRY_MAIL_URL') && !has('REGISTRY_EMAIL') && !hasBoth)
    complaints.push(
      'REGISTRY_MAIL_URL needs REGISTRY_MAIL_FROM and REGISTRY_MAIL_TO, or REGISTRY_EMAIL for both',
    );
  if (has('REGISTRY_BACKUP_DIR') && has('DATABASE_URL'))
    complaints.push(
      'REGISTRY_BACKUP_DIR is for the embedded database; with DATABASE_URL use pg_dump or pgBackRest',
    );
  return complaints;
}

function dumpPlaceOf(values: Settings): Config['dumps'] {
  const { REGISTRY_DUMP_LICENCE: licence, REGISTRY_DUMP_DIR: folder } = values;
  if (licence === undefined) return undefined;
  return { folder: resolve(folder ?? join(values.REGISTRY_DATA_DIR, 'dumps')), licence };
}

function mailOf(values: Settings): Config['mail'] {
  const { REGISTRY_MAIL_URL: url, REGISTRY_EMAIL: email } = values;
  const from = values.REGISTRY_MAIL_FROM ?? email;
  const operators = values.REGISTRY_MAIL_TO ?? (email === undefined ? undefined : [email]);
  if (url === undefined || from === undefined || operators === undefined) return undefined;
  return { url, from, operators };
}

function backupPlanOf(values: Settings): Config['backups'] {
  const {
    REGISTRY_BACKUP_DIR: folder,
    REGISTRY_BACKUP_HOURS: everyHours,
    REGISTRY_BACKUP_KEEP: keep,
  } = values;
  return folder === undefined ? undefined : { folder: resolve(folder), everyHours, keep };
}

/** The configured public origin, else where the server listens. */
export function publicUrlOf(config: Config, port: number = config.port): string {
  return config.publicUrl ?? originAt({ ...config, port });
}
