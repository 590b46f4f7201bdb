// Every setting of the server by its name: what it may be, its default, and the sentence that the example file shows for it.
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { LIMITS } from '@artwork-registry/contract';
import { proxyAddress } from '#kit/proxy-address';
import type { FileRules } from '#kit/settings-file';
import { isPasswordHash } from '#kit/password';

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

const webAddress = (text: string): URL | null => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
};
const hasPassword = ({ username, password }: URL) => username !== '' || password !== '';

/** Written into works and certificates for good, so that nothing may hang on it: a path, a query or a password would be in every link. */
export const origin = z
  .string()
  .refine(
    (text) => {
      const url = webAddress(text);
      return url !== null && !hasPassword(url) && `${url.pathname}${url.search}${url.hash}` === '/';
    },
    { error: 'must be an http or https origin without anything behind it, such as https://registry.example' },
  )
  .transform((text) => new URL(text).origin);

const webPage = z.string().refine(
  (text) => {
    const url = webAddress(text);
    return url !== null && !hasPassword(url);
  },
  { error: 'must be an http or https address without a password, such as https://registry.example/terms' },
);

const baseAddress = webPage
  .refine((text) => !/[?#]/.test(text), { error: 'must have no query and no "#"' })
  .transform((text) => text.replace(/\/+$/, ''));

export const Settings = z.object({
  REGISTRY_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on. Default: this machine only.'),
  REGISTRY_PORT: wholeNumber(0, 65_535).default(8787).describe('Port to listen on; 0 takes a free one.'),
  REGISTRY_DATA_DIR: z
    .string()
    .min(1)
    .default(join('.data', 'registry'))
    .describe('Folder of the database and the secret key. Default: .data/registry below the working folder.'),
  REGISTRY_PUBLIC_URL: origin
    .optional()
    .describe(
      'Origin that clients and visitors use, without /api/v1. Default: as stored in the database, else http://HOST:PORT.',
    ),
  REGISTRY_ID_PREFIX: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{1,11}$/, { error: 'must be 2 to 12 capital letters and digits' })
    .optional()
    .describe(
      'First part of every Art ID, stored in the database when that is made; another one later is refused. Default: AREG.',
    ),
  REGISTRY_METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe('Port of /metrics for Prometheus, on REGISTRY_METRICS_HOST. Unset: no metrics are served.'),
  REGISTRY_METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address of /metrics. Default: this machine only. Anyone who can reach it can read it.'),
  REGISTRY_NAME: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .default('Artwork Registry')
    .describe('What the registry is called.'),
  REGISTRY_OPERATOR: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Who runs it, as people read it. Default: the host name of the public address.'),
  REGISTRY_EMAIL: z
    .email()
    .optional()
    .describe(
      'Where its operator is reached; programs that harvest the registry are told. Default: postmaster at its host.',
    ),
  REGISTRY_SYNC_SERVICE_URL: baseAddress
    .optional()
    .describe(
      'Address of the sync service that this registry recommends to shops. Unset: none, every shop runs its own.',
    ),
  REGISTRY_TERMS_URL: webPage
    .optional()
    .describe('Address of the terms that a shop owner reads before connecting. Unset: there are none.'),
  REGISTRY_PRIVACY_URL: webPage
    .optional()
    .describe(
      'Address of the privacy notice that a shop owner reads before connecting. Unset: there is none.',
    ),
  REGISTRY_TEST: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true')
    .describe(
      'true or false. true: the records mean nothing. Only then may sites register that are not public or not in production.',
    ),
  REGISTRY_RATE_LIMIT: wholeNumber(1, 1_000_000)
    .default(LIMITS.rateLimit)
    .describe('Requests a minute with one key, where the key has no limit of its own.'),
  REGISTRY_TLS_CERT: z
    .string()
    .optional()
    .describe('PEM file of the certificate, with REGISTRY_TLS_KEY: the server speaks HTTPS.'),
  REGISTRY_TLS_KEY: z.string().optional().describe('PEM file of the private key, with REGISTRY_TLS_CERT.'),
  REGISTRY_WEBHOOK_ALLOW_HOSTS: wordList
    .default([])
    .describe('Private hosts (host or host:port, separated by commas) that webhooks may reach all the same.'),
  REGISTRY_WEBHOOK_CA: z
    .string()
    .optional()
    .describe('PEM file with certificate authorities trusted for webhooks, beside the usual ones.'),
  REGISTRY_WEBHOOK_BACKOFF_SECONDS: numberList
    .default([5, 300, 1800, 7200, 18_000])
    .describe('Seconds before attempts two to six of a delivery, separated by commas.'),
  REGISTRY_IDEMPOTENCY_HOURS: wholeNumber(24, 8760)
    .default(24)
    .describe('Hours for which the answer of an idempotency key is kept, at least 24.'),
  REGISTRY_SECRET_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every((key) => /^[0-9a-f]{64}$/i.test(key)), {
      error: 'must be 64 hexadecimal digits, or several such keys separated by commas',
    })
    .optional()
    .describe(
      'Keys that encrypt signing secrets and keys that wait to be fetched, each of 64 hexadecimal digits, newest first, separated by commas: the first one seals, all of them open. Default: a file secret.key in the data folder. Required with DATABASE_URL.',
    ),
  REGISTRY_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least important log lines shown: trace, debug, info, warn, error, fatal or silent.'),
  REGISTRY_ACCESS_REQUESTS_PER_HOUR: wholeNumber(1, 1_000_000)
    .default(5)
    .describe('Access requests accepted per hour from one address (IPv6: one /64).'),
  REGISTRY_ACCESS_REQUESTS_PER_EMAIL_DAY: wholeNumber(1, 1_000_000)
    .default(3)
    .describe('Access requests accepted in 24 hours for one e-mail address.'),
  REGISTRY_SYNC_SERVICE_ADDRESSES: wordList
    .refine((words) => words.every(isNetwork), { error: 'must be addresses or ranges such as 10.0.0.0/8' })
    .default([])
    .describe(
      'Addresses or ranges of sync services that ask for many galleries: they have a limit of their own, 600 an hour.',
    ),
  REGISTRY_TRUST_PROXY: wordList
    .refine((words) => words.every(isProxyName), {
      error: 'must be addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
    })
    .default([])
    .describe(
      'Proxies whose X-Forwarded-For is trusted: addresses, CIDR ranges or loopback, linklocal, uniquelocal, by commas.',
    ),
  REGISTRY_OPERATOR_PASSWORD_HASH: z
    .string()
    .refine(isPasswordHash, { error: 'must be a hash made by the command operator password' })
    .optional()
    .describe(
      'Opens the operator console with a password; made by `operator password`. Unset: only links of `operator open` do.',
    ),
  REGISTRY_LOG: z
    .enum(['plain', 'json'])
    .default('plain')
    .describe('`json`: the first line of serve is a JSON log line too. Default: a plain first line.'),
  REGISTRY_DRAIN_SECONDS: wholeNumber(0, 600)
    .default(0)
    .describe(
      'Seconds for which a stopping server still answers while /readyz says no, so that a load balancer sends nothing more.',
    ),
  REGISTRY_PAGES_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(600)
    .describe('Public pages that one address may ask for in a minute.'),
  REGISTRY_SEARCHES_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(60)
    .describe('Searches that one address may ask for in a minute.'),
  REGISTRY_DUMP_LICENCE: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe(
      'Licence of the dumps that anybody may fetch: its name or its address. Unset: there are no dumps.',
    ),
  REGISTRY_DUMP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of the dumps; for several instances one that they share. Default: dumps in the data folder.',
    ),
  REGISTRY_BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder into which the server makes backups of the embedded database by itself. Unset: it makes none. On another disk than the data.',
    ),
  REGISTRY_BACKUP_HOURS: wholeNumber(1, 8760).default(24).describe('Hours between two of these backups.'),
  REGISTRY_BACKUP_KEEP: wholeNumber(1, 10_000)
    .default(14)
    .describe('How many of these backups are kept; the oldest beyond are removed.'),
  REGISTRY_MAIL_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol), {
      error: 'must be an address such as smtp://user:password@mail.example:587 or smtps://…:465',
    })
    .optional()
    .describe(
      'Mail server over which requests for access, their outcome and problems are told. Unset: no e-mail is sent.',
    ),
  REGISTRY_MAIL_FROM: z.email().optional().describe('Sender of these e-mails. Default: REGISTRY_EMAIL.'),
  REGISTRY_MAIL_TO: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((all) => all.every((one) => z.email().safeParse(one).success), {
      error: 'must be e-mail addresses separated by commas',
    })
    .optional()
    .describe('E-mail addresses of the operators, separated by commas. Default: REGISTRY_EMAIL.'),
  HTTPS_PROXY: proxyAddress
    .optional()
    .describe(
      'Proxy for webhooks, such as http://user:password@proxy.example:3128. It is asked for checked addresses, not for names. Unset: none.',
    ),
  NO_PROXY: z
    .string()
    .optional()
    .describe(
      'Hosts to which webhooks go without the proxy, separated by commas; .shop.example means all below.',
    ),
  DATABASE_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol), {
      error: 'must be an address such as postgres://user:password@host:5432/registry',
    })
    .optional()
    .describe(
      'URL of a PostgreSQL database, for several instances of the server. Unset: the embedded SQLite database.',
    ),
});

/** Names of all settings. */
export const SETTINGS = Object.keys(Settings.shape);

export const SETTINGS_FILE: FileRules = {
  file: '/etc/artwork-registry/registry.env',
  variable: 'REGISTRY_CONFIG',
  owner: 'the server',
  names: SETTINGS,
  folders: ['REGISTRY_DATA_DIR', 'REGISTRY_DUMP_DIR', 'REGISTRY_BACKUP_DIR'],
};

export type Settings = z.infer<typeof Settings>;

function isProxyName(word: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(word) || isNetwork(word);
}

function isNetwork(word: string): boolean {
  return ipaddr.isValid(word) || ipaddr.isValidCIDR(word);
}
