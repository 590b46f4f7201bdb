// What ran on which versions: docs/versions.json has each run as it was counted, and everything that says a version is written from it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../../stage/paths.ts';

export interface Run {
  /** ISO 8601, the day. */
  date: string;
  tests: string;
  wordpress: string;
  /** Null: a site without a shop. */
  woocommerce: string | null;
  /** WooCommerce's "Cache Product Objects", where this WooCommerce has it. */
  keepsProducts?: boolean;
  php: string;
  database: string;
  passed: number;
  failed: number;
  skipped: number;
}

/** Versions that could not be run, and what was held against them instead. */
export interface OnlyRead {
  version: string;
  how: string;
}

export interface Record {
  runs: Run[];
  onlyRead: OnlyRead[];
}

const file = join(rootDir, 'docs/versions.json');

export const readRecord = (): Record => JSON.parse(readFileSync(file, 'utf8')) as Record;

const FACTS = ['tests', 'wordpress', 'woocommerce', 'keepsProducts', 'php', 'database'] as const;

/** Of the same tests on the same versions the last run counts. */
export function addRun(run: Run): void {
  const { runs, onlyRead } = readRecord();
  const others = runs.filter((other) => FACTS.some((fact) => other[fact] !== run[fact]));
  const text = JSON.stringify({ runs: [...others, run].sort(inOrder), onlyRead }, null, 2);
  writeFileSync(file, `${text}\n`);
}

const keyOf = (run: Run) =>
  [run.tests, run.wordpress, run.woocommerce ?? '', String(run.keepsProducts ?? ''), run.php].join(' | ');
const inOrder = (one: Run, other: Run) =>
  keyOf(one).localeCompare(keyOf(other), 'en', { numeric: true }) || (one.database < other.database ? -1 : 1);

/** The newest version of which every run passed, as headers name it: "7.1". */
export function testedUpTo(runs: Run[], what: 'wordpress' | 'woocommerce'): string {
  const versions = [...new Set(runs.map((run) => run[what]))].filter((version) => version !== null);
  const passed = versions.filter((version) =>
    runs.filter((run) => run[what] === version).every((run) => run.failed === 0 && run.passed > 0),
  );
  const newest = passed.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1) ?? '';
  return newest.split('.').slice(0, 2).join('.');
}
