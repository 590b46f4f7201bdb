// Starts the server on a filled registry, with an operator who is signed in and a gallery whose webhook is active.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#kit/clock';
import { makeOperatorLink } from '../../src/domain/access/operator-link.ts';
import { makeSigningSecret, sealSecret } from '../../src/domain/delivery/signing-secret.ts';
import { keepDumps } from '../../src/dumps/dump-keeper.ts';
import { makeCertificate } from '../../tests/support/https-receiver.ts';
import { addApiKey } from '../../tests/support/publishers.ts';
import { KEY } from '../place.ts';
import { startReceivers, startServer } from '../processes.ts';
import type { World } from '../world.ts';
import { listFrequentArtists, listOwnWorks } from './kept-worlds.ts';
import type { Context } from './operation.ts';

/** `filled`: the embedded registry that the world is, or was copied from. `folder`: for files of this run. */
export async function openContext(
  world: World,
  filled: World,
  folder: string,
): Promise<{ context: Context; close(): Promise<void> }> {
  const own = mkdtempSync(join(folder, 'receivers-'));
  const { caFile } = makeCertificate(own);
  const receivers = await startReceivers(own);
  const known = { own: listOwnWorks(filled), artists: listFrequentArtists(filled) };
  const storage = await world.place.open();
  const organizationId = world.galleries[1]?.organizationId ?? '';
  const { apiKey } = await addApiKey(storage, organizationId);
  const secret = sealSecret(makeSigningSecret(), KEY);
  await storage.insertWebhook({ organizationId, url: `${receivers.url}/quick`, events: ['*'], secret });
  const feedEnd = await storage.findFeedEnd();
  const link = await makeOperatorLink(storage, Date.now());
  // The server would write the dump of the day after a minute, beside what is measured then.
  const dumps = { folder: mkdtempSync(join(folder, 'dumps-')), licence: 'CC0-1.0' };
  await keepDumps(dumps, { storage, clock: systemClock, onDamaged: () => undefined });
  await storage.close();
  const server = await startServer(world.place, {
    REGISTRY_WEBHOOK_ALLOW_HOSTS: new URL(receivers.url).host,
    REGISTRY_WEBHOOK_CA: caFile,
    REGISTRY_SEARCHES_PER_MINUTE: '1000000',
    REGISTRY_DUMP_DIR: dumps.folder,
    REGISTRY_DUMP_LICENCE: dumps.licence,
  });
  const opened = await fetch(server.url + link.path, { redirect: 'manual' });
  const cookie = opened.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const sitemapPart = /\/sitemap-\d+\.xml/.exec(sitemap)?.[0] ?? '/sitemap.xml';
  return {
    context: {
      world,
      server,
      first: 100_001,
      feedEnd,
      ...known,
      sitemapPart,
      cookie,
      watched: { apiKey, receivers },
    },
    close: async () => void (await Promise.all([server.stop(), receivers.stop()])),
  };
}
