// Mutation tests (`npm run mutation`, part of `npm run test:long`): does a test notice when a rule is changed? Over the rules
// whose mistakes would be permanent or invisible: what the API accepts, what the sync service plans and spends, when a delivery
// is sent again. The tests are those of vitest.mutation.config.ts, which run the rules directly. For a few files:
//   npm run mutation -- --mutate registry-server/src/domain/publishing/publish.ts,registry-server/src/domain/publishing/update.ts

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // The tests of a mutant are known from the first run; asking vitest which files they relate to would take longer than they do.
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: [
    'packages/contract/*.ts',
    'registry-server/src/domain/**/*.ts',
    'registry-server/src/delivery/{retry-schedule,lanes}.ts',
    'daemon/src/**/{plan,apply}/*.ts',
    'daemon/src/**/rate-budget.ts',
    // The floor that benchmarks compare with.
    '!packages/contract/bench.ts',
    '!**/*.test.ts',
  ],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  // Words may change without a test noticing.
  mutator: { excludedMutations: ['StringLiteral'] },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: process.env['MUTATION_REPORT'] ?? '.data/mutation.json' },
  thresholds: { high: 90, low: 85, break: 85 },
  tempDirName: '.data/stryker',
  ignorePatterns: ['plugin', 'e2e', '.data', '**/build', '**/dist'],
  allowConsoleColors: false,
  checkers: [],
};
