// The texts that name tested versions, written from docs/versions.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../../stage/paths.ts';
import { readRecord, testedUpTo, type Record, type Run } from './runs.ts';

const read = (path: string) => readFileSync(join(rootDir, path), 'utf8');

export const BEGIN = '<!-- written by npm run docs:versions from docs/versions.json -->';
export const END = '<!-- end of what npm run docs:versions writes -->';

/** Each file with the text that it should have. */
export function versionTexts(record: Record = readRecord()): { path: string; text: string }[] {
  const wordpress = testedUpTo(record.runs, 'wordpress');
  const woocommerce = testedUpTo(record.runs, 'woocommerce');
  const page = read('docs/qa.md');
  const before = page.slice(0, page.indexOf(BEGIN) + BEGIN.length);
  return [
    { path: 'docs/qa.md', text: `${before}\n${tableOf(record)}\n${page.slice(page.indexOf(END))}` },
    {
      path: 'plugin/readme.txt',
      text: read('plugin/readme.txt').replace(/(?<=^Tested up to: ).*$/m, wordpress),
    },
    {
      path: 'plugin/artwork-registry-connector.php',
      text: read('plugin/artwork-registry-connector.php').replace(
        /(?<=^ \* WC tested up to: +)\S.*$/m,
        woocommerce,
      ),
    },
  ];
}

function tableOf({ runs, onlyRead }: Record): string {
  const head = [
    'tests',
    'WordPress',
    'WooCommerce',
    'PHP',
    'database',
    'date',
    'passed',
    'failed',
    'skipped',
  ];
  const rows = runs.map((run) => [
    run.tests,
    run.wordpress,
    shopOf(run),
    run.php,
    run.database,
    run.date,
    ...[run.passed, run.failed, run.skipped].map(String),
  ]);
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const read = onlyRead.map(({ version, how }) => `| ${version} | ${how} |`);
  return [
    '',
    ...lines,
    '',
    'Not run, only read:',
    '',
    '| version | what was done instead |',
    '| --- | --- |',
    ...read,
    '',
  ].join('\n');
}

const shopOf = ({ woocommerce, keepsProducts }: Run) =>
  `${woocommerce ?? 'none'}${keepsProducts === undefined ? '' : `, product objects ${keepsProducts ? 'kept' : 'not kept'}`}`;
