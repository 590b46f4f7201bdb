// The machines of the simulation and the programs on them: a registry, and a host of sync services. Each is started as its command does it;
// where it dies, a next life begins from what survived.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { readConfig } from '../../registry-server/src/config.ts';
import type { Config } from '../../registry-server/src/config.ts';
import { createServer } from '../../registry-server/src/server.ts';
import { createCell } from '../../daemon/src/host/cell-app.ts';
import type { StartCell } from '../../daemon/src/host/cells.ts';
import { createHost } from '../../daemon/src/host/host-app.ts';
import { readHostConfig } from '../../daemon/src/host/host-settings.ts';
import type { Disk } from './disk.ts';
import { Life } from './life.ts';
import type { DeathKind } from './life.ts';
import type { Log } from './log.ts';
import type { SimulatedNetwork } from './network.ts';
import { KILLED, programLog } from './program-log.ts';
import { threadsOf } from './threads-here.ts';
import type { Timeline } from './timeline.ts';

export type Ground = {
  timeline: Timeline;
  disk: Disk;
  network: SimulatedNetwork;
  log: Log;
  /** A program says that something failed which the simulation did not cause. */
  onError: (said: string) => void;
};

/** Starts the program of a machine in a life. Resolves when it answers. */
type StartProgram = (life: Life, log: Logger) => Promise<void>;

export class Machine {
  readonly name: string;
  /** How far its wall clock is ahead of the true time. */
  aheadMs = 0;
  readonly origin: string;
  life: Life | undefined;
  deaths = 0;
  /** The operator keeps it stopped. */
  isHeld = false;
  /** Where the next life begins. */
  folder: string;
  /** Hears of each death. */
  onDeath: (kind: DeathKind, at: string) => void = () => undefined;
  readonly #ground: Ground;
  readonly #start: StartProgram;

  constructor(name: string, origin: string, ground: Ground, start: StartProgram) {
    this.name = name;
    this.origin = origin;
    this.#ground = ground;
    this.#start = start;
    this.folder = ground.disk.newFolder(name);
  }

  /** As the model names it. */
  get program(): { program: 'registry' | 'host'; number: number } {
    return {
      program: this.name === 'host' ? 'host' : 'registry',
      number: this.name === 'other-registry' ? 2 : 1,
    };
  }

  get isUp(): boolean {
    return this.#ground.network.isThere(this.origin);
  }

  /** A life from the folder. Its start may be its end. */
  async start(): Promise<void> {
    const { disk, log, timeline } = this.#ground;
    const life = new Life(this, this.folder, timeline);
    this.life = life;
    disk.add(life);
    life.onDeath = (kind, at) => {
      log.add(`${this.name} dies (${kind}) at ${at}`);
      this.folder = disk.survive(life, kind);
      setImmediate(() => disk.clear(life));
      this.noteDeath(kind, at);
    };
    const started = this.#start(life, programLog(life, this.name, this.#ground)).catch((error: unknown) => {
      if (!life.isDead) throw error;
    });
    await Promise.race([started, life.died]);
  }

  /** Of the machine, or of a process on it. */
  noteDeath(kind: DeathKind, at: string): void {
    this.deaths += 1;
    this.onDeath(kind, at);
  }
}

export const REGISTRY_URL = 'https://registry.art';
/** Of another operator; its Art IDs begin with the same letters. */
export const OTHER_REGISTRY_URL = 'https://other-registry.art';
export const HOST_URL = 'https://sync.art';
/** Takes the events of houses. */
export const RECEIVER_URL = 'https://receiver.art';
export const shopUrl = (serial: number): string => `https://shop${serial}.art`;

export function registryConfig({ folder, machine }: Pick<Life, 'folder' | 'machine'>): Config {
  return readConfig({
    REGISTRY_DATA_DIR: folder,
    REGISTRY_PUBLIC_URL: machine.origin,
    REGISTRY_DRAIN_SECONDS: '0',
    REGISTRY_DUMP_LICENCE: 'https://creativecommons.org/publicdomain/zero/1.0/',
    REGISTRY_LOG_LEVEL: 'warn',
  });
}

export function makeRegistry(ground: Ground, name: string, origin: string): Machine {
  return new Machine(name, origin, ground, async (life, logger) => {
    const server = await createServer({
      config: registryConfig(life),
      logger,
      clock: life.clock,
      network: ground.network.of(life, origin),
      startThread: threadsOf(life),
    });
    await server.start(() => undefined);
  });
}

/** `registryKeys`: what the host reads the feeds of the registries with, once there are some. */
export function makeHost(ground: Ground, registryKeys: () => string[]): Machine {
  return new Machine('host', HOST_URL, ground, async (life, log) => {
    mkdirSync(life.folder, { recursive: true });
    const { config, settings } = readHostConfig({
      DAEMON_DATA_DIR: life.folder,
      DAEMON_PUBLIC_URL: HOST_URL,
      DAEMON_REGISTRIES: `${REGISTRY_URL}/api/v1,${OTHER_REGISTRY_URL}/api/v1`,
      DAEMON_REGISTRY_KEYS: registryKeys().join(','),
      DAEMON_LOG_LEVEL: 'warn',
    });
    const network = ground.network.of(life, HOST_URL);
    const startCell = cellsOf(ground, life);
    await createHost({ config, settings, clock: life.clock, log, network, startCell }).start();
  });
}

/** Cells of a host: processes of the same machine, each with a life of its own. One that dies is started again by the host. */
function cellsOf(ground: Ground, host: Life): StartCell {
  const { timeline, disk, network } = ground;
  return (start, onReady, onReport) => {
    const ended = Promise.withResolvers<string>();
    const folder = join(host.folder, 'cells', String(start.cell));
    mkdirSync(folder, { recursive: true });
    const { machine } = host;
    const life = new Life(
      {
        name: 'cell',
        origin: machine.origin,
        get aheadMs() {
          return machine.aheadMs;
        },
      },
      folder,
      timeline,
    );
    host.children.push(life);
    disk.add(life);
    life.onDeath = (kind, at) => {
      ground.log.add(`a cell dies (${kind}) at ${at}`);
      (machine as Machine).noteDeath(kind, at);
      const putBack = disk.keep(life);
      setImmediate(() => {
        if (host.isDead) return;
        putBack();
        ended.resolve(KILLED);
      });
    };
    const fail = (error: unknown) => {
      if (!life.isDead) ended.resolve((error as Error).message);
    };
    try {
      const log = programLog(life, machine.name, ground);
      const deps = { clock: life.clock, log, network: network.of(life, HOST_URL), onReport };
      const cell = disk.as(life, () => createCell(start, deps));
      cell.start().then(onReady, fail);
      const stop = () => void cell.stop().then(() => ended.resolve('stopped'), fail);
      return { ended: ended.promise, stop, kill: stop, pid: undefined };
    } catch (error) {
      fail(error);
      return { ended: ended.promise, stop: () => undefined, kill: () => undefined, pid: undefined };
    }
  };
}
