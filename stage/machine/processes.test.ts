import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'processes-'));

test('a program that fails between two services leaves none behind', async () => {
  const script = `
    import { startService } from ${JSON.stringify(join(import.meta.dirname, 'processes.ts'))};
    const service = (name, code, readyWhen) => startService({
      name, command: process.execPath, args: ['-e', code], cwd: ${JSON.stringify(folder)},
      logFile: ${JSON.stringify(join(folder, 'log'))}, readyWhen });
    await service('first', 'console.log("ready"); setInterval(() => require("fs").appendFileSync("sign", "."), 20)', /ready/);
    await service('second', 'setTimeout(() => process.exit(3), 100)', /ready/);`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('second did not start');
  const signsOfLife = () => statSync(join(folder, 'sign')).size;
  const then = signsOfLife();
  await delay(500);
  expect(signsOfLife()).toBe(then);
  rmSync(folder, { recursive: true });
});
