// What takes a host out of service.
import { expect, test } from 'vitest';
import type { CellReport } from './cell-messages.ts';
import { problemOf } from './host-problem.ts';

const cell = (report: Partial<CellReport> = {}, change: object = {}) => ({
  number: 1,
  isReady: true,
  restarts: 0,
  pid: 1,
  silentMs: 0,
  report: {
    sites: 1000,
    stuck: 0,
    failing: 0,
    problem: null,
    counts: {},
    lastCheckAt: null,
    journalBytes: 0,
    ...report,
  } as CellReport,
  ...change,
});

test.each([
  [null, 'nothing is wrong', cell()],
  [null, 'one of a thousand sites is stuck', cell({ stuck: 1 })],
  [null, 'one of two sites is stuck', cell({ sites: 2, stuck: 1 })],
  ['stuck', 'most sites of a cell are stuck', cell({ stuck: 501 })],
  ['stuck', 'the only site is stuck', cell({ sites: 1, stuck: 1 })],
  ['cell_not_running', 'a cell is not running', cell({}, { isReady: false })],
  ['cell_silent', 'a cell is silent', cell({}, { silentMs: 90_001 })],
  ['cell_has_problem', 'a cell has a problem', cell({ problem: 'journal_not_writable' })],
])('a host answers %s when %s', (problem, _, broken) => {
  expect(problemOf([cell(), broken])).toBe(problem);
});
