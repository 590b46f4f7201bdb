// The suites of `npm test`: how each is run and how its counts are read from the report it writes.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { freePort } from '../stage/machine/ports.ts';
import { longStories } from '../e2e/playwright.config.ts';
import { rootDir } from '../stage/paths.ts';
import { findWordPress } from '../stage/wordpress/wordpress-files.ts';
import { findWooCommerce } from '../stage/wordpress/woocommerce-files.ts';
import { chosenOddPlace, oddPlaces, type OddPlace } from '../stage/wordpress/odd-places.ts';
import { prepareWordPress, type Database } from '../stage/wordpress/wordpress.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Test {
  name: string;
  seconds: number;
  isFailed: boolean;
  /** It failed beside the other suites, and passed when its file was run once more. */
  isFlaky?: boolean;
  /** What it said when it failed, in its beginning: the end of a long output may be all that a reader gets. */
  reason?: string | undefined;
}

export interface Result extends Counts {
  /** Each test by itself, where the suite reports it. */
  tests: Test[];
}

export interface Suite {
  name: string;
  /** `write` gets what is to be shown. */
  run(reportDir: string, write: Write): Promise<Result>;
}
export type Write = (text: string) => void;

export const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';

interface VitestReport extends Record<
  'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests' | 'numFailedTestSuites',
  number
> {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; duration?: number; status: string; failureMessages: string[] }[];
  }[];
}

/** Files with a failure are run once more, by themselves, where there are no more of them than this. */
const MOST_AGAIN = 3;

const vitest = (name: string, files: string[] = [], env: Record<string, string> = {}): Suite => ({
  name,
  run: async (reportDir, write) => {
    const first = await runVitest(join(reportDir, 'vitest.json'), files, { env, write });
    const result = resultOf(first);
    const broken = first.report.testResults.filter(({ status }) => status === 'failed');
    // A file that could not be loaded, or an error from outside of the tests, does not count as a race.
    const isRace = !first.isAstray && broken.every(hasFailedTest);
    if (!isRace || broken.length === 0 || broken.length > MOST_AGAIN) return result;
    const names = broken.map(({ name }) => name);
    write(`\nOnce more without the others: ${names.join(', ')}\n`);
    const again = await runVitest(join(reportDir, 'vitest-again.json'), names, { env, write });
    if (again.code !== 0) return result;
    const tests = result.tests.map((test) =>
      test.isFailed ? { ...test, isFailed: false, isFlaky: true } : test,
    );
    return { ...result, tests, passed: result.passed + result.failed, failed: 0 };
  },
});

const hasFailedTest = ({ assertionResults }: VitestReport['testResults'][number]): boolean =>
  assertionResults.some(({ status }) => status === 'failed');

/** `isAstray`: an error came from outside of the tests, which the report does not have. */
type VitestRun = { code: number; report: VitestReport; isAstray: boolean };

async function runVitest(
  file: string,
  files: string[],
  options: ShowOptions & { write: Write },
): Promise<VitestRun> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  let isAstray = false;
  const write = (text: string) => {
    isAstray ||= /Unhandled (Error|Rejection)/.test(text);
    options.write(text);
  };
  const code = await show('npx', ['vitest', 'run', ...reporters, ...files], { ...options, write });
  return { code, report: JSON.parse(await readFile(file, 'utf8')) as VitestReport, isAstray };
}

function resultOf({ code, report }: VitestRun): Result {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests || (code === 0 ? 0 : Math.max(1, report.numFailedTestSuites)),
    skipped: report.numPendingTests + report.numTodoTests,
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((test) => ({
        name: `${relative(rootDir, name)}: ${test.fullName}`,
        seconds: (test.duration ?? 0) / 1000,
        isFailed: test.status === 'failed',
        reason: beginningOf(test.failureMessages[0]),
      })),
    ),
  };
}

export const unit = vitest('unit and conformance (vitest)');

/** What callers and operators see, and what no history may break, on the other engine as well. */
const ABOUT_BEHAVIOUR = ['http', 'operator', 'pages', 'delivery']
  .map((folder) => `registry-server/src/${folder}/`)
  .concat(
    ['model', 'requests', 'fuzz', 'paging', 'receivers', 'errors', 'client'].map(
      (name) => `registry-server/tests/outside/${name}.test.ts`,
    ),
  );

export const onPostgres = ['postgres-15', 'postgres-18'].map((engine) =>
  vitest(`the server on ${engine} (vitest)`, ABOUT_BEHAVIOUR, { REGISTRY_TEST_ENGINE: engine }),
);

interface JunitSuite {
  testsuite?: JunitSuite[];
  testcase?: { name: string; class: string; time: string; failure?: JunitText; error?: JunitText }[];
}
type JunitText = string | { '#text'?: string };

/**
 * PHPUnit on a WordPress of its own. With WooCommerce where it is found; without it its tests report themselves as skipped.
 */
const phpOn = (database: Database, odd?: OddPlace): Suite => ({
  name: `plugin on a real WordPress, ${database}${odd === undefined ? '' : `, ${odd}`} (PHPUnit)`,
  run: (reportDir, write) => {
    const file = join(reportDir, `phpunit-${database}-${odd ?? 'usual'}.xml`);
    if (!isLong) write('Only in npm run test:long: the tests of the group "long" (plugin/tests).\n');
    return countedPhpUnit(file, database, isLong ? [] : ['--exclude-group', 'long'], write, odd);
  },
});

/** As `phpUnit`, with its counts, which it leaves in this file. */
export async function countedPhpUnit(
  file: string,
  database: Database,
  args: string[],
  write: Write,
  odd?: OddPlace,
): Promise<Result> {
  const code = await phpUnit(database, ['--log-junit', file, ...args], write, odd);
  const xml = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (_name, path) => /testsuites\.testsuite\..*(testsuite|testcase)$/.test(String(path)),
  }).parse(await readFile(file, 'utf8')) as {
    testsuites: { testsuite: JunitSuite & Record<string, string> };
  };
  const all = xml.testsuites.testsuite;
  const count = (name: string) => Number(all[name] ?? 0);
  const failed = count('failures') + count('errors') || (code === 0 ? 0 : 1);
  const skipped = count('skipped');
  return { passed: count('tests') - failed - skipped, failed, skipped, tests: testsOf(all) };
}

function testsOf(suite: JunitSuite): Test[] {
  const own = (suite.testcase ?? []).map(({ failure, error, ...test }) => {
    const said = failure ?? error;
    return {
      name: `${test.class.replace(/.*\\/, '')}: ${test.name}`,
      seconds: Number(test.time),
      isFailed: said !== undefined,
      reason: beginningOf(typeof said === 'object' ? said['#text'] : said),
    };
  });
  return [...own, ...(suite.testsuite ?? []).flatMap(testsOf)];
}

/** Runs PHPUnit with these arguments on a WordPress that is installed for it and removed again; resolves with its exit code. */
export async function phpUnit(
  database: Database,
  args: string[],
  write: Write,
  odd: OddPlace | undefined = chosenOddPlace(),
): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-phpunit-'));
  try {
    const site = await prepareWordPress({
      dataDir,
      port: await freePort(),
      title: 'PHPUnit',
      woocommerce: true,
      database,
      odd,
      say: (line) => write(`${line}\n`),
    });
    try {
      // As WordPress runs for visitors, and a tenth quicker. Tests write PHP files that are read at once.
      const compiled = ['-d', 'opcache.enable_cli=1', '-d', 'opcache.revalidate_freq=0'];
      return await show('php', [...compiled, 'vendor/bin/phpunit', ...args], {
        cwd: join(rootDir, 'plugin'),
        env: { WP_DIR: site.siteDir, ...(odd === undefined ? {} : { ARTWORK_REGISTRY_ODD: odd }) },
        write,
      });
    } finally {
      await site.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const phpOnMariaDb = phpOn('mariadb');
export const phpOnSqlite = phpOn('sqlite');
export const phpInOddPlaces = oddPlaces.map((odd) => phpOn('mariadb', odd));

/** What the plugin's header promises, and newer ones, beside Debian's own version. */
export const phpVersions = ['7.4', '8.0', '8.1', '8.3', '8.4', '8.5'];
const phpWasm = '@php-wasm/cli@3.1.56';

/** The plugin on other versions of PHP, which come as WebAssembly from npm: fetched on demand, so only in the long run. */
export const otherPhp: Suite = {
  name: `plugin on PHP ${phpVersions.join(', ')}`,
  run: async (_reportDir, write) => {
    const sum = { passed: 0, failed: 0, skipped: 0, tests: [] };
    for (const counts of Object.values(await onPhp(phpVersions, write))) {
      sum.passed += counts.passed;
      sum.failed += counts.failed;
      sum.skipped += counts.skipped;
    }
    return sum;
  },
};

/** The counts of each of these versions of PHP, on one WordPress, with WooCommerce where it is found. */
export async function onPhp(
  versions: string[],
  write: Write,
): Promise<Record<string, Counts & { woocommerce: string | null }>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-php-'));
  const counts: Awaited<ReturnType<typeof onPhp>> = {};
  try {
    const site = await prepareWordPress({
      dataDir,
      port: await freePort(),
      title: 'PHP',
      database: 'sqlite',
      woocommerce: true,
      say: (line) => write(`${line}\n`),
    });
    await site.close();
    for (const version of versions) {
      let output = '';
      const code = await show('npx', ['--yes', phpWasm, join(rootDir, 'plugin/tests/php-versions/run.php')], {
        env: { PHP: version, WP_DIR: site.siteDir },
        write: (text) => {
          output += text;
          write(text);
        },
      });
      const [, passed, failed, skipped] = /(\d+) passed, (\d+) failed, (\d+) skipped/.exec(output) ?? [];
      counts[version] = {
        passed: Number(passed ?? 0),
        failed: Number(failed ?? 0) || (code === 0 && passed ? 0 : 1),
        skipped: Number(skipped ?? 0),
        woocommerce: /, WooCommerce (\S+)/.exec(output)?.[1] ?? null,
      };
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return counts;
}

/** A program that ends with its own line of counts. */
const counting = (name: string, command: string, args: string[]): Suite => ({
  name,
  run: async (_reportDir, write) => {
    let output = '';
    const code = await show(command, args, {
      write: (text) => {
        output += text;
        write(text);
      },
    });
    const line = /(\d+) passed, (\d+) failed(?:, 0 skipped)?\s*$/.exec(output);
    if (!line) return { passed: 0, failed: 1, skipped: 0, tests: [] };
    return {
      passed: Number(line[1]),
      failed: Number(line[2]) || (code === 0 ? 0 : 1),
      skipped: 0,
      tests: [],
    };
  },
});

export const mainJob = counting('npm start -- --check', 'node', ['stage/start.ts', '--check']);

/** The packages on a Debian that has nothing of ours. */
export const bareMachine = counting('npm run bare-machine', 'npm', ['run', '--silent', 'bare-machine']);

/** One test: whether enough changes of the rules are noticed (stryker.config.mjs, which names the files and the threshold). */
export const mutation: Suite = {
  name: 'mutation tests (Stryker)',
  run: async (reportDir, write) => {
    const file = join(reportDir, 'mutation.json');
    const code = await show('npx', ['stryker', 'run'], { env: { MUTATION_REPORT: file }, write });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, tests: [] };
  },
};

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { results: { duration: number; errors: { message?: string }[] }[] }[];
  }[];
}

/** `files`: parts of their names; none means all. */
const stories = (name: string, files: string[], env: Record<string, string>): Suite => ({
  name: `${name} (Playwright)`,
  run: async (reportDir, write) => {
    const file = join(reportDir, 'playwright.json');
    const code = await show('npx', ['playwright', 'test', '--reporter=list,json', ...files], {
      cwd: join(rootDir, 'e2e'),
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env },
      write,
    });
    const { stats, suites } = JSON.parse(await readFile(file, 'utf8')) as {
      stats: { expected: number; unexpected: number; flaky: number; skipped: number };
      suites: PlaywrightSuite[];
    };
    const failed = stats.unexpected || (code === 0 ? 0 : 1);
    const tests = suites.flatMap((suite) => storiesOf(suite, suite.title));
    return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, tests };
  },
});

const everyStory = stories('stories in a browser', [], isLong ? {} : { ARTWORK_REGISTRY_STORIES: 'short' });

export const browser: Suite = {
  ...everyStory,
  run: (reportDir, write) => {
    if (!isLong)
      write(
        `Only in npm run test:long and npm run e2e: ${longStories.join(', ')}, half of the console's looks\n`,
      );
    return everyStory.run(reportDir, write);
  },
};

const onShop = stories(
  'hosted stories on a shop',
  ['connect/hosted', 'connect/first-art-id', 'hosted-walls'],
  {
    ARTWORK_REGISTRY_HOSTED_ON: 'shop',
    ARTWORK_REGISTRY_DATABASE: 'mariadb',
  },
);

/** The stories about the hosted sync service once more, with WooCommerce on MariaDB and PHP-FPM. */
export const hostedOnShop: Suite = withShop(onShop);

/** A large messy catalogue, from activation to registered or explained. */
export const messyCatalogue: Suite = withShop(
  stories('2,000 messy works', ['shop/messy-catalogue'], {
    MESSY_WORKS: '2000',
    ARTWORK_REGISTRY_DATABASE: 'mariadb',
  }),
);

/** Skipped, with the reason, where WooCommerce is not on the machine. */
function withShop(suite: Suite): Suite {
  return {
    ...suite,
    run: async (reportDir, write) => {
      const say = (line: string) => write(`${line}\n`);
      const found = await findWooCommerce(await findWordPress(say), say);
      if (found.dir !== null) return suite.run(reportDir, write);
      write(`Skipped: ${found.reason}\n`);
      return { passed: 0, failed: 0, skipped: 1, tests: [] };
    },
  };
}

function storiesOf(suite: PlaywrightSuite, file: string): Test[] {
  const own = (suite.specs ?? []).map(({ title, ok, tests }) => ({
    name: `${file}: ${title}`,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    isFailed: !ok,
    reason: beginningOf(tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]?.message),
  }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => storiesOf(inner, file))];
}

function beginningOf(text: string | undefined): string | undefined {
  const lines = stripVTControlCharacters(text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.length === 0 ? undefined : lines.slice(0, 6).join('\n').slice(0, 800);
}

interface ShowOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Default: this process's output. */
  write?: Write;
}

/** Runs a command with its output shown and resolves with its exit code. */
export function show(command: string, args: string[], options: ShowOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? rootDir,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const write = options.write ?? ((text: string) => void process.stdout.write(text));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', write);
    }
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
