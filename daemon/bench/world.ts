// The other side of the benchmarks, in a process of its own so that its CPU is not counted: a simulated site and registry.
// Speaks to its parent: {"share": n} fills the shop, {"ask": true} answers with what happened so far.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeRegistry } from '../tests/support/fake-registry.ts';
import { FakeSite } from '../../stage/fakes/fake-site.ts';
import { sampleArtwork } from '../tests/support/sample-artwork.ts';
import { fullPace } from '../src/site/pull-pages.ts';
import { pairedSite } from '../tests/support/start-stage.ts';

/** Works of a page, as the service asks for them. */
const { limit: PAGE } = fullPace();

export type WorldAnswer = {
  published: number;
  settled: boolean;
  apiWrites: number;
  apiRequests: number;
  siteCalls: number;
};

const site = new FakeSite();
const registry = new FakeRegistry();
registry.limit = 1_000_000_000;
await Promise.all([site.start(), registry.start()]);
/** The floors: what one bare answer of node:http costs, and a page of the catalogue, by `?page=N`. */
const floor = createServer((request, response) => {
  const page = new URL(request.url ?? '', 'http://floor').searchParams.get('page');
  response.end(page === null ? '{"ok":true}' : JSON.stringify({ changes: changesOf(Number(page)) }));
});
const changesOf = (page: number) =>
  [...site.works.keys()].slice(page * PAGE, (page + 1) * PAGE).map((id) => site.changeOf(id));
await new Promise<void>((resolve) => floor.listen(0, '127.0.0.1', resolve));

process.on('message', (message: { share?: number }) => {
  for (let id = 1; id <= (message.share ?? 0); id += 1) site.share(String(id), sampleArtwork(id));
  let published = 0;
  let settled = site.waiting().length === 0;
  for (const [id, report] of site.reports) {
    if (report.state === 'published') published += 1;
    if (report.revision !== site.works.get(id)?.revision) settled = false;
  }
  const apiWrites = registry.requests.filter(
    ({ method, path }) => method !== 'GET' && path !== '/integrations/connect',
  ).length;
  const siteCalls = site.calls.length;
  const answer: WorldAnswer = {
    published,
    settled,
    apiWrites,
    apiRequests: registry.requests.length,
    siteCalls,
  };
  process.send!(answer);
});
process.send!({
  site: pairedSite(site, registry),
  floorUrl: `http://127.0.0.1:${(floor.address() as AddressInfo).port}`,
});
