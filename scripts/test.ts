// `npm test`: every suite, one after the other, and one closing line with the sum of their counts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser, mainJob, phpOnMariaDb, phpOnSqlite, unit, type Counts } from './suites.ts';

const isLong = process.argv.includes('--long');
if (isLong) process.env['ARTWORK_REGISTRY_LONG'] = '1';

const reportDir = await mkdtemp(join(tmpdir(), 'artwork-registry-reports-'));
const lines: string[] = [];
const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const suite of [unit, phpOnSqlite, phpOnMariaDb, mainJob, browser]) {
  console.log(`\n== ${suite.name}`);
  const started = Date.now();
  const counts = await suite.run(reportDir).catch((error: Error) => {
    console.error(error);
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
await rm(reportDir, { recursive: true, force: true });
console.log(`\n${lines.join('\n')}\n`);
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);
