// The three programs of "Quick start" in docs/api.md, one after the other against one registry: together they publish one work.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRegistry } from '../support/test-registry.ts';
import type { TestRegistry } from '../support/test-registry.ts';
import { programsFor } from '../support/api-programs.ts';

let registry: TestRegistry;
let programs: Awaited<ReturnType<typeof programsFor>>;

beforeAll(async () => {
  registry = await startTestRegistry();
  const { apiKey } = await registry.organization('quill');
  programs = await programsFor(registry, apiKey);
});
afterAll(async () => {
  programs.remove();
  await registry.close();
});

it('each program publishes and finds the work, and there is one', async () => {
  const shown = await programs.run('quick start', 'sh');
  const [, artId] = /"registry_id":"(AREG-\d+)"/.exec(shown) ?? [];
  expect(shown).toContain('"total":1');
  const expected = `published ${artId}\nfound ${artId} Blue Hour\n`;
  expect(await programs.run('quick start', 'ts')).toBe(expected);
  expect(await programs.run('quick start', 'php')).toBe(expected);
});
