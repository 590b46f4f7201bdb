import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemdUnit } from './systemd-unit.ts';

const environmentFile = '/etc/artwork-registry/registry.env';

it('names with spaces, quotes, specifiers and variables are themselves', () => {
  const unit = systemdUnit({
    node: '/opt/$ node/node',
    main: '/opt/a b/50%/$HOME/main.js',
    folders: ['/srv/data', '/srv/$HOME/50%', '/srv/"old"'],
    environmentFile,
  });
  // Variables are for the arguments: neither the program nor a folder has any.
  expect(unit).toContain('ExecStart="/opt/$ node/node" "/opt/a b/50%%/$$HOME/main.js" serve\n');
  expect(unit).toContain(`ReadWritePaths=/srv/data "/srv/$HOME/50%%" "/srv/"'"'"old"'"'""\n`);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
it.skipIf(!hasSystemd)('and systemd finds the program and takes the folders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-unit-'));
  const odd = join(folder, '$HOME 50%');
  mkdirSync(odd);
  symlinkSync('/bin/true', join(odd, 'node'));
  const file = join(folder, 'odd.service');
  writeFileSync(
    file,
    systemdUnit({
      node: join(odd, 'node'),
      main: '/main.js',
      folders: [odd, join(odd, '"x"')],
      environmentFile,
    }),
  );
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(verified).toMatchObject({ status: 0, stderr: '' });
});
