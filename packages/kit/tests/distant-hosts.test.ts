// A host that is far away, and has an address that leads nowhere from here.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { ONE_ADDRESS_MS, waitForDistantHosts } from '../src/distant-hosts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const opened: net.Socket[] = [];
const nodeDefaultMs = net.getDefaultAutoSelectFamilyAttemptTimeout();
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  net.setDefaultAutoSelectFamilyAttemptTimeout(nodeDefaultMs);
});

/** Takes no connection for 700 ms: the kernel answers what comes meanwhile when it is asked again, after a second. */
const DISTANT = `
  const server = require('node:net').createServer((socket) => socket.end('here'));
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    process.stdout.write(server.address().port + '\\n', () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
    });
  });`;

async function connectFarAway(): Promise<string> {
  const child = spawn(process.execPath, ['-e', DISTANT], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(line.toString());
    // The kernel takes as many as wait in the queue, and one more.
    for (let i = 0; i < 2; i += 1) {
      const before = net.connect(port, '127.0.0.1').on('error', () => {});
      opened.push(before);
      await once(before, 'connect');
    }
    const socket = net.connect({
      host: 'far.example',
      port,
      lookup: (_host, _options, callback) =>
        callback(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '::1', family: 6 },
        ]),
    });
    opened.push(socket);
    return await text(socket);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

describe('a host that takes a second to answer, and has another address that leads nowhere', () => {
  it('is reached', async () => {
    waitForDistantHosts();
    expect(await connectFarAway()).toBe('here');
  });
  it('is not reached with the patience that Node has by itself', async () => {
    await expect(connectFarAway()).rejects.toMatchObject({ name: 'AggregateError' });
  });
});

it.each([
  ['a program', join(ROOT, 'registry-server/src/main.ts'), ['--version']],
  ['the sync service', join(ROOT, 'daemon/src/main.ts'), ['--version']],
  ['a cell of a host', join(ROOT, 'daemon/src/host/cell-main.ts'), []],
])('%s has this patience for all its connections', async (_, file, args) => {
  const tell = `import net from 'node:net';
    const tell = () => process.send?.(net.getDefaultAutoSelectFamilyAttemptTimeout());
    setInterval(tell, 20).unref(); process.on('exit', tell);`;
  const child = fork(file, args, {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(tell)}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const told = new Promise<void>((resolve) =>
    child.on('message', (ms) => void (ms === ONE_ADDRESS_MS && resolve())),
  );
  await Promise.race([
    told,
    once(child, 'exit').then(() => Promise.reject(new Error('it ended without it'))),
  ]);
  child.kill('SIGKILL');
});
