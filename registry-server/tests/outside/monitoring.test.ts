// deploy/monitoring: the alert rules and the dashboard ask only for numbers that the programs give.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeMetrics } from '../../src/http/metrics.ts';
import { startTestRegistry } from '../support/test-registry.ts';
import type { TestRegistry } from '../support/test-registry.ts';

const ROOT = join(import.meta.dirname, '../../..');
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');

type Rule = { alert: string; expr: string; annotations: { summary: string; action: string } };
const rules = (parse(text('deploy/monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(text('deploy/monitoring/grafana-dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

let registry: TestRegistry;
let known: Set<string>;
beforeAll(async () => {
  registry = await startTestRegistry();
  const metrics = makeMetrics(registry.storage, () => 0);
  metrics.watch(registry.app);
  const served = [...(await metrics.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
  // The host's are named where they are made; host-metrics.test.ts asks a host for them.
  const ofHost = [...text('daemon/src/host/host-metrics.ts').matchAll(/gauge\(\s*'([a-z_]+)'/g)];
  known = new Set([...served, ...ofHost.map(([, name]) => `artwork_registry_host_${name}`)]);
});
afterAll(() => registry.close());

const asked = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

it.each(asked)('%s asks for numbers that there are', (_name, expr) => {
  const names = [...expr.matchAll(/\b(?:registry|artwork_registry|process|nodejs)_[a-z_0-9]+/g)].map(
    ([name]) => name,
  );
  for (const name of names.map((one) => one.replace(/_(bucket|count|sum)$/, '')))
    expect([...known]).toContain(name);
  expect(names.length + Number(expr.startsWith('up{'))).toBeGreaterThan(0);
});

it('every alert says what to do', () => {
  for (const { alert, annotations } of rules) {
    expect(annotations.summary, alert).not.toBe('');
    expect(annotations.action.length, alert).toBeGreaterThan(20);
  }
});
