// The three programs of "Quick start" in docs/api.md, one after the other against one registry: together they publish one work.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRegistry } from '../support/test-registry.ts';
import type { TestRegistry } from '../support/test-registry.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
let registry: TestRegistry;
let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.app.listen({ port: 0, host: '127.0.0.1' });
  const { apiKey } = await registry.organization('quill');
  const { port } = registry.app.server.address() as AddressInfo;
  env = { PATH: process.env['PATH'], REGISTRY: `http://127.0.0.1:${port}`, KEY: apiKey };
  folder = mkdtempSync(join(tmpdir(), 'quick-start-'));
  mkdirSync(join(folder, 'node_modules/@artwork-registry'), { recursive: true });
  symlinkSync(join(ROOT, 'client'), join(folder, 'node_modules/@artwork-registry/client'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await registry.close();
});

/** Runs the page's program of this language; returns what it printed. */
async function run(language: 'sh' | 'ts' | 'php', command: string, file: string): Promise<string> {
  const marked = new RegExp(`<!-- quick start: ${language} -->\n\`\`\`${language}\n(.*?)\n\`\`\``, 's');
  writeFileSync(
    join(folder, file),
    marked.exec(PAGE)?.[1] ?? `docs/api.md has no quick start in ${language}`,
  );
  const { stdout } = await promisify(execFile)(command, [file], { cwd: folder, env });
  return stdout;
}

it('each program publishes and finds the work, and there is one', async () => {
  const shown = await run('sh', 'bash', 'start.sh');
  const [, artId] = /"registry_id":"(AREG-\d+)"/.exec(shown) ?? [];
  expect(shown).toContain('"total":1');
  const expected = `published ${artId}\nfound ${artId} Blue Hour\n`;
  expect(await run('ts', process.execPath, 'start.mts')).toBe(expected);
  expect(await run('php', 'php', 'start.php')).toBe(expected);
});
