// The log continues when what stopped it is over.
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../tests/support/start-stage.ts';
import { logFile, openLogFile } from './log-file.ts';

test('after an error it is opened again, and nothing is thrown meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daemon-log-'));
  // In the place of a full disk: a file that cannot be opened.
  mkdirSync(logFile(folder));
  const log = openLogFile(folder, 50);
  for (let line = 0; line < 20; line += 1) log.write(`lost ${line}\n`);
  await new Promise((resolve) => setTimeout(resolve, 30));
  rmdirSync(logFile(folder));
  const isWritten = () => {
    log.write('again\n');
    const file = statSync(logFile(folder), { throwIfNoEntry: false });
    return file !== undefined && file.size > 0;
  };
  await until(isWritten, 'it writes again');
  expect(readFileSync(logFile(folder), 'utf8')).toMatch(/^again\n/);
  expect(statSync(logFile(folder)).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});
