// Unit and conformance tests of every TypeScript part; the browser's stories are Playwright's (e2e/).
import { defineConfig } from 'vitest/config';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
// Half a minute and more each: whole programs over and over, and the clusters that tests start.
const ONLY_LONG = [
  'registry-server/src/cli/{operator-docs,other-programs,postgres-docs}.test.ts',
  'registry-server/src/storage/move/interrupted.test.ts',
  'registry-server/src/storage/postgres/{filled-queue,promotion}.test.ts',
  'registry-server/tests/outside/rolling-upgrade.test.ts',
  'daemon/src/sync/older-journal.test.ts',
  'daemon/src/cli/{daemon-docs,host-docs}.test.ts',
  'daemon/tests/outside/{fault-moments,fault-suite,host-faults,host-kill,lost-journals,review-crash,slow-bodies}.test.ts',
  'registry-server/tests/outside/{chaos,chaos-asynchronous,chaos-run,lost-commit}.test.ts',
  'registry-server/tests/support/postgres-cluster.test.ts',
  'registry-server/bench/{growth,peers}/smallest.test.ts',
  'scripts/bench-rows.test.ts',
  'scripts/release/{client,daemon,server}-package.test.ts',
  'scripts/release/reproducible.test.ts',
  'plugin/release/{build-from-zip,real-plugin-check}.test.ts',
];
if (!isLong)
  console.log(`Only with ARTWORK_REGISTRY_LONG=1 and in npm run test:long: ${ONLY_LONG.join(', ')}`);

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'registry-server/**/*.test.ts',
      'daemon/**/*.test.ts',
      'stage/**/*.test.ts',
      'plugin/{i18n,release,src}/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', ...(isLong ? [] : ONLY_LONG)],
    // One PostgreSQL cluster for the whole run, started when the first test asks for it.
    globalSetup: ['registry-server/tests/support/postgres-shared.ts'],
    // Real files, servers and child processes on two cores: generous, so that only a hang is a failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A process for each file would load the same sources 240 times, which was half of the run. No file may leave timers, settings or
    // hooks of its own behind.
    isolate: false,
    // One more than the cores: many tests wait for processes and clocks. A fourth worker made the run longer.
    maxWorkers: 3,
  },
});
