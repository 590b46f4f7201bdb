// Every operation of the registry on SQLite with each of its statements failing (each-statement.ts), and the proof that no operation
// is left out.
import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/http/endpoints.ts';
import { SQLITE_OPERATIONS } from '../../src/storage/operations.ts';
import { ACTION_OPERATIONS, ACTIONS } from './action-operations.ts';
import { API_OPERATIONS } from './api-operations.ts';
import { sqliteBench } from './sqlite-bench.ts';
import { failStatementsOf } from './statement-suite.ts';

const namesOf = (operations: readonly { name: string }[]) => operations.map(({ name }) => name.split('~')[0]);

failStatementsOf({
  name: 'SQLite',
  operations: SQLITE_OPERATIONS,
  short: { stride: 8, ways: 1, others: false },
  long: { stride: 1, ways: Infinity, others: true },
  onlyLong: [],
  inTurn: [],
  open: (clock, jobs) => Promise.resolve(sqliteBench(clock, jobs)),
});

it('every endpoint of the API has a line', () => {
  const ids = ENDPOINTS.map(({ operationId }) => operationId);
  expect(ids.filter((id) => !namesOf(API_OPERATIONS).includes(id))).toEqual([]);
});

it('every action of the operator has a line', () => {
  expect(Object.keys(ACTIONS).length).toBeGreaterThan(25);
  expect(Object.keys(ACTIONS).filter((name) => !namesOf(ACTION_OPERATIONS).includes(name))).toEqual([]);
});
