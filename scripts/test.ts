// `npm test`: every suite and one closing line with the sum of their counts. Two run at a time, for two cores: the plugin's tests on SQLite,
// which take longest, beside the others; the stories have both. What PHPUnit says is shown when it ends. The long stories are
// `npm run test:long`'s.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser, mainJob, phpOnMariaDb, phpOnSqlite, unit, type Counts, type Suite } from './suites.ts';

if (process.argv.includes('--long')) process.env['ARTWORK_REGISTRY_LONG'] = '1';

const reportDir = await mkdtemp(join(tmpdir(), 'artwork-registry-reports-'));
const lines: string[] = [];
const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
await Promise.all([besideSqlite(), showAtEnd(phpOnSqlite)]);
await show(browser);
await rm(reportDir, { recursive: true, force: true });
console.log(`\n${lines.join('\n')}\n`);
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);

async function besideSqlite(): Promise<void> {
  await show(unit);
  await show(mainJob);
  await showAtEnd(phpOnMariaDb);
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
  const counts = await suite.run(reportDir, write).catch((error: Error) => {
    write(`${error.stack}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  sum.skipped += counts.skipped;
  const seconds = Math.round((Date.now() - started) / 1000);
  lines.push(
    `${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s`,
  );
}
