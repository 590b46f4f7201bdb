// What an operator's Prometheus reads of a host, with its cells in this process.
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startHost, type HostStage } from '../../tests/support/start-host.ts';
import { until } from '../../tests/support/start-stage.ts';
import type { Directory, SiteRow } from './directory.ts';
import { hostMetrics } from './host-metrics.ts';

let stages: HostStage[] = [];
afterEach(async () => {
  await Promise.all(stages.map((stage) => stage.stop()));
  stages = [];
});

test('the metrics say what the cells did and how long works wait, and name no site', async () => {
  const stage = await startHost();
  stages.push(stage);
  const one = await stage.site();
  one.fake.share('1', sampleArtwork(1));
  await one.connect();
  await one.handOverKey(stage.registry.key);
  await until(() => one.fake.countReported('published') === 1, 'published');
  const metrics = async () => (await fetch(`${stage.url}/metrics`)).text();
  stage.cell().observe();
  const text = await metrics();
  expect(text).toMatch(/artwork_registry_host_works_reported_total\{cell="1",state="published"\} 1/);
  expect(text).toMatch(/artwork_registry_host_requests_total\{cell="1",to="registry",status="200"\} [1-9]/);
  expect(text).toMatch(/artwork_registry_host_requests_total\{cell="1",to="sites",status="200"\} [1-9]/);
  expect(text).toMatch(/artwork_registry_host_cell_last_full_check_seconds\{cell="1"\} \d{10}/);
  expect(text).toMatch(/artwork_registry_host_cell_journal_bytes\{cell="1"\} [1-9]/);
  expect(text).toContain('artwork_registry_host_queue_age_seconds 0\n');
  for (const secret of [one.siteId, one.fake.url, stage.registry.key]) expect(text).not.toContain(secret);
  const cell = stage.host.directory.ofCell(1);
  const observed = { site_id: one.siteId, organization: null, carrier: 'direct', problem: null, works: 1 };
  const since = new Date(Date.now() - 7_200_000).toISOString();
  for (const at of [since, new Date().toISOString()])
    cell.observe(at, [{ ...observed, waiting: 3, last_contact_at: null }]);
  const [, seconds] = /queue_age_seconds (\d+)/.exec(await metrics()) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(7200);
  stage.host.directory.setState(one.siteId, 'paused');
  const paused = await metrics();
  expect(paused).toContain('artwork_registry_host_queue_age_seconds 0\n');
  expect(paused).toContain('artwork_registry_host_works_waiting 0\n');
  expect(paused).not.toContain('cell_last_good_poll_seconds{');
});

test('a site that was never heard of has no time of its last answer, rather than the year 1970', async () => {
  const row = {
    state: 'served',
    cell: 1,
    has_key: 1,
    problem: null,
    waiting: 0,
    waiting_since: null,
  } as SiteRow;
  const directory = { list: () => [{ ...row, last_contact_at: null }] } as Partial<Directory> as Directory;
  expect(await hostMetrics(directory, [], Date.now())).not.toContain('cell_last_good_poll_seconds{');
});

test('the last answer and the queue of a site that a clock 40 days ahead noted are those of the right clock once it is back', async () => {
  const stage = await startHost();
  stages.push(stage);
  const one = await stage.site();
  await one.connect();
  const cell = stage.host.directory.ofCell(1);
  const observed = { site_id: one.siteId, organization: null, carrier: 'direct', problem: null, works: 1 };
  const nowMs = Date.now();
  const ahead = new Date(nowMs + 40 * 24 * 3600_000).toISOString();
  for (const at of [ahead, new Date(nowMs - 7_200_000).toISOString()])
    cell.observe(at, [{ ...observed, waiting: 3, last_contact_at: ahead }]);
  const text = await hostMetrics(stage.host.directory, [], nowMs);
  expect(text).toContain('artwork_registry_host_queue_age_seconds 7200\n');
  expect(text).not.toContain('cell_last_good_poll_seconds{');
});
