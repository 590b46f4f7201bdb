import { describe, expect, test } from 'vitest';
import { checkZip, findPluginCheck, versionOf } from './real-plugin-check.ts';

const dir = findPluginCheck();
if (dir === undefined)
  console.log('Skipped: Plugin Check is not on this machine (docs/development.md says where it is looked for).');

describe.skipIf(dir === undefined)('Plugin Check', async () => {
  const version = dir === undefined ? '' : await versionOf(dir);

  test(`${version} finds nothing in the zip but what was planted`, async () => {
    const findings = await checkZip(dir ?? '', {
      'includes/Planted.php': '<?php\nfunction planted() {}\n',
      'build/planted.js': `// ${'x'.repeat(400_000)}\n`,
      'artwork-registry-connector.php':
        "\nadd_action( 'wp_enqueue_scripts', static function () {\n\twp_enqueue_script( 'artwork_registry_planted', plugins_url( 'build/planted.js', __FILE__ ), array(), '1', true );\n} );\n",
    });
    // Of the files and of a page: an empty answer would be a check that did not run.
    const planted = ['missing_direct_file_access_protection', 'EnqueuedScriptsSize.ScriptSizeGreaterThanThreshold'];
    const codes = findings.map(({ code }) => code);
    for (const code of planted) expect(codes).toContain(code);
    expect(findings.filter(({ file }) => !/planted/i.test(file))).toEqual([]);
  }, 300_000);
});
