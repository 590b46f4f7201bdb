// The demo of `npm start`: registry, hosted sync service and a gallery whose owner connects as any gallery does: agrees, asks for access,
// and the operator approves. Each step is skipped where an earlier start has done it.
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startHostedSystem, readerKey, type HostedOptions, type HostedSystem } from './hosted-system.ts';
import { openOwnerSession } from './owner-session.ts';
import { importDemoWorks } from '../wordpress/shop.ts';

/** Of the gallery, with a key that reads the registry; kept in the data folder with mode 600. */
export interface DemoAccount {
  organization: string;
  apiKey: string;
}

export interface DemoGallery extends HostedSystem {
  /** Known once the gallery is connected. */
  readonly account: DemoAccount;
  /** The owner asks for access and the operator approves. Meanwhile the demo works are imported where they are missing. */
  connect(): Promise<void>;
  /** The owner registers every artwork. The screen stays open until `closeScreen`. */
  registerAll(): Promise<void>;
  closeScreen(): Promise<void>;
}

/** @throws Error that says how to begin again where the folder is of a gallery with a sync service of its own. */
export async function startDemoGallery(options: HostedOptions): Promise<DemoGallery> {
  const { dataDir, say } = options;
  if (existsSync(join(dataDir, 'daemon')))
    throw new Error(
      `The gallery in ${dataDir} has a sync service of its own; npm start now runs one for many galleries. Begin again: npm start -- --reset`,
    );
  const system = await startHostedSystem({ ...options, woocommerce: true });
  const { registry, wordpress } = system;
  const owner = await openOwnerSession(wordpress);
  let account = await readAccount(dataDir);
  return {
    ...system,
    get account() {
      if (account === undefined) throw new Error('The gallery is not connected yet.');
      return account;
    },
    connect: async () => {
      if (account !== undefined) {
        await owner.finishWizard();
        return;
      }
      const { connection } = await owner.overview();
      if (connection.access === null) {
        say('owner: agrees to connect to the registry, and asks for access …');
        await owner.askForAccess(registry.url, {
          name: 'Berthe Morisot',
          email: 'gallery@example.com',
          gallery: 'Demo Gallery',
        });
      }
      const { access_requests: requests } = await registry.operate<{ access_requests: unknown[] }>(
        ...['access-request', 'list'],
      );
      if (requests.length > 0) {
        await system.approve();
        say('operator: approved the request; the sync service fetches the key within half a minute …');
      }
      await importDemoWorks(wordpress, dataDir);
      await owner.finishWizard();
      account = await makeAccount(system);
    },
    registerAll: async () => void (await owner.order('register-all')),
    closeScreen: () => owner.close(),
    stop: async () => {
      await owner.close();
      await system.stop();
    },
  };
}

const accountFile = (dataDir: string) => join(dataDir, 'account.json');

async function makeAccount({ registry, dataDir }: HostedSystem): Promise<DemoAccount> {
  const { organizations } = await registry.operate<{ organizations: { slug: string }[] }>('org', 'list');
  const { slug: organization } = organizations.find(({ slug }) => slug !== 'sync-service')!;
  const account = { organization, apiKey: await readerKey(registry, organization) };
  const file = accountFile(dataDir);
  await writeFile(`${file}.new`, JSON.stringify(account, undefined, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return account;
}

async function readAccount(dataDir: string): Promise<DemoAccount | undefined> {
  const text = await readFile(accountFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? undefined : (JSON.parse(text) as DemoAccount);
}
