// What a cell's process is started with, and how the host reaches it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { HostProcess } from '../../tests/support/host-process.ts';
import { until } from '../../tests/support/start-stage.ts';
import { systemClock } from '#kit/clock';
import { createCells, type StartCell } from './cells.ts';

const cellsIn = (dataDir: string, startCell: StartCell) =>
  createCells({
    dataDir,
    settings: {} as never,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    startCell,
  });

/** A cell without a process, which ends when it is told to. */
const runningUntil = ({ promise, resolve }: PromiseWithResolvers<string>) => ({
  ended: promise,
  stop: () => resolve('stopped'),
  kill: () => {},
  pid: undefined,
});

test.skipIf(process.platform !== 'linux')(
  'a cell does not inherit the heap that its host was given',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'host-cells-'));
    const host = new HostProcess({
      DAEMON_DATA_DIR: dataDir,
      DAEMON_REGISTRIES: 'http://127.0.0.1:9/api/v1',
      NODE_OPTIONS: '--max-old-space-size=96',
    });
    try {
      await host.start();
      const [pid] = host.cellPids();
      const of = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0');
      expect(of('cmdline')).toContain('--optimize-for-size');
      expect(of('environ').filter((entry) => entry.startsWith('NODE_OPTIONS'))).toEqual([]);
    } finally {
      await host.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

test('a cell of a host that was killed, which ends late, does not take the socket of its successor away', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'host-cells-'));
  const listening: Server[] = [];
  const host = () => {
    const ended = Promise.withResolvers<string>();
    const cells = cellsIn(dataDir, (start, onReady) => {
      const server = createServer((_request, response) => response.end('here'));
      listening.push(server.listen(start.socket, onReady));
      return runningUntil(ended);
    });
    cells.ensure([1]);
    return cells;
  };
  const [killed, next] = [host(), host()];
  await until(() => killed.dispatcher(1) !== undefined && next.dispatcher(1) !== undefined, 'both listen');
  await new Promise((resolve) => listening[0]!.close(resolve));
  const answer = await request('http://cell/', { dispatcher: next.dispatcher(1)! });
  expect(await answer.body.text()).toBe('here');
  await Promise.all([killed.stop(), next.stop()]);
  listening[1]!.closeAllConnections();
  listening[1]!.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a cell whose process cannot be made is tried again, and ends no host', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'host-cells-'));
  const ended = Promise.withResolvers<string>();
  let starts = 0;
  const cells = cellsIn(dataDir, (_start, onReady) => {
    starts += 1;
    if (starts === 1) throw new Error('spawn ENOMEM');
    onReady();
    return runningUntil(ended);
  });
  cells.ensure([1]);
  await until(() => cells.dispatcher(1) !== undefined, 'the second try');
  expect(cells.list()[0]).toMatchObject({ isReady: true, restarts: 1 });
  await cells.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
