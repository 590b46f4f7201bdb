// The whole system on one machine: registry-server, sync service, WordPress, connected to each other. Used by `npm start`, its
// check, the e2e stories and the long runs; each gives a data folder and ports.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCertificates } from '../machine/certificates.ts';
import { startDaemon, type Daemon } from './daemon.ts';
import { startRegistry, type Registry } from './registry.ts';
import { siteOptionsOf, startWordPress } from '../wordpress/wordpress.ts';
import type { SiteOptions, WordPress } from '../wordpress/wordpress.ts';
import type { Ports } from '../machine/ports.ts';

export interface SystemOptions extends SiteOptions {
  dataDir: string;
  ports: Ports;
  rateLimit?: number;
  webhookBackoffSeconds?: string;
  /** Hold every answer of the registry against its API description. */
  checkAnswers?: boolean;
  /** Where the sync service reaches the registry's API; default: directly. */
  apiUrl?: string;
  /** See `DaemonOptions`. */
  pollMs?: number;
  say: (line: string) => void;
}

export interface System {
  readonly registry: Registry;
  readonly daemon: Daemon;
  readonly wordpress: WordPress;
  readonly account: Account;
  readonly dataDir: string;
  /** Pairs site and sync service (once) and lets the registry's webhooks arrive. */
  connect(): Promise<void>;
  stop(): Promise<void>;
}

/** What the operator handed to the gallery; kept in the data folder with mode 600. */
export interface Account {
  organization: string;
  profile: string;
  apiKey: string;
  siteId?: string;
  webhookUrl?: string;
}

const organization = 'demo-gallery';

/** Starts everything; a second call on the same folder continues with the same data. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { dataDir, ports, say } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const certificates = await ensureCertificates(dataDir);
  say('registry-server: starting …');
  const registry = await startRegistry({
    dataDir,
    port: ports.registry,
    webhookHost: `127.0.0.1:${ports.daemon}`,
    caFile: certificates.caFile,
    ...(options.rateLimit ? { rateLimit: options.rateLimit } : {}),
    ...(options.webhookBackoffSeconds ? { webhookBackoffSeconds: options.webhookBackoffSeconds } : {}),
    ...(options.checkAnswers ? { checkAnswers: true } : {}),
  });
  const account = await ensureAccount(dataDir, registry);
  say('sync service: starting …');
  const daemon = await startDaemon({
    dataDir,
    port: ports.daemon,
    certificates,
    ...(options.pollMs ? { pollMs: options.pollMs } : {}),
  });
  say('WordPress: starting …');
  const wordpress = await startWordPress({
    dataDir,
    port: ports.wordpress,
    ...siteOptionsOf(options),
    say,
  });
  return {
    registry,
    daemon,
    wordpress,
    account,
    dataDir,
    connect: () =>
      connect({ dataDir, registry, daemon, wordpress, account }, options.apiUrl ?? registry.apiUrl),
    stop: async () => {
      await Promise.all([wordpress.close(), daemon.stop()]);
      await registry.stop();
    },
  };
}

async function ensureAccount(dataDir: string, registry: Registry): Promise<Account> {
  const saved = await readAccount(dataDir);
  if (saved) return saved;
  await registry
    .operate('org', 'create', '--slug', organization, '--name', 'Demo Gallery')
    .catch(acceptExisting);
  const profile = [
    '--org',
    organization,
    '--type',
    'gallery',
    '--slug',
    organization,
    '--name',
    'Demo Gallery',
  ];
  await registry
    .operate('profile', 'create', ...profile, '--city', 'Basel', '--country', 'CH', '--show-country')
    .catch(acceptExisting);
  const key = await registry.operate<{ api_key: string }>(
    ...[
      'key',
      'create',
      '--org',
      organization,
      '--scopes',
      'artworks:read,artworks:write',
      '--name',
      'sync service',
    ],
  );
  const account = { organization, profile: organization, apiKey: key.api_key };
  await saveAccount(dataDir, account);
  return account;
}

type Connection = Pick<System, 'dataDir' | 'registry' | 'daemon' | 'wordpress' | 'account'>;

async function connect(connection: Connection, apiUrl: string): Promise<void> {
  const { dataDir, registry, daemon, wordpress, account } = connection;
  if (!account.siteId) {
    const code = JSON.parse(await wordpress.wp('artwork-registry', 'pairing-code', '--format=json')) as {
      code: string;
    };
    const paired = JSON.parse(
      await daemon.command(
        ['pair', '--site', wordpress.url, '--code', code.code, '--registry', apiUrl, '--json'],
        { REGISTRY_API_KEY: account.apiKey },
      ),
    ) as { site_id: string };
    account.siteId = paired.site_id;
    await saveAccount(dataDir, account);
  }
  const webhookUrl = `${daemon.url}/webhooks/registry/${account.siteId}`;
  if (account.webhookUrl !== webhookUrl) {
    const { signing_secret: secret } = await registry.operate<{ signing_secret: string }>(
      ...['webhook', 'create', '--org', account.organization, '--url', webhookUrl, '--events', 'all'],
    );
    await daemon.command(
      ['webhook-secret', 'set', '--site', account.siteId, '--webhook-secret-stdin'],
      {},
      secret,
    );
    account.webhookUrl = webhookUrl;
    await saveAccount(dataDir, account);
  }
}

/** A set-up that was killed after "create" and before its note was saved runs "create" again. */
function acceptExisting(error: Error): void {
  if (!/exist|taken/i.test(error.message)) throw error;
}

async function readAccount(dataDir: string): Promise<Account | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, 'account.json'), 'utf8')) as Account;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function saveAccount(dataDir: string, account: Account): Promise<void> {
  const file = join(dataDir, 'account.json');
  await writeFile(`${file}.new`, JSON.stringify(account, undefined, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
