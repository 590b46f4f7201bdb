// `npm test`: the suites of every day, what failed, and one closing line with the sum of their counts. Two run at a time, for two cores;
// one is shown as it runs, the other when it ends. `npm run test:long` (--long) adds the long stories and runs, and all of PHPUnit on SQLite.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts, Suite, Test } from './suites.ts';

if (process.argv.includes('--long')) process.env['ARTWORK_REGISTRY_LONG'] = '1';
// After that line, which decides what is in them.
const {
  bareMachine,
  browser,
  hostedOnShop,
  isLong,
  mainJob,
  messyCatalogue,
  mutation,
  onPostgres,
  otherPhp,
  phpOnMariaDb,
  phpOnSqlite,
  phpInOddPlaces,
  unit,
} = await import('./suites.ts');

/** The longest first, so that both ends of the run meet. Suites of one list write into the same folders, so they follow each other. */
const waiting: Suite[][] = isLong
  ? [
      [unit, ...onPostgres],
      [phpOnMariaDb],
      [browser, hostedOnShop, messyCatalogue],
      [phpOnSqlite],
      phpInOddPlaces,
      [mutation],
      [otherPhp],
      [bareMachine],
      [mainJob],
    ]
  : [[unit], [phpOnMariaDb], [browser], [mainJob]];
const slowestShown = 10;
const startedAt = Date.now();
const reportDir = await mkdtemp(join(tmpdir(), 'artwork-registry-reports-'));
const lines: string[] = [];
const tests: Test[] = [];
const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
// Each process that is started reads our sources compiled already.
process.env['NODE_COMPILE_CACHE'] ??= join(reportDir, 'compiled');
await Promise.all([next(show), next(showAtEnd)]);
await rm(reportDir, { recursive: true, force: true });
tests.sort((one, other) => other.seconds - one.seconds);
console.log(`\nThe ${slowestShown} slowest tests:`);
for (const { name, seconds } of tests.slice(0, slowestShown))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
list(
  'Failed beside the others, passed once more (each is a fault of the test or of the code)',
  tests.filter((test) => test.isFlaky),
);
list(
  'Failed',
  tests.filter((test) => test.isFailed),
);
console.log(`\n${lines.join('\n')}\nall suites: ${minutes(startedAt)}\n`);
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);

function list(title: string, found: Test[]): void {
  if (found.length > 0) console.log(`\n${title}:`);
  for (const { name, reason } of found) {
    console.log(`  ${name}`);
    if (reason !== undefined) console.log(reason.replace(/^/gm, '    | '));
  }
}

/** Takes what waits, one after the other, until nothing is left. */
async function next(runOne: (suite: Suite) => Promise<void>): Promise<void> {
  for (let suites = waiting.shift(); suites !== undefined; suites = waiting.shift())
    for (const suite of suites) await runOne(suite);
}

async function show(suite: Suite): Promise<void> {
  console.log(`\n== ${suite.name}`);
  await run(suite, (text) => void process.stdout.write(text));
}

async function showAtEnd(suite: Suite): Promise<void> {
  let output = '';
  await run(suite, (text) => (output += text));
  console.log(`\n== ${suite.name}\n${output}`);
}

async function run(suite: Suite, write: (text: string) => void): Promise<void> {
  const started = Date.now();
  const result = await suite.run(reportDir, write).catch((error: Error) => {
    write(`${error.stack}\n`);
    return { passed: 0, failed: 1, skipped: 0, tests: [] };
  });
  sum.passed += result.passed;
  sum.failed += result.failed;
  sum.skipped += result.skipped;
  tests.push(...result.tests);
  lines.push(
    `${suite.name}: ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped in ${minutes(started)}`,
  );
}

function minutes(since: number): string {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
