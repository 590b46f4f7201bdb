import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a command that writes many answers says once that they do not fit on the disk', () => {
  const commandLine = join(import.meta.dirname, '../src/command-line.ts');
  const program = `
    import { Command } from 'commander';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { runCommandLine } from ${JSON.stringify(commandLine)};
    const build = () => {
      const program = new Command('program');
      program.command('list').action(async () => {
        for (let count = 0; count < 12; count += 1) {
          process.stdout.write('a line\\n');
          await sleep(1);
        }
      });
      return program;
    };
    process.exitCode = await runCommandLine(['list'], { build });`;
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^the answer could not be written: ENOSPC.*\n$/),
  ]);
});
