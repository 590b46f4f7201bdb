import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HARDENING, systemdUnit } from './systemd-unit.ts';
import type { UnitOptions } from './systemd-unit.ts';

const unitOf = (options: Pick<UnitOptions, 'node' | 'main' | 'folders'>) =>
  systemdUnit({
    description: 'A service',
    user: 'service',
    environment: { NODE_ENV: 'production', NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=96' },
    environmentFile: '/etc/service.env',
    command: 'serve',
    restartSeconds: 1,
    stop: { seconds: 75, why: 'It finishes what it has begun.' },
    ...options,
  });

it('writes names with spaces, quotes, specifiers and variables as they are', () => {
  const unit = unitOf({
    node: '/opt/$ node/node',
    main: '/opt/a b/50%/$HOME/main.js',
    folders: ['/srv/data', '/srv/$HOME/50%', '/srv/"old"'],
  });
  // Variables are for the arguments: neither the program nor a folder has any.
  expect(unit).toContain('ExecStart="/opt/$ node/node" "/opt/a b/50%%/$$HOME/main.js" serve\n');
  expect(unit).toContain(`ReadWritePaths=/srv/data "/srv/$HOME/50%%" "/srv/"'"'"old"'"'""\n`);
  expect(unit).toContain('Environment="NODE_OPTIONS=--max-semi-space-size=4 --max-old-space-size=96"\n');
});

it('lets a service list the addresses of the machine, without which it could not listen on 0.0.0.0', () => {
  const unit = unitOf({ node: '/usr/bin/node', main: '/main.js', folders: ['/srv/data'] });
  expect(unit).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
});

it('denies an instance beside haproxy what it denies an installed server, and lets it drain', () => {
  const path = join(import.meta.dirname, '../../../../deploy/systemd/registry.service');
  const lines = readFileSync(path, 'utf8').replace('ProtectHome=yes', 'ProtectHome=read-only').split('\n');
  expect(lines).toEqual(expect.arrayContaining([...HARDENING, 'UMask=0077', 'TimeoutStopSec=75']));
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
it.skipIf(!hasSystemd)('writes a unit that systemd takes, and that may do little', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-unit-'));
  try {
    const odd = join(folder, '$HOME 50%');
    mkdirSync(odd);
    symlinkSync('/bin/true', join(odd, 'node'));
    const file = join(folder, 'odd.service');
    writeFileSync(
      file,
      unitOf({ node: join(odd, 'node'), main: '/main.js', folders: [odd, join(odd, '"x"')] }),
    );
    expect(spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    // 20 stands for an exposure of 2.0 of 10.
    const limits = ['security', '--offline=true', '--threshold=20', file];
    expect(spawnSync('systemd-analyze', limits).status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
