// The tests that judge a mutant: those that run the rules directly, in their own process. A test that starts a server or a whole
// service would see the same mutants, but loads its modules again for each of them, which takes seconds.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/contract/**/*.test.ts',
      'registry-server/src/domain/**/*.test.ts',
      'registry-server/src/delivery/lane-states.test.ts',
      'registry-server/src/delivery/retry-schedule.test.ts',
      'registry-server/tests/conformance/rules-on-sqlite.ts',
      'daemon/src/sync/plan/**/*.test.ts',
      'daemon/src/sync/apply/**/*.test.ts',
      'daemon/src/registry/rate-budget.test.ts',
    ],
    exclude: ['**/node_modules/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
