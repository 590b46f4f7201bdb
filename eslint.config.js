// Lint for all TypeScript. The dependency arrows of docs/architecture.md are rules here: a reverse arrow or a cycle fails.
import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { noAwaitInSum } from './scripts/lint/no-await-in-sum.ts';

/** `target` may not import from `from`. Paths are relative to the repository. */
const forbidden = (target, from, message) => ({ target, from, message });

/** The files of a folder without its tests, which may build what they need from any part. */
const codeOf = (folder) => `${folder}/**/!(*.test).ts`;

/** The arrows between the rooms of a folder. `mayImport`: of each room, those that it may import from. */
const layers = (folder, mayImport, message) =>
  Object.entries(mayImport).flatMap(([room, others]) =>
    Object.keys(mayImport)
      .filter((other) => other !== room && !others.includes(other))
      .map((other) => forbidden(codeOf(`${folder}/${room}`), `${folder}/${other}`, message)),
  );

/** Which rooms of the daemon each of its rooms may import from; `types` is open to all. */
const daemonLayers = {
  types: [],
  net: ['types'],
  journal: ['types'],
  registry: ['journal', 'net', 'types'],
  site: ['journal', 'net', 'types'],
  sealed: ['registry', 'site', 'journal', 'net', 'types'],
  sync: ['sealed', 'registry', 'site', 'journal', 'net', 'types'],
  engine: ['sync', 'sealed', 'registry', 'site', 'journal', 'net', 'types'],
  http: ['sync', 'registry', 'site', 'journal', 'types'],
  host: ['engine', 'http', 'sealed', 'site', 'journal', 'net', 'types'],
  cli: ['host', 'engine', 'sync', 'registry', 'site', 'journal', 'net', 'types'],
};

/** The files beside the rooms of the daemon: which rooms import them, and which they import. */
const daemonTop = {
  'main.ts': { importers: [], mayImport: ['cli'] },
  'app.ts': {
    importers: ['host', 'cli'],
    mayImport: ['http', 'engine', 'sync', 'sealed', 'site', 'journal', 'net', 'types'],
  },
  'config.ts': { importers: ['engine', 'http', 'host', 'cli'], mayImport: ['types'] },
  'settings.ts': { importers: ['host', 'cli'], mayImport: [] },
};

/** Which rooms of the stage each of its rooms may import from. */
const stageLayers = {
  machine: [],
  wordpress: ['machine'],
  fakes: ['machine'],
  system: ['fakes', 'wordpress', 'machine'],
  runs: ['system', 'fakes', 'wordpress', 'machine'],
};

const arrows = [
  // The files beside these folders in storage/sqlite put engine, statements and rules together.
  ...['shared', 'tables', '*.ts', 'sqlite/engine', 'sqlite/statements', 'sqlite/search'].map((part) =>
    forbidden(
      `registry-server/src/storage/${part}`,
      'registry-server/src/domain',
      'storage is the lowest layer: an engine is given the rules where it is built',
    ),
  ),
  forbidden(
    'registry-server/src/storage/sqlite/engine',
    'registry-server/src/storage/sqlite/statements',
    'statements → engine',
  ),
  forbidden(
    'registry-server/src/storage/sqlite/engine',
    'registry-server/src/storage/sqlite/search',
    'search → engine',
  ),
  ...['shared', 'tables'].flatMap((part) =>
    ['sqlite', 'postgres'].map((engine) =>
      forbidden(
        `registry-server/src/storage/${part}`,
        `registry-server/src/storage/${engine}`,
        'engines share what knows none of them',
      ),
    ),
  ),
  forbidden('registry-server/src/storage', 'registry-server/src/http', 'storage is the lowest layer'),
  forbidden('registry-server/src/storage', 'registry-server/src/delivery', 'storage is the lowest layer'),
  forbidden('registry-server/src/domain', 'registry-server/src/http', 'http → domain → storage'),
  forbidden('registry-server/src/domain', 'registry-server/src/delivery', 'delivery → domain → storage'),
  forbidden(
    'registry-server/src/domain',
    'registry-server/src/storage/sqlite',
    'domain knows the port only: storage/tx.ts and records',
  ),
  forbidden(
    'registry-server/src/http',
    'registry-server/src/storage/sqlite',
    'http knows the interface only',
  ),
  forbidden(
    'registry-server/src/http',
    'registry-server/src/delivery',
    'HTTP never calls delivery: events are rows',
  ),
  forbidden('registry-server/src/delivery', 'registry-server/src/http', 'delivery → domain → storage'),
  forbidden(
    'registry-server/src/delivery',
    'registry-server/src/storage/sqlite',
    'delivery knows the interface only',
  ),
  ...['storage/sqlite', 'delivery', 'cli'].map((part) =>
    forbidden(
      'registry-server/src/operator',
      `registry-server/src/${part}`,
      'operator → domain → storage interface',
    ),
  ),
  ...['operator/console', 'http', 'pages'].map((part) =>
    forbidden(
      'registry-server/src/operator/actions',
      `registry-server/src/${part}`,
      'console, cli → operator/actions → domain → storage interface',
    ),
  ),
  forbidden(
    codeOf('registry-server/src/cli'),
    'registry-server/src/operator/console',
    'the command line and the console share the actions',
  ),
  ...['domain', 'storage', 'delivery', 'http'].map((part) =>
    forbidden(
      `registry-server/src/${part}`,
      'registry-server/src/operator',
      'the console is nobody’s foundation',
    ),
  ),
  forbidden('packages/contract', 'registry-server/src', 'the contract knows neither server nor daemon'),
  ...['registry-server/src', 'daemon/src', 'packages/client/src'].map((part) =>
    forbidden('packages/kit/src', part, 'the kit stands below both services'),
  ),
  forbidden('packages/contract', 'packages/kit', 'the kit may know the contract, never the reverse'),
  forbidden('registry-server', 'daemon', 'server and daemon share the contract and the kit only'),
  ...['src', 'bench', 'scripts'].map((part) =>
    forbidden(`daemon/${part}`, 'registry-server/src', 'server and daemon share the contract only'),
  ),
  {
    ...forbidden(
      'daemon/tests',
      'registry-server/src',
      'tests hold the fakes against the API description only',
    ),
    except: ['./testing', './http/openapi'],
  },
  ...[
    'e2e',
    'scripts',
    ...['registry-server', 'daemon', 'plugin', 'packages/kit'].map((part) => `${part}/tests`),
  ].map((part) =>
    forbidden(codeOf('stage'), part, 'npm start works without tests and without what only they need'),
  ),
  ...[
    'packages/contract',
    'registry-server/src',
    'daemon/src',
    'packages/client/src',
    'packages/kit/src',
  ].flatMap((target) =>
    ['stage', 'e2e'].map((part) => forbidden(codeOf(target), part, 'the stage starts the programs')),
  ),
  ...layers('stage', stageLayers, 'runs → system → fakes | wordpress → machine'),
  ...layers(
    'daemon/src',
    daemonLayers,
    'cli → host → engine | http → sync → sealed → registry | site → journal | net',
  ),
  ...Object.entries(daemonTop).flatMap(([file, { importers, mayImport }]) =>
    Object.keys(daemonLayers).flatMap((room) => [
      ...(importers.includes(room)
        ? []
        : [forbidden(codeOf(`daemon/src/${room}`), `daemon/src/${file}`, 'app.ts wires the rooms')]),
      ...(mayImport.includes(room)
        ? []
        : [forbidden(`daemon/src/${file}`, `daemon/src/${room}`, 'main → cli → app → the other rooms')]),
    ]),
  ),
  ...[
    'daemon/src/journal',
    'daemon/src/registry',
    'daemon/src/site',
    'daemon/src/sync/apply',
    'daemon/src/net',
    'packages/kit/src/clock.ts',
  ].map((part) =>
    forbidden(codeOf('daemon/src/sync/plan'), part, 'the plan is pure: it knows the types only'),
  ),
  forbidden(
    codeOf('daemon/src/sync/apply'),
    'daemon/src/journal',
    'apply returns outcomes; bookkeeping writes them',
  ),
  forbidden(codeOf('daemon/src/sync/apply'), 'daemon/src/site', 'apply speaks to the registry only'),
];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/vendor/',
      'plugin/build/',
      'plugin/dist/',
      'release/',
      'registry-server/guide/',
      '**/test-results/',
      '**/playwright-report/',
      '.data/',
    ],
  },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    plugins: { 'import-x': importX, registry: { rules: { 'no-await-in-sum': noAwaitInSum } } },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      'registry/no-await-in-sum': 'error',
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: arrows }],
      'max-lines': ['error', { max: 500 }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['daemon/src/**/*.ts'],
    ignores: [
      ...Object.keys(daemonLayers).map((room) => `daemon/src/${room}/**`),
      ...Object.keys(daemonTop)
        .flatMap((file) => [file, file.replace('.ts', '.test.ts')])
        .map((file) => `daemon/src/${file}`),
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program', message: 'a file of daemon/src stands in a room that has arrows' },
      ],
    },
  },
  {
    files: ['daemon/src/engine/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 100 }] },
  },
  {
    files: ['packages/contract/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!zod$|ipaddr\\.js$|node:crypto$|\\.)',
              message: 'the contract imports zod and ipaddr.js only',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['registry-server/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      'registry-server/tests/**',
      'registry-server/src/storage/postgres/engine/client.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "NewExpression[callee.object.name='pg'], ImportDeclaration[source.value='pg'] > ImportSpecifier[imported.name=/^(Client|Pool)$/][importKind!='type']",
          message: 'a pg client without an error listener ends the process; use makeClient',
        },
      ],
    },
  },
  {
    files: ['daemon/src/**/*.ts', 'packages/kit/src/**/*.ts'],
    // A journal that cannot be read is put aside; a log does not count as a key.
    ignores: ['**/*.test.ts', 'packages/kit/src/replace-file.ts', 'daemon/src/journal/open-journal.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:fs', 'node:fs/promises'].map((name) => ({
            name,
            importNames: ['renameSync', 'rename'],
            message:
              'a file that is renamed without a sync of its folder may be gone after a power cut; use replaceFile',
          })),
        },
      ],
    },
  },
  {
    files: ['registry-server/src/**/*.ts', 'daemon/src/**/*.ts', 'packages/kit/src/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      'packages/kit/src/clock.ts',
      // They watch threads and sockets, which take as long as they take, whatever a test says of the time.
      'registry-server/src/storage/{sqlite,postgres}/engine/**',
      'registry-server/src/storage/shared/read-line.ts',
      // The time of the header Date, which Node sets.
      'registry-server/src/pages/answer.ts',
      // The end of the process.
      'registry-server/src/cli/serve.ts',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval', 'performance'].map((name) => ({
          name,
          message: 'time is read and waited for by a Clock (#kit/clock), so that a test can set it',
        })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'time is read by a Clock (#kit/clock)' },
      ],
    },
  },
  {
    files: ['e2e/**/*.ts', 'stage/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['Literal[value', 'TemplateElement[value.raw'].map((text) => ({
          selector: `${text}=/\\bwp_(capabilities|options|persisted_preferences|postmeta|posts|user_level|usermeta|users)\\b/]`,
          message:
            'the prefix of tables and of options of a user is not everywhere wp_; let WordPress write it',
        })),
      ],
    },
  },
  {
    files: ['plugin/src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: '@artwork-registry/contract', allowTypeImports: true, message: 'types only' }] },
      ],
      'no-restricted-syntax': [
        'error',
        ...[":matches(Identifier[name='undefined'], Literal)", 'BlockStatement[body.length=0]'].map(
          (nothing) => ({
            selector: `CallExpression[callee.property.name=/^(then|catch)$/] > ArrowFunctionExpression:last-child[params.length=0] > ${nothing}.body`,
            message: 'a screen says what could not be read; a failed call is not an empty answer',
          }),
        ),
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'URL', 'setTimeout', 'setInterval', 'clearInterval'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },
);
