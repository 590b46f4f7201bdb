// The examples of README.md: those that call, in order, as one program against a real registry; the receiver as one of its own.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signWebhook } from '@artwork-registry/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../../stage/machine/ports.ts';
import { startTestRegistry } from '../../../registry-server/tests/support/test-registry.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
const isReceiver = (code: string) => code.includes('receiveWebhook');

let folder: string;
beforeEach(() => {
  // Inside the workspace, where the name of the package leads to its sources.
  folder = mkdtempSync(join(import.meta.dirname, '../example-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('the examples print what they say', async () => {
  const calls = blocks.filter((code) => !isReceiver(code));
  expect(calls.length).toBeGreaterThan(4);
  const registry = await startTestRegistry();
  try {
    const { apiKey } = await registry.organization('quill');
    await registry.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = registry.app.server.address() as AddressInfo;
    writeFileSync(join(folder, 'example.ts'), calls.join('\n'));
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'example.ts')], {
      env: { ...process.env, REGISTRY_URL: `http://127.0.0.1:${port}/api/v1`, REGISTRY_KEY: apiKey },
    });
    expect(stdout).toMatch(/^(AREG-\d+)\nBlue Hour sold\n\1 Blue Hour\n/);
    const [, refusal] = /\/\/ (invalid_body \d+ \[ \{ path: 'title')/.exec(readme) ?? [];
    expect(stdout).toContain(`\n${refusal}`);
    expect(stdout).toMatch(/\nquill\n$/);
  } finally {
    await registry.close();
  }
});

it('the receiver takes a delivery once, and none with another signature', async () => {
  const secret = 'whsec_dGVzdA==';
  const port = await freePort();
  writeFileSync(join(folder, 'receiver.ts'), blocks.filter(isReceiver).join('\n'));
  const receiver = spawn(process.execPath, [join(folder, 'receiver.ts')], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let printed = '';
    receiver.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await once(receiver.stdout, 'data');
    const body = JSON.stringify({
      ...{
        object: 'event',
        id: 'event-1',
        type: 'artwork.updated',
        created_at: '2026-03-01T12:00:00.000001Z',
      },
      organization: { slug: 'quill' },
      resource: { type: 'artwork', id: 'work-1', registry_id: 'AREG-100001' },
      changed_fields: ['title'],
    });
    const timestamp = Math.floor(Date.now() / 1000);
    const deliver = async (signedWith: string) => {
      const headers = {
        'x-registry-delivery': 'delivery-1',
        'x-registry-attempt': '1',
        'x-registry-timestamp': String(timestamp),
        'x-registry-signature': signWebhook(signedWith, timestamp, body),
      };
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status;
    };
    expect(await deliver('whsec_b3RoZXI=')).toBe(401);
    expect([await deliver(secret), await deliver(secret)]).toEqual([200, 200]);
    expect(printed).toBe('listening\nartwork.updated AREG-100001\n');
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
  }
});
