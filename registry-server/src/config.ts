// All settings of the server, read from the environment once. All invalid values are reported in one message that names
// the variables; nothing else in the program reads process.env.
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { LIMITS } from '@artwork-registry/contract';
import { isPasswordHash } from './domain/operator-password.ts';

const numberList = z
  .string()
  .transform((text) => text.split(',').map((part) => Number(part.trim())))
  .refine((numbers) => numbers.every((number) => Number.isFinite(number) && number >= 0), {
    error: 'must be numbers of seconds separated by commas, such as 5,300,1800,7200,18000',
  });

const wordList = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== ''),
);

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((number) => number >= min && number <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    });

export const origin = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'must be an http or https origin, such as https://registry.example',
  });

const webPage = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: 'must be an http or https address, such as https://registry.example/terms',
});

const Environment = z.object({
  /** Address to listen on. Default: this machine only. */
  REGISTRY_HOST: z.string().min(1).default('127.0.0.1'),
  /** Port to listen on; 0 takes a free one. */
  REGISTRY_PORT: wholeNumber(0, 65_535).default(8787),
  /** Folder of the database and the secret key. Default: .data/registry below the working folder. */
  REGISTRY_DATA_DIR: z.string().min(1).default(join('.data', 'registry')),
  /** Origin that clients and visitors use, without /api/v1. Default: as stored in the database, else http://HOST:PORT. */
  REGISTRY_PUBLIC_URL: origin.optional(),
  /** First part of every Art ID, stored in the database when that is made; another one later is refused. Default: AREG. */
  REGISTRY_ID_PREFIX: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{1,11}$/, { error: 'must be 2 to 12 capital letters and digits' })
    .optional(),
  /** Port of /metrics for Prometheus, on REGISTRY_METRICS_HOST. Unset: no metrics are served. */
  REGISTRY_METRICS_PORT: wholeNumber(0, 65_535).optional(),
  /** Address of /metrics. Default: this machine only. Anyone who can reach it can read it. */
  REGISTRY_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** What the registry calls itself. */
  REGISTRY_NAME: z.string().trim().min(1).max(200).default('Artwork Registry'),
  /** Who runs it, as people read it. Default: the host name of the public address. */
  REGISTRY_OPERATOR: z.string().trim().min(1).max(200).optional(),
  /** Where its operator is reached; programs that harvest the registry are told. Default: postmaster at its host. */
  REGISTRY_EMAIL: z.email().optional(),
  /** Address of the sync service that this registry recommends to shops. Unset: none, every shop runs its own. */
  REGISTRY_SYNC_SERVICE_URL: webPage.transform((text) => text.replace(/\/+$/, '')).optional(),
  /** Pages that a shop owner reads before connecting. Unset: there are none. */
  REGISTRY_TERMS_URL: webPage.optional(),
  REGISTRY_PRIVACY_URL: webPage.optional(),
  /** true: the records mean nothing. Only then may sites register that are not public or not in production. */
  REGISTRY_TEST: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true'),
  /** Requests per minute and key, where the key has no limit of its own. */
  REGISTRY_RATE_LIMIT: wholeNumber(1, 1_000_000).default(LIMITS.rateLimit),
  /** PEM files; both or neither. With them the server speaks HTTPS. */
  REGISTRY_TLS_CERT: z.string().optional(),
  REGISTRY_TLS_KEY: z.string().optional(),
  /** Private hosts (host or host:port, separated by commas) that webhooks may reach all the same. */
  REGISTRY_WEBHOOK_ALLOW_HOSTS: wordList.default([]),
  /** PEM file with certificate authorities trusted for webhooks, beside the usual ones. */
  REGISTRY_WEBHOOK_CA: z.string().optional(),
  /** Seconds before attempts two to six of a delivery. */
  REGISTRY_WEBHOOK_BACKOFF_SECONDS: numberList.default([5, 300, 1800, 7200, 18_000]),
  /** Hours for which the answer of an idempotency key is kept, at least 24. */
  REGISTRY_IDEMPOTENCY_HOURS: wholeNumber(24, 8760).default(24),
  /**
   * Keys that encrypt signing secrets and keys that wait to be fetched, each of 64 hexadecimal digits, newest first, separated by commas: the first one
   * seals, all of them open. Default: a file secret.key in the data folder. Required with DATABASE_URL.
   */
  REGISTRY_SECRET_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every((key) => /^[0-9a-f]{64}$/i.test(key)), {
      error: 'must be 64 hexadecimal digits, or several such keys separated by commas',
    })
    .optional(),
  /** trace, debug, info, warn, error, fatal or silent. */
  REGISTRY_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Access requests accepted per hour from one address (IPv6: one /64). */
  REGISTRY_ACCESS_REQUESTS_PER_HOUR: wholeNumber(1, 1_000_000).default(5),
  /** Access requests accepted in 24 hours for one e-mail address. */
  REGISTRY_ACCESS_REQUESTS_PER_EMAIL_DAY: wholeNumber(1, 1_000_000).default(3),
  /** Addresses or ranges of sync services that ask for many galleries: they have a limit of their own, 600 an hour. */
  REGISTRY_SYNC_SERVICE_ADDRESSES: wordList
    .refine((words) => words.every(isNetwork), { error: 'must be addresses or ranges such as 10.0.0.0/8' })
    .default([]),
  /** Proxies whose X-Forwarded-For is trusted: addresses, CIDR ranges or loopback, linklocal, uniquelocal, by commas. */
  REGISTRY_TRUST_PROXY: wordList
    .refine((words) => words.every(isProxyName), {
      error: 'must be addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
    })
    .default([]),
  /** Opens the operator console with a password; made by `operator password`. Unset: only links of `operator open` do. */
  REGISTRY_OPERATOR_PASSWORD_HASH: z
    .string()
    .refine(isPasswordHash, { error: 'must be a hash made by the command operator password' })
    .optional(),
  /** `json`: the first line of serve is a JSON log line too. Default: a plain first line. */
  REGISTRY_LOG: z.enum(['plain', 'json']).default('plain'),
  /** Seconds for which a stopping server still answers while /readyz says no, so that a load balancer sends nothing more. */
  REGISTRY_DRAIN_SECONDS: wholeNumber(0, 600).default(0),
  /** Public pages and searches that one address may ask for in a minute. */
  REGISTRY_PAGES_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  REGISTRY_SEARCHES_PER_MINUTE: wholeNumber(1, 1_000_000).default(60),
  /** Licence of the dumps that anybody may fetch: its name or its address. Unset: there are no dumps. */
  REGISTRY_DUMP_LICENCE: z.string().trim().min(1).max(300).optional(),
  /** Folder of the dumps; for several instances one that they share. Default: dumps in the data folder. */
  REGISTRY_DUMP_DIR: z.string().min(1).optional(),
  /** URL of a PostgreSQL database, for several instances of the server. Unset: the embedded SQLite database. */
  DATABASE_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol), {
      error: 'must be an address such as postgres://user:password@host:5432/registry',
    })
    .optional(),
});

function isProxyName(word: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(word) || isNetwork(word);
}

function isNetwork(word: string): boolean {
  return ipaddr.isValid(word) || ipaddr.isValidCIDR(word);
}

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
  accessRequestsPerHour: number;
  accessRequestsPerEmailDay: number;
  syncServiceAddresses: string[];
  trustProxy: string[];
  /** scrypt:N:r:p:salt:key */
  operatorPasswordHash: string | undefined;
  logLevel: string;
  logFormat: 'plain' | 'json';
};

/** Names the variable and the allowed values. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(lines.join('; '));
  }
  const values = parsed.data;
  if (values.DATABASE_URL !== undefined && values.REGISTRY_SECRET_KEY === undefined) {
    throw new ConfigError(
      'DATABASE_URL needs REGISTRY_SECRET_KEY: every instance must open the same secrets; make a key with openssl rand -hex 32',
    );
  }
  const { REGISTRY_TLS_CERT: certFile, REGISTRY_TLS_KEY: keyFile } = values;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new ConfigError('REGISTRY_TLS_CERT and REGISTRY_TLS_KEY belong together; set both or neither');
  }
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
    idempotencyHours: values.REGISTRY_IDEMPOTENCY_HOURS,
    secretKeys: values.REGISTRY_SECRET_KEY,
    databaseUrl: values.DATABASE_URL,
    drainSeconds: values.REGISTRY_DRAIN_SECONDS,
    budget: { pages: values.REGISTRY_PAGES_PER_MINUTE, searches: values.REGISTRY_SEARCHES_PER_MINUTE },
    dumps: dumpPlaceOf(values),
    accessRequestsPerHour: values.REGISTRY_ACCESS_REQUESTS_PER_HOUR,
    accessRequestsPerEmailDay: values.REGISTRY_ACCESS_REQUESTS_PER_EMAIL_DAY,
    syncServiceAddresses: values.REGISTRY_SYNC_SERVICE_ADDRESSES,
    trustProxy: values.REGISTRY_TRUST_PROXY,
    operatorPasswordHash: values.REGISTRY_OPERATOR_PASSWORD_HASH,
    logLevel: values.REGISTRY_LOG_LEVEL,
    logFormat: values.REGISTRY_LOG,
  };
}

function dumpPlaceOf(values: z.infer<typeof Environment>): Config['dumps'] {
  const { REGISTRY_DUMP_LICENCE: licence, REGISTRY_DUMP_DIR: folder } = values;
  if (licence === undefined) return undefined;
  if (folder === undefined && values.DATABASE_URL !== undefined) {
    throw new ConfigError(
      'REGISTRY_DUMP_LICENCE needs REGISTRY_DUMP_DIR where DATABASE_URL is set: a folder that all instances share',
    );
  }
  return { folder: resolve(folder ?? join(values.REGISTRY_DATA_DIR, 'dumps')), licence };
}

/** The configured public origin, else where the server listens. */
export function publicUrlOf(config: Config, port: number = config.port): string {
  const scheme = config.tls === undefined ? 'http' : 'https';
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.publicUrl ?? `${scheme}://${host}:${port}`;
}
