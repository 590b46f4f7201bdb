// Every operation of the registry on SQLite with each of its statements failing (each-statement.ts).
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/http/endpoints.ts';
import { SQLITE_OPERATIONS } from '../../src/storage/operations.ts';
import { testClock } from '../support/test-clock.ts';
import { ACTION_OPERATIONS, ACTIONS } from './action-operations.ts';
import { API_OPERATIONS } from './api-operations.ts';
import { failEach, shortened } from './each-statement.ts';
import type { Operation } from './each-statement.ts';
import { sqliteBench } from './sqlite-bench.ts';
import { readOperations, STORAGE_WRITES } from './storage-operations.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const TIME = { timeout: 900_000 };
const isRead = (kind: string) => kind === 'read' || kind === 'point';
const READS = Object.entries(SQLITE_OPERATIONS).flatMap(([name, kind]) => (isRead(kind) ? [name] : []));

/** The statements of an operation by itself; what else it sends comes before it, as for every request. */
const namesOf = (operations: readonly { name: string }[]) => operations.map(({ name }) => name.split('~')[0]);

describe('on SQLite, a statement that fails leaves nothing half done', () => {
  const jobs = new Set<string>();
  const report = async (what: string, operations: (samples: Record<string, unknown[][]>) => Operation[]) => {
    const clock = testClock();
    const bench = sqliteBench(clock, jobs);
    const started = process.cpuUsage();
    const found = await failEach(bench, clock, operations, { isLong }).finally(() => bench.close());
    const { user, system } = process.cpuUsage(started);
    console.log(
      `SQLite, ${what}: ${found.operations} operations with ${found.statements} statements, ` +
        `${found.runs} failures, ${Math.round((user + system) / 1e6)} s`,
    );
    expect(shortened(found.faults)).toEqual([]);
  };

  it('of any call of the API or public page', TIME, () => report('API', () => API_OPERATIONS));
  it('of any action of the operator', TIME, () => report('actions', () => ACTION_OPERATIONS));
  it('of anything else that writes', TIME, () => report('other writes', () => STORAGE_WRITES));
  it('of any read', TIME, () => report('reads', (samples) => readOperations(samples, READS)));

  it('and every operation of the storage was one of them', () => {
    expect(Object.keys(SQLITE_OPERATIONS).filter((name) => !jobs.has(name))).toEqual([]);
  });
});

it('every endpoint of the API has a line', () => {
  const ids = ENDPOINTS.map(({ operationId }) => operationId);
  expect(ids.filter((id) => !namesOf(API_OPERATIONS).includes(id))).toEqual([]);
});

it('every action of the operator has a line', () => {
  expect(Object.keys(ACTIONS).length).toBeGreaterThan(25);
  expect(Object.keys(ACTIONS).filter((name) => !namesOf(ACTION_OPERATIONS).includes(name))).toEqual([]);
});
