import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from './replace-file.ts';

const { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } = fs;
const { openSync, writeFileSync, renameSync, fsyncSync } = fs;
const real = { openSync, writeFileSync, renameSync, fsyncSync };
/** The real calls, in their order. */
let calls: string[];
let failsAt: string;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daemon-replace-'));
  calls = [];
  failsAt = '';
  const paths = new Map<unknown, string>();
  const noted =
    <Args extends unknown[], Result>(name: string, call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      if (failsAt === name) throw new Error('the disk is full');
      calls.push(`${name} ${paths.get(args[0]) ?? String(args[0])}`);
      return call(...args);
    };
  fs.openSync = (path, ...rest) => {
    const handle = real.openSync(path, ...rest);
    paths.set(handle, String(path));
    return handle;
  };
  fs.writeFileSync = noted('write', real.writeFileSync);
  fs.renameSync = noted('rename', real.renameSync);
  fs.fsyncSync = noted('sync', real.fsyncSync);
  syncBuiltinESMExports();
});
afterEach(() => {
  Object.assign(fs, real);
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true, force: true });
});

test('a replaced file has its folder, and each folder that was made, synced after it was renamed', () => {
  const file = join(folder, 'new', 'deep', 'key');
  replaceFile(file, 'one', { mode: 0o600 });
  const draft = join(folder, 'new', 'deep', `.key.${process.pid}.new`);
  expect(calls.filter((call) => !call.startsWith('write'))).toEqual([
    `sync ${draft}`,
    `rename ${draft}`,
    `sync ${join(folder, 'new', 'deep')}`,
    `sync ${join(folder, 'new')}`,
    `sync ${folder}`,
  ]);
  expect(readFileSync(file, 'utf8')).toBe('one');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('links in the place of the file or of its draft lead nowhere', () => {
  const outside = join(folder, 'outside');
  real.writeFileSync(outside, 'not ours', { mode: 0o644 });
  const file = join(folder, 'key');
  symlinkSync(outside, file);
  symlinkSync(outside, join(folder, `.key.${process.pid}.new`));
  replaceFile(file, 'secret', { mode: 0o600 });
  expect([readFileSync(outside, 'utf8'), statSync(outside).mode & 0o777]).toEqual(['not ours', 0o644]);
  expect([readFileSync(file, 'utf8'), lstatSync(file).isSymbolicLink()]).toEqual(['secret', false]);
});

test.each(['write', 'rename'])('where its %s fails, the former file stays and no draft is left', (name) => {
  const file = join(folder, 'key');
  replaceFile(file, 'one', { mode: 0o600 });
  failsAt = name;
  expect(() => replaceFile(file, 'two', { mode: 0o600 })).toThrow('the disk is full');
  expect(readFileSync(file, 'utf8')).toBe('one');
  expect(readdirSync(folder)).toEqual(['key']);
});
