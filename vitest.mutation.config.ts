// The tests that can see a mutant: those that run the code in their own process.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'registry-server/contract/**/*.test.ts',
      'registry-server/src/**/*.test.ts',
      'daemon/src/**/*.test.ts',
    ],
    exclude: [
      '**/node_modules/**',
      '**/cli/**',
      '**/crash.test.ts',
      '**/fault-*.test.ts',
      '**/threads.test.ts',
      '**/docs.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
