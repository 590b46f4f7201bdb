// What a cell's process is started with.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HostProcess } from '../../tests/support/host-process.ts';

test.skipIf(process.platform !== 'linux')(
  'a cell does not inherit the heap that its host was given',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'host-cells-'));
    const host = new HostProcess({
      DAEMON_DATA_DIR: dataDir,
      DAEMON_REGISTRIES: 'http://127.0.0.1:9/api/v1',
      NODE_OPTIONS: '--max-old-space-size=96',
    });
    try {
      await host.start();
      const [pid] = host.cellPids();
      const of = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0');
      expect(of('cmdline')).toContain('--optimize-for-size');
      expect(of('environ').filter((entry) => entry.startsWith('NODE_OPTIONS'))).toEqual([]);
    } finally {
      await host.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
