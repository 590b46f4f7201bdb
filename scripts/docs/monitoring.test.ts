// deploy/monitoring: the alert rules and the dashboard ask only for numbers that the programs give.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hostMetrics } from '../../daemon/src/host/host-metrics.ts';
import type { Directory } from '../../daemon/src/host/directory.ts';
import { createServiceMetrics } from '../../daemon/src/http/service-metrics.ts';
import { emptyCallCounts } from '../../daemon/src/http/call-counts.ts';
import { makeMetrics } from '../../registry-server/src/http/metrics.ts';
import { startTestRegistry } from '../../registry-server/tests/support/test-registry.ts';
import type { TestRegistry } from '../../registry-server/tests/support/test-registry.ts';

const ROOT = join(import.meta.dirname, '../..');
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');

type Rule = { alert: string; expr: string; annotations: { summary: string; action: string } };
const rules = (parse(text('deploy/monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(text('deploy/monitoring/grafana-dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

const ofPostgresBackup = () => /^ *metric=(\S+)$/m.exec(text('deploy/postgres/backup.sh'))?.[1];

let registry: TestRegistry;
/** By name, as each program says it: counter, gauge, histogram or summary. */
let types: Map<string, string>;
beforeAll(async () => {
  registry = await startTestRegistry();
  const ofServer = makeMetrics(registry.storage, { newestBackupMs: () => 0, onUnknown: () => undefined });
  const nobody = { list: () => [] } as Partial<Directory> as Directory;
  const served = [
    await ofServer.text(),
    await hostMetrics(nobody, [], 0),
    await createServiceMetrics().read([], emptyCallCounts()),
    // What the backup of PostgreSQL leaves for the machine's own exporter.
    `# TYPE ${ofPostgresBackup()} gauge`,
  ];
  types = new Map(
    served.flatMap((lines) =>
      [...lines.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name, type]) => [name!, type!]),
    ),
  );
});
afterAll(() => registry.close());

const asked = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

const PART = /_(bucket|count|sum)$/;

it.each(asked)('%s asks for numbers that there are', (_name, expr) => {
  const names = [...expr.matchAll(/\b(?:registry|artwork_registry|process|nodejs)_[a-z_0-9]+/g)].map(
    ([name]) => name,
  );
  for (const name of names)
    expect([...types.keys()]).toContain(types.has(name) ? name : name.replace(PART, ''));
  expect(names.length + Number(expr.startsWith('up{'))).toBeGreaterThan(0);
});

// A fall of a gauge looks like a counter that began again: increase() then counts what was there before once more.
it.each(asked)('%s takes rates of counters only, and differences of gauges', (_name, expr) => {
  const typeOf = (name: string) => types.get(name) ?? types.get(name.replace(PART, ''));
  for (const [, name = ''] of expr.matchAll(/\b(?:rate|irate|increase)\((\w+)/g))
    expect(['counter', 'histogram'], name).toContain(typeOf(name));
  for (const [, name = ''] of expr.matchAll(/\b(?:delta|changes|deriv)\((\w+)/g))
    expect(typeOf(name), name).toBe('gauge');
});

/** The numbers below a heading, with `prefix` where the page leaves it out. */
function numbersBelow(page: string, heading: string, pattern: RegExp, prefix = ''): string[] {
  const [, section = ''] = text(page).split(`\n## ${heading}\n`);
  const found = (section.split('\n## ')[0] ?? '').matchAll(pattern);
  return [...new Set([...found].map(([, name]) => prefix + name))].sort();
}

it('each page names every number of its program beside those that any Node has', () => {
  const all = [...types.keys()].filter((name) => !/^(?:artwork_registry_)?(?:process|nodejs)_/.test(name));
  const ofHost = all.filter((name) => name.startsWith('artwork_registry_host_'));
  const ofService = all.filter((name) => name.startsWith('artwork_registry_') && !ofHost.includes(name));
  const ofServer = all.filter((name) => name.startsWith('registry_') && name !== ofPostgresBackup());
  expect(numbersBelow('docs/operator.md', 'Monitoring', /`(registry_[a-z_]+)`/g)).toEqual(ofServer.sort());
  expect(numbersBelow('docs/daemon.md', 'Monitoring', /`(artwork_registry_[a-z_]+)`/g)).toEqual(
    ofService.sort(),
  );
  const rows = /(?<=^\| (?:`[a-z_]+`, )*)`([a-z_]+)`/gm;
  expect(numbersBelow('docs/host.md', 'Health and figures', rows, 'artwork_registry_host_')).toEqual(
    ofHost.sort(),
  );
});

it('prometheus.yml has the jobs that the rules ask for', () => {
  const config = parse(text('deploy/monitoring/prometheus.yml')) as {
    rule_files: string[];
    scrape_configs: { job_name: string }[];
  };
  expect(config.rule_files).toEqual(['alerts.yml']);
  const jobs = config.scrape_configs.map((one) => one.job_name);
  for (const [, job] of asked.flatMap(([, expr]) => [...expr.matchAll(/job="([^"]+)"/g)]))
    expect(jobs).toContain(job);
});

it('every figure of a host that docs/host.md calls worth an alert has one', () => {
  const [, table = ''] = /\| worth an alert +\|\n\|[- |]+\n((?:\|.*\n)+)/.exec(text('docs/host.md')) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .filter((row) => !row.includes('`cell_sites`'));
  expect(rows.length).toBeGreaterThan(5);
  const without = rows.filter((row) => {
    const names = [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
    return !rules.some(({ expr }) => names.some((name) => expr.includes(`artwork_registry_host_${name}`)));
  });
  expect(without).toEqual([]);
});

it('every alert says what to do', () => {
  for (const { alert, annotations } of rules) {
    expect(annotations.summary, alert).not.toBe('');
    expect(annotations.action.length, alert).toBeGreaterThan(20);
  }
});
