// status: who serves this registry now: the database, its standbys, and the instances with the endpoints each sends to.
import type { Command } from 'commander';
import { table } from '#kit/table';
import type { EngineStatus } from '../storage/operator-records.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import { action } from './run.ts';

export function addStatusCommand(program: Command): void {
  action(
    program.command('status').description('show the database, its standbys and the running instances'),
    async ({ storage }) => {
      const engine = await storage.readEngine();
      return { json: jsonOf(storage.place, engine), text: textOf(storage.place, engine) };
    },
  );
}

function jsonOf(place: string, engine: EngineStatus): Record<string, unknown> {
  return {
    database: {
      engine: engine.name,
      place,
      schema_version: engine.schemaVersion,
      synchronous: engine.isSynchronous,
      connections: engine.connections,
      oldest_transaction: engine.oldestTransaction,
    },
    standbys: engine.standbys.map(({ name, isSynchronous, state, lagBytes, lagSeconds }) => ({
      name,
      synchronous: isSynchronous,
      state,
      lag_bytes: lagBytes,
      lag_seconds: lagSeconds,
    })),
    instances: engine.instances.map(({ id, address, program, startedAt, seenAt, lanes }) => ({
      id,
      address,
      program,
      started_at: isoOfMicros(startedAt),
      seen_at: isoOfMicros(seenAt),
      lanes,
    })),
    hints: engine.hints,
  };
}

function textOf(place: string, engine: EngineStatus): string {
  const { connections, instances, standbys } = engine;
  return [
    `${engine.name}, schema ${engine.schemaVersion}: ${place}`,
    ...(connections === null ? [] : [`${connections.used} of ${connections.allowed} connections used`]),
    ...(connections === null
      ? []
      : [
          engine.isSynchronous
            ? 'commits wait for a standby'
            : 'commits wait for no standby: what was answered last may be lost with this machine',
        ]),
    table(
      [
        ['STANDBY', 'SYNCHRONOUS', 'STATE', 'BEHIND'],
        ...standbys.map((standby) => [
          standby.name,
          standby.isSynchronous ? 'yes' : 'no',
          standby.state,
          standby.lagBytes === null ? '-' : `${standby.lagBytes} bytes`,
        ]),
      ].slice(standbys.length === 0 ? 1 : 0),
      'no standby',
    ),
    table(
      [
        ['INSTANCE', 'SCHEMA', 'STARTED', 'SEEN', 'ENDPOINTS'],
        ...instances.map((instance) => [
          instance.address,
          instance.program,
          isoOfMicros(instance.startedAt),
          isoOfMicros(instance.seenAt),
          instance.lanes,
        ]),
      ].slice(instances.length === 0 ? 1 : 0),
      connections === null ? 'one process serves the embedded database' : 'no instance is running',
    ),
    ...engine.hints,
  ].join('\n');
}
