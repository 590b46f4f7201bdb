import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putSystemd } from '../../tests/fake-systemd.ts';
import { testClock } from '../../tests/test-clock.ts';
import { makeFolder, startUnit } from './machine.ts';
import type { Service } from './service.ts';

const SERVICE: Service = {
  called: 'server',
  user: 'service',
  unit: 'some.service',
  command: 'serve',
  settingsFile: '/etc/service.env',
  stays: 'Data',
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'service-machine-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(process.getuid?.() !== 0)(
  'makes a folder that the user of the service reaches, also below one that was missing',
  () => {
    chmodSync(folder, 0o755);
    const user = { uid: 65534, gid: 65534 };
    const backups = join(folder, 'srv/registry/backups');
    makeFolder(backups, user);
    expect(statSync(backups).mode & 0o777).toBe(0o700);
    expect(spawnSync('touch', [join(backups, 'file')], { ...user, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  },
);

describe('a start by systemd', () => {
  let takeAway: () => void;
  afterEach(() => takeAway());
  const putTools = (isActive: string) =>
    void (takeAway = putSystemd(folder, { isActive, lastLines: 'error: PORT must be' }));

  it('succeeds when the unit stays active', async () => {
    putTools('true');
    const clock = testClock();
    await clock.run(startUnit(SERVICE, clock));
    expect(clock.elapsed()).toBe(10_000);
    expect(readFileSync(join(folder, 'typed'), 'utf8')).toMatch(
      /^daemon-reload\nenable some.service\nrestart some.service\n(is-active --quiet some.service\n){2,}$/,
    );
  });

  it('reports the last lines of the log when the unit ends again', async () => {
    // The first look still finds it running.
    putTools(`mkdir ${folder}/looked 2>/dev/null`);
    const clock = testClock();
    await expect(clock.run(startUnit(SERVICE, clock))).rejects.toThrow(
      /^the server was started and ended again.*\nerror: PORT must be\n/,
    );
  });
});
