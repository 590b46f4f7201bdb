// What the record of runs, docs/qa.md, readme.txt and the plugin's header say of versions is the same.
import { expect, it } from 'vitest';
import { readRecord, testedUpTo, type Run } from '../versions/runs.ts';
import { versionTexts } from '../versions/texts.ts';
import { committed } from './command-pages.ts';

const { runs } = readRecord();
const run: Run = { ...runs[0]!, wordpress: '7.1', woocommerce: '10.2.4', passed: 5, failed: 0 };

it.each(versionTexts())('$path is what npm run docs:versions writes', ({ path, text }) => {
  expect(committed(path)).toBe(text);
});

it('says nothing else of WordPress and WooCommerce than what was run', () => {
  expect(committed('plugin/readme.txt')).toContain(`\nTested up to: ${testedUpTo(runs, 'wordpress')}\n`);
  expect(/WC tested up to: +(\S+)/.exec(committed('plugin/artwork-registry-connector.php'))?.[1]).toBe(
    testedUpTo(runs, 'woocommerce'),
  );
  // The oldest PHP that the header promises.
  const [, oldest = ''] = /Requires PHP:\s+(\S+)/.exec(committed('plugin/readme.txt')) ?? [];
  expect(runs.map(({ php }) => php.split(' ')[0])).toContain(oldest);
});

it('a version counts only where every run of it passed something and failed nothing', () => {
  const newer = { ...run, woocommerce: '10.10.0' };
  expect(testedUpTo([run, newer], 'woocommerce')).toBe('10.10');
  expect(testedUpTo([run, newer, { ...newer, failed: 1 }], 'woocommerce')).toBe('10.2');
  expect(testedUpTo([run, { ...newer, passed: 0 }], 'woocommerce')).toBe('10.2');
  expect(testedUpTo([run, { ...run, woocommerce: null }], 'woocommerce')).toBe('10.2');
});
