// The limit run: the sync service alone on its key against a registry with the real limit of 120 requests a minute, in front of a
// simulated site. How much of the limit is used, and is the registry ever asked too often?
import { FakeSite } from '../fakes/fake-site.ts';
import { ensureCertificates } from '../machine/certificates.ts';
import { startDaemon } from '../system/daemon.ts';
import type { Ports } from '../machine/ports.ts';
import { startRecorder, type Answered } from './recorder.ts';
import { startRegistry } from '../system/registry.ts';
import { waitFor } from '../system/site-works.ts';

export const requestsPerMinute = 120;
const worksPerCall = 50;

export interface LimitRunResult {
  works: number;
  requests: number;
  seconds: number;
  /** Share of the limit that was used in the windows that had work for the whole of them, 0 to 1; null: there was no such window. */
  usedShare: number | null;
  perWindow: number[];
  tooMany: number;
}

export interface LimitRunOptions {
  dataDir: string;
  ports: Ports;
  works: number;
  /** `batches`: first publications, 50 to a request. `patches`: that many changed works against a registry without batch updates. */
  kind: 'batches' | 'patches';
}

/** Works through the whole run; publications before the PATCHes are not counted. */
export async function limitRun({ dataDir, ports, works, kind }: LimitRunOptions): Promise<LimitRunResult> {
  const certificates = await ensureCertificates(dataDir);
  const registry = await startRegistry({
    dataDir,
    port: ports.registry,
    webhookHost: `127.0.0.1:${ports.daemon}`,
    caFile: certificates.caFile,
    rateLimit: requestsPerMinute,
  });
  const recorder = await startRecorder(registry.url, {
    hideFeatures: kind === 'patches' ? ['batch_update'] : [],
  });
  const site = new FakeSite();
  await site.start();
  const daemon = await startDaemon({ dataDir, port: ports.daemon, certificates });
  try {
    const apiKey = await createAccount(registry.operate);
    const share = (price: number) => {
      for (let id = 1; id <= works; id += 1) site.share(String(id), artwork(id, price));
    };
    const published = () =>
      [...site.reports.values()].filter(
        (report) =>
          report.state === 'published' && report.revision === site.works.get(report.external_id)?.revision,
      ).length;
    const all = () => waitFor(`${works} works published`, async () => published() === works, 600_000);
    let first = 0;
    share(100);
    const pair = ['pair', '--site', site.url, '--code', site.code, '--registry', recorder.apiUrl];
    await daemon.command(pair, { REGISTRY_API_KEY: apiKey });
    if (kind === 'patches') {
      await all();
      first = recorder.answers.length;
      share(120);
    }
    await all();
    return summary(works, recorder.answers, first);
  } finally {
    await daemon.stop();
    await registry.stop();
    await Promise.all([recorder.close(), site.stop()]);
  }
}

/** Requests that a run of this size needs at least, for people who read the figures. */
export const fewestRequests = ({ works, kind }: Pick<LimitRunOptions, 'works' | 'kind'>): number =>
  kind === 'patches' ? works : Math.ceil(works / worksPerCall);

/** `first`: index of the first answer that belongs to the run; the ones before may have used up part of its first window. */
function summary(works: number, all: Answered[], first: number): LimitRunResult {
  const answers = all.slice(first);
  const windows = Object.groupBy(all, (answer) => answer.window ?? 'none');
  const perWindow = Object.entries(windows)
    .filter(([name]) => answers.some(({ window }) => window === name))
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, group]) => group?.length ?? 0);
  // The last window ends when the work does, not when the window does.
  const full = perWindow.slice(0, -1);
  const used = full.reduce((sum, count) => sum + count, 0);
  return {
    works,
    requests: answers.length,
    seconds: ((answers.at(-1)?.atMs ?? 0) - (answers[0]?.atMs ?? 0)) / 1000,
    usedShare: full.length === 0 ? null : used / (full.length * requestsPerMinute),
    perWindow,
    tooMany: answers.filter((answer) => answer.status === 429).length,
  };
}

async function createAccount(operate: <T>(...args: string[]) => Promise<T>): Promise<string> {
  await operate('org', 'create', '--slug', 'limit', '--name', 'Limit');
  await operate(
    ...['profile', 'create', '--org', 'limit', '--type', 'gallery', '--slug', 'limit', '--name', 'Limit'],
  );
  const scopes = 'artworks:read,artworks:write';
  const key = await operate<{ api_key: string }>('key', 'create', '--org', 'limit', '--scopes', scopes);
  return key.api_key;
}

function artwork(id: number, price: number) {
  return {
    title: `Study no. ${id}`,
    artist_name: `Painter ${id % 97}`,
    year_created: '2019',
    height_cm: 40,
    width_cm: 30,
    availability: 'for_sale',
    price: { amount: price, currency: 'CHF' },
    source_url: `https://gallery.example/works/${id}`,
  };
}
