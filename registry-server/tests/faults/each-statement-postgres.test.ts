// Every operation of the registry on PostgreSQL with each of its statements failing (each-statement.ts).
import { POSTGRES_OPERATIONS } from '../../src/storage/operations.ts';
import { postgresBench } from './postgres-bench.ts';
import { failStatementsOf } from './statement-suite.ts';

failStatementsOf({
  name: 'PostgreSQL',
  operations: POSTGRES_OPERATIONS,
  short: { stride: 30, ways: 1, others: false },
  long: { stride: 1, ways: 2, others: true },
  onlyLong: ['actions', 'reads'],
  inTurn: ['actions'],
  open: postgresBench,
});
