// The examples of README.md, in order, as one program against a real registry.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTestRegistry } from '../../registry-server/tests/support/test-registry.ts';

it('the examples of README.md print what they say', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  expect(blocks.length).toBeGreaterThan(4);
  // Inside the workspace, where the name of the package leads to its sources.
  const folder = mkdtempSync(join(import.meta.dirname, '../example-'));
  const registry = await startTestRegistry();
  try {
    const { apiKey } = await registry.organization('quill');
    await registry.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = registry.app.server.address() as AddressInfo;
    writeFileSync(join(folder, 'example.ts'), blocks.join('\n'));
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'example.ts')], {
      env: { ...process.env, REGISTRY_URL: `http://127.0.0.1:${port}/api/v1`, REGISTRY_KEY: apiKey },
    });
    expect(stdout).toMatch(/^(AREG-\d+)\nBlue Hour sold\n\1 Blue Hour\n/);
    const [, refusal] = /\/\/ (invalid_body \d+ \[ \{ path: 'title')/.exec(readme) ?? [];
    expect(stdout).toContain(`\n${refusal}`);
    expect(stdout).toMatch(/\nquill\n$/);
  } finally {
    rmSync(folder, { recursive: true });
    await registry.close();
  }
});
