// The receivers that docs/api.md shows, taken from the page and run: what people copy must work.
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signWebhook } from '@artwork-registry/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../stage/machine/ports.ts';
import { programOf } from '../support/api-programs.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SECRET = 'whsec_dGVzdA==';

let folder: string;
let child: ChildProcess;
let url: string;
let printed: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-receiver-'));
});
afterEach(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

function exampleOf(name: 'node' | 'php'): string {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  const found = new RegExp(`<!-- example: ${name} -->\n\`\`\`\\w+\n(.*?)\n\`\`\``, 's').exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/api.md has no example for ${name}`);
  return found;
}

async function start(command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/`;
  printed = '';
  const given = args.map((arg) => arg.replace('PORT', String(port)));
  child = spawn(command, given, {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port), ...env },
  });
  const collect = (chunk: Buffer) => (printed += chunk.toString());
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  // Both say that they listen: the example itself, and PHP's server "Development Server (…) started".
  while (!/listening|started/.test(printed)) {
    if (child.exitCode !== null) throw new Error(printed);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Answers status and body. */
async function deliver(
  id: string,
  micros: number,
  changes: { signature?: string; secondsAgo?: number; deliveryId?: string } = {},
) {
  const timestamp = Math.floor(Date.now() / 1000) - (changes.secondsAgo ?? 0);
  const body = JSON.stringify({
    object: 'event',
    id: `event-${id}`,
    type: 'artwork.updated',
    created_at: `2026-03-01T12:00:00.${String(micros).padStart(6, '0')}Z`,
    organization: { slug: 'größe' },
    resource: { type: 'artwork', id: 'a', registry_id: 'AREG-1' },
    changed_fields: ['title'],
  });
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-registry-timestamp': String(timestamp),
      'x-registry-delivery': changes.deliveryId ?? id,
      'x-registry-attempt': '1',
      'x-registry-signature': changes.signature ?? signWebhook(SECRET, timestamp, body),
    },
    body,
  });
  return [response.status, await response.text()];
}

/** What the page's own delivery, made with openssl and curl, is answered. */
async function tryWithCurl(): Promise<string> {
  const env = { ...process.env, WEBHOOK_SECRET: SECRET, RECEIVER: url };
  const program = programOf('recipe: webhook', 'sh');
  return (await promisify(execFile)('bash', ['-c', program], { env })).stdout;
}

describe('the example receiver', () => {
  it('in Node stores each delivery once and tells what is stale', async () => {
    writeFileSync(join(folder, 'receiver.ts'), exampleOf('node'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await start(process.execPath, ['receiver.ts']);
    expect(await deliver('one', 5)).toEqual([200, 'stored']);
    expect(await deliver('one', 5)).toEqual([200, 'duplicate']);
    // Captured, and sent again as another delivery: the id in the header is not signed.
    expect(await deliver('one', 5, { deliveryId: 'another' })).toEqual([200, 'duplicate']);
    expect(await deliver('two', 4)).toEqual([200, 'stored']);
    expect(await deliver('three', 6)).toEqual([200, 'stored']);
    expect(await deliver('four', 7, { secondsAgo: 301 })).toEqual([401, 'refused']);
    expect(await deliver('five', 7, { signature: 'sha256=00' })).toEqual([401, 'refused']);
    expect(await tryWithCurl()).toBe('stored 200\nduplicate 200\n');
    await expect
      .poll(() => printed.split('\n').slice(1, -1))
      .toEqual([
        'new artwork.updated AREG-1',
        'stale artwork.updated AREG-1',
        'new artwork.updated AREG-1',
        // Of another work, which nothing has overtaken.
        'new artwork.updated AREG-1',
      ]);
  });

  it('in PHP stores each delivery once and tells what is stale', async () => {
    writeFileSync(join(folder, 'receiver.php'), exampleOf('php'));
    await start('php', ['-S', '127.0.0.1:PORT', 'receiver.php'], {
      DATABASE: `sqlite:${join(folder, 'deliveries.db')}`,
    });
    expect(await deliver('one', 5)).toEqual([200, 'new']);
    expect(await deliver('one', 5)).toEqual([200, 'duplicate']);
    // Captured, and sent again as another delivery: the id in the header is not signed.
    expect(await deliver('one', 5, { deliveryId: 'another' })).toEqual([200, 'duplicate']);
    expect(await deliver('two', 4)).toEqual([200, 'stale']);
    expect(await deliver('three', 6)).toEqual([200, 'new']);
    expect(await deliver('four', 7, { secondsAgo: 301 })).toEqual([401, 'refused']);
    expect(await deliver('five', 7, { signature: 'sha256=00' })).toEqual([401, 'refused']);
    expect(await tryWithCurl()).toBe('new 200\nduplicate 200\n');
  });

  it('in PHP takes nothing while its secret is not set, with which everybody could sign', async () => {
    writeFileSync(join(folder, 'receiver.php'), exampleOf('php'));
    await start('php', ['-S', '127.0.0.1:PORT', 'receiver.php'], { WEBHOOK_SECRET: '' });
    const signature = signWebhook('', Math.floor(Date.now() / 1000), '{}');
    expect(await deliver('one', 5, { signature })).toEqual([500, 'WEBHOOK_SECRET is not set']);
  });
});
