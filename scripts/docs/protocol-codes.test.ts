// docs/site-protocol.md names every code that site and sync service say to each other, and none that neither says.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { committed, root } from './command-pages.ts';

const page = committed('docs/site-protocol.md');

/** What stands in these sources, by patterns whose first group is the code. */
function codesIn(files: string[], ...patterns: RegExp[]): string[] {
  const sources = files
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const found = patterns.flatMap((pattern) =>
    sources.flatMap((source) => [...source.matchAll(pattern)].map(([, code = '']) => code)),
  );
  return [...new Set(found)].sort();
}

/** The codes in the first cells of the table whose header begins so, in the section that begins with these words. */
function tableOf(after: string, header: string): string[] {
  const [, part = ''] = page.split(after);
  const [, rows = ''] = part.split(new RegExp(`^\\| *${header} *\\|.*\\n\\|[ :|-]+\\n`, 'm'));
  const own = /^(?:\|.*\n)*/.exec(rows)?.[0] ?? '';
  const cells = [...own.matchAll(/^\|([^|]+)\|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([a-z_0-9]+)`/g)].map(([, code = '']) => code)).sort();
}

it('of the site: its answers to the service and of its inbox', () => {
  const said = codesIn(
    ['plugin/includes/Protocol/*.php', 'plugin/includes/Rest/Webhook_Routes.php'],
    /Protocol_Error\(\s*\d{3},\s*'([a-z_]+)'/g,
    /self::error\( \d{3}, '([a-z_]+)'/g,
    /string \$code = '([a-z_]+)'/g,
    /self::refuse\( __\([^;]*'([a-z_]+)' \);/g,
  );
  expect(said).toContain('pairing_refused');
  expect(said).toContain('https_required');
  expect(tableOf('What the site answers to the service', 'answer')).toEqual(said);
});

it('of the service: its answers to the site and of its receiver', () => {
  const said = codesIn(
    [
      'daemon/src/http/*.ts',
      'daemon/src/host/{front,connect}.ts',
      'daemon/src/site/turns.ts',
      'daemon/src/app.ts',
    ],
    /\b[45]\d\d,\s*'([a-z_0-9]+)'/g,
    /error: \{ code: '([a-z_]+)'/g,
    /\? '([a-z_]+)' : '[a-z_]+';\n\s+return reply/g,
    /\? '[a-z_]+' : '([a-z_]+)';\n\s+return reply/g,
    /^ {2}([a-z_]+): 'The (?:request|clocks)/gm,
    /^ {2}([a-z_]+): 'This request/gm,
  );
  // Made of the status where a request has no code of its own.
  expect(tableOf('What the service answers to the site', 'answer')).toEqual([...said, 'http_413'].sort());
});

it('of an artwork that needs attention', () => {
  const said = codesIn(
    [
      'daemon/src/sync/{sender,plan/*,bookkeeping/work-limits}.ts',
      'daemon/src/site/{pull-pages,read-change}.ts',
    ],
    /\bcode: '([a-z_]+)'/g,
  );
  expect(tableOf('What the service [reports]', 'error of an artwork')).toEqual(said);
  const built = codesIn(
    ['plugin/includes/Sync/Change_Page.php'],
    /private const (?:SOURCE_MISSING|KNOWN_TRANSLATION|PLACEHOLDER_TITLE) += '([a-z_]+)'/g,
    /Place_Missing \? self::SOURCE_MISSING : '([a-z_]+)'/g,
  );
  expect(tableOf('### States and reasons', 'error')).toEqual(built);
});

it('of an artwork that cannot be registered: the reasons', () => {
  const said = codesIn(
    ['plugin/includes/Source/Eligibility.php', 'plugin/includes/Source/Woocommerce/Product_Source.php'],
    /^\tpublic const [A-Z_]+ += '([a-z_]+)';/gm,
    /return '([a-z_]+)';/g,
    /\? null : '([a-z_]+)'/g,
    /reason_not_shareable[\s\S]*?return '([a-z_]+)'/g,
  );
  expect(tableOf('### States and reasons', 'reason')).toEqual(
    [...new Set([...said, 'deleted'])].filter((r) => r !== 'woocommerce').sort(),
  );
});

it('of sealed boxes', () => {
  const said = codesIn(
    ['daemon/src/sealed/*.ts'],
    /(?:failed|done)\('([a-z_]+)'/g,
    /\bcode: '([a-z_]+)'/g,
    /(?:failed|done)\([^'()]+\? '([a-z_]+)'/g,
    /(?:failed|done)\([^'()]+\? '[a-z_]+' : '([a-z_]+)'/g,
  );
  expect(tableOf('### Sealed boxes', 'code')).toEqual(said);
});

it('of certificates', () => {
  const said = codesIn(['daemon/src/sync/certificates.ts'], /\bcode: '([a-z_]+)'/g);
  const [, section = ''] = page.split('### Certificates');
  expect(said.filter((code) => code !== 'failed')).toEqual(tableOf('### Certificates', 'code'));
  expect(section).toContain('`failed`');
});
