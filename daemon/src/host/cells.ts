// The cells of a host: one process each, with one journal and at most 1,000 sites, reached over a socket in the data folder. A cell
// that ends is started again; the others do not notice.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Logger } from 'pino';
import { Agent, type Dispatcher } from 'undici';
import { backoffMs } from '../net/backoff.ts';
import { systemClock } from '#kit/clock';
import type { Clock } from '#kit/clock';
import type { Network } from '#kit/network';
import type { CellReport, CellStart } from './cell-messages.ts';

/** A cell that lived so long has no standing fault. */
const HEALTHY_AFTER_MS = 60_000;
const STOP_WITHIN_MS = 9000;

/** A running cell: `ended` resolves however it ended. */
export type RunningCell = {
  ended: Promise<string>;
  stop: () => void;
  kill: () => void;
  pid: number | undefined;
};
/**
 * A cell of 1,000 sites takes 112 MiB after all of them were polled for the first time, and 226 MiB without --optimize-for-size, which
 * costs a quarter more CPU then: without it V8 keeps what such a burst left behind.
 */
const CELL_FLAGS = ['--max-semi-space-size=4', '--optimize-for-size'];

export type StartCell = (
  start: CellStart,
  onReady: () => void,
  onReport: (report: CellReport) => void,
) => RunningCell;
export type Cells = ReturnType<typeof createCells>;

type Cell = {
  number: number;
  running: RunningCell | null;
  /** For the requests of sites: each site has one turn under way, which waits for its call. */
  dispatcher: Dispatcher | null;
  /** For the registry's feed, which must not wait behind them. */
  feed: Dispatcher | null;
  isReady: boolean;
  report: CellReport | null;
  reportedAtMs: number;
  restarts: number;
};

/** Where a cell keeps its journal. */
export const cellFolder = (dataDir: string, cell: number): string => join(dataDir, 'cells', String(cell));
const socketFolder = (dataDir: string): string => join(dataDir, 'sockets');
/** A new one for each process: one that ends late, as after its host was killed, removes the socket that it listened on. */
const newSocket = (dataDir: string, cell: number): string =>
  join(socketFolder(dataDir), `cell-${cell}-${randomBytes(4).toString('hex')}`);

export function createCells(deps: {
  dataDir: string;
  /** All that a cell needs, but its number. */
  settings: Omit<CellStart, 'cell' | 'socket'>;
  clock: Clock;
  log: Logger;
  startCell?: StartCell;
  network?: Network | undefined;
}) {
  const { clock, log, dataDir, network } = deps;
  const startCell = deps.startCell ?? forkCell;
  const cells = new Map<number, Cell>();
  const stopping = new AbortController();
  const loops: Promise<void>[] = [];
  // Of processes that were killed. One that still ends needs its own no longer.
  rmSync(socketFolder(dataDir), { recursive: true, force: true });
  mkdirSync(socketFolder(dataDir), { recursive: true, mode: 0o700 });

  async function keepRunning(cell: Cell): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const startedAtMs = clock.elapsed();
      const socket = newSocket(dataDir, cell.number);
      const connection = { connect: { socketPath: socket }, keepAliveTimeout: 10_000 };
      cell.dispatcher = network?.connect(socket) ?? new Agent(connection);
      cell.feed = network?.connect(socket) ?? new Agent({ ...connection, connections: 2 });
      cell.reportedAtMs = startedAtMs;
      const reason = await run(cell, socket);
      cell.isReady = false;
      cell.running = null;
      await Promise.all([cell.dispatcher, cell.feed].map((agent) => agent.destroy().catch(() => {})));
      removeSocket(socket);
      if (stopping.signal.aborted) return;
      failures = clock.elapsed() - startedAtMs > HEALTHY_AFTER_MS ? 0 : failures + 1;
      cell.restarts += 1;
      log.error({ cell: cell.number, reason }, 'a cell ended and is started again');
      await clock.sleep(failures <= 1 ? 100 : backoffMs(failures), stopping.signal);
    }
  }

  /** Runs the process of the cell; why it ended. Never throws: a process that cannot be made, as without memory, must not end the host. */
  async function run(cell: Cell, socket: string): Promise<string> {
    try {
      cell.running = startCell(
        { ...deps.settings, cell: cell.number, socket },
        () => (cell.isReady = true),
        (report) => {
          cell.report = report;
          cell.reportedAtMs = clock.elapsed();
        },
      );
      return await cell.running.ended;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Each process has a name of its own, so that one that stays is in no other's way until the next start removes it. */
  function removeSocket(socket: string): void {
    try {
      rmSync(socket, { force: true });
    } catch (error) {
      log.warn({ err: error }, 'the socket of a cell that ended could not be removed');
    }
  }

  return {
    /** Starts the cells that are wanted and not there. */
    ensure(numbers: number[]): void {
      for (const number of numbers) {
        if (cells.has(number) || stopping.signal.aborted) continue;
        const cell = {
          number,
          running: null,
          dispatcher: null,
          feed: null,
          isReady: false,
          report: null,
          reportedAtMs: clock.elapsed(),
          restarts: 0,
        };
        cells.set(number, cell);
        loops.push(keepRunning(cell));
      }
    },
    /** Leads to the cell; undefined while it starts. */
    dispatcher(number: number): Dispatcher | undefined {
      const cell = cells.get(number);
      return cell?.isReady && cell.dispatcher ? cell.dispatcher : undefined;
    },
    /** The same for the registry's feed. */
    feedDispatcher(number: number): Dispatcher | undefined {
      const cell = cells.get(number);
      return cell?.isReady && cell.feed ? cell.feed : undefined;
    },
    list: () =>
      [...cells.values()].map(({ number, isReady, report, restarts, running, reportedAtMs }) => ({
        number,
        isReady,
        report,
        restarts,
        pid: running?.pid,
        silentMs: clock.elapsed() - reportedAtMs,
      })),
    async stop(): Promise<void> {
      stopping.abort();
      for (const { running } of cells.values()) running?.stop();
      // Real time, as processes take it.
      const callOff = systemClock.timeout(STOP_WITHIN_MS, () => {
        for (const { running } of cells.values()) running?.kill();
      });
      await Promise.all(loops);
      callOff();
    },
  };
}

const forkCell: StartCell = (start, onReady, onReport) => {
  // In the published package the files are JavaScript.
  const file = join(import.meta.dirname, `cell-main${extname(import.meta.filename)}`);
  // The host's own are for its process; a cell has flags of its own.
  const { NODE_OPTIONS: _ofHost, ...env } = process.env;
  const child: ChildProcess = fork(file, [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: CELL_FLAGS,
    env: { ...env, MALLOC_ARENA_MAX: '1' },
  });
  child.on('message', (message: { ready?: boolean; report?: CellReport }) => {
    if (message.ready) onReady();
    if (message.report) onReport(message.report);
  });
  child.send(start);
  const ended = new Promise<string>((resolve) => {
    // Each one: a start message and then a signal that do not arrive are two, and one without a listener would end the host.
    let hasFailed = false;
    child.on('error', (error) => {
      // One that lives on would hold the lock of the cell that takes its place.
      if (!hasFailed) {
        hasFailed = true;
        child.kill('SIGKILL');
      }
      resolve(error.message);
    });
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return {
    ended,
    pid: child.pid,
    stop: () => void child.kill('SIGTERM'),
    kill: () => void child.kill('SIGKILL'),
  };
};
