// Tests of the server and of its contract. Real files, sockets and processes; no test sleeps for real minutes.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'contract/**/*.test.ts', 'tests/**/*.test.ts'],
    // One PostgreSQL cluster for the whole run, started when the first test asks for it.
    globalSetup: ['tests/support/postgres-shared.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
