import { describe, expect, test } from 'vitest';
import { checkZip, findPluginCheck, versionOf } from './real-plugin-check.ts';

const dir = findPluginCheck();
if (dir === undefined)
  console.log('Skipped: Plugin Check is not on this machine (docs/development.md says where it is looked for).');

describe.skipIf(dir === undefined)('Plugin Check', async () => {
  const version = dir === undefined ? '' : await versionOf(dir);

  test(`${version} finds nothing in the zip but what was planted`, async () => {
    const findings = await checkZip(dir ?? '', {
      'includes/Planted.php': `<?php\nfunction planted() {\n\techo $_GET['a'];\n}\n`,
    });
    const ours = findings.filter(({ file }) => file !== 'includes/Planted.php');
    expect(ours).toEqual([]);
    // Else an empty answer would be a check that did not run.
    expect(findings.map(({ code }) => code)).toContain('missing_direct_file_access_protection');
  }, 300_000);
});
