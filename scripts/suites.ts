// The suites of `npm test`: how each is run and how its counts are read from the report it writes.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import getPort from 'get-port';
import { longStories } from '../e2e/playwright.config.ts';
import { rootDir } from '../e2e/support/paths.ts';
import { prepareWordPress, type Database } from '../e2e/support/wordpress.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Suite {
  name: string;
  /** `write` gets what is to be shown. */
  run(reportDir: string, write: Write): Promise<Counts>;
}
export type Write = (text: string) => void;

export const unit: Suite = {
  name: 'unit and conformance (vitest)',
  run: async (reportDir, write) => {
    const file = join(reportDir, 'vitest.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const code = await show('npx', ['vitest', 'run', ...reporters], { write });
    const report = JSON.parse(await readFile(file, 'utf8')) as Record<
      'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests' | 'numFailedTestSuites',
      number
    >;
    const failed = report.numFailedTests || (code === 0 ? 0 : Math.max(1, report.numFailedTestSuites));
    return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
  },
};

/** With WooCommerce where it is found; without it its tests report themselves as skipped. */
const phpOn = (database: Database): Suite => ({
  name: `plugin on a real WordPress, ${database} (PHPUnit)`,
  run: async (reportDir, write) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-phpunit-'));
    const port = await getPort();
    const title = 'PHPUnit';
    const site = await prepareWordPress({
      dataDir,
      port,
      title,
      woocommerce: true,
      database,
      say: (line) => write(`${line}\n`),
    });
    try {
      const file = join(reportDir, `phpunit-${database}.xml`);
      const code = await show('vendor/bin/phpunit', ['--log-junit', file], {
        cwd: join(rootDir, 'plugin'),
        env: { WP_DIR: site.siteDir },
        write,
      });
      const xml = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(
        await readFile(file, 'utf8'),
      ) as {
        testsuites: { testsuite: Record<string, string> };
      };
      const count = (name: string) => Number(xml.testsuites.testsuite[name] ?? 0);
      const failed = count('failures') + count('errors') || (code === 0 ? 0 : 1);
      const skipped = count('skipped');
      return { passed: count('tests') - failed - skipped, failed, skipped };
    } finally {
      await site.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});

export const phpOnSqlite = phpOn('sqlite');
export const phpOnMariaDb = phpOn('mariadb');

export const mainJob: Suite = {
  name: 'npm start -- --check',
  run: async (_reportDir, write) => {
    let output = '';
    const code = await show('node', ['e2e/support/start.ts', '--check'], {
      write: (text) => {
        output += text;
        write(text);
      },
    });
    const line = /(\d+) passed, (\d+) failed\s*$/.exec(output);
    if (!line) return { passed: 0, failed: 1, skipped: 0 };
    return { passed: Number(line[1]), failed: Number(line[2]) || (code === 0 ? 0 : 1), skipped: 0 };
  },
};

export const browser: Suite = {
  name: 'stories in a browser (Playwright)',
  run: async (reportDir, write) => {
    const file = join(reportDir, 'playwright.json');
    const isShort = process.env['ARTWORK_REGISTRY_LONG'] !== '1';
    if (isShort) write(`Only in npm run test:long and npm run e2e: ${longStories.join(', ')}\n`);
    const code = await show('npx', ['playwright', 'test', '--reporter=list,json'], {
      cwd: join(rootDir, 'e2e'),
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(isShort ? { ARTWORK_REGISTRY_STORIES: 'short' } : {}) },
      write,
    });
    const { stats } = JSON.parse(await readFile(file, 'utf8')) as {
      stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    };
    const failed = stats.unexpected || (code === 0 ? 0 : 1);
    return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped };
  },
};

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
