import { lstatSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settingIn, withSetting, writeSetting } from './settings-line.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'settings-line-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = { name: 'DATA_DIR', folder: '/srv/data' };

it('adds the line at the end, with its comment', () => {
  expect(withSetting('PORT=1', { ...line, comment: 'Where it is.' })).toBe(
    'PORT=1\n# Where it is.\nDATA_DIR=/srv/data\n',
  );
});

it('replaces another folder and keeps every other line', () => {
  expect(withSetting('PORT=1\n\nDATA_DIR=/srv/old\nNAME=x\n', line)).toBe(
    'PORT=1\n\nDATA_DIR=/srv/data\nNAME=x\n',
  );
});

it('keeps a text that names the folder in its own way', () => {
  const text = `DATA_DIR='/srv/a b'\n`;
  expect(withSetting(text, { ...line, folder: '/srv/a b' })).toBe(text);
});

it.each(['/srv/a b', '/srv/"a"', 'relative', '/srv/$HOME'])('refuses to write the folder %s', (name) =>
  expect(() => withSetting('', { ...line, folder: name })).toThrow('DATA_DIR must begin at the root'),
);

it('lets only root and the group of the service read the file', () => {
  const file = join(folder, 'etc/service.env');
  writeSetting(file, line);
  expect([settingIn(file, 'DATA_DIR'), statSync(file).mode & 0o777]).toEqual(['/srv/data', 0o640]);
  mkdirSync(dirname(join(folder, 'other/x')), { recursive: true });
  const open = join(folder, 'other/x');
  writeFileSync(open, 'DATA_DIR=/srv/data\n', { mode: 0o644 });
  writeSetting(open, line);
  expect([readFileSync(open, 'utf8'), statSync(open).mode & 0o777]).toEqual(['DATA_DIR=/srv/data\n', 0o640]);
});

it('changes the file that a link leads to, and keeps the link', () => {
  const [kept, linked] = [join(folder, 'kept.env'), join(folder, 'service.env')];
  writeFileSync(kept, 'PORT=1\n');
  symlinkSync(kept, linked);
  writeSetting(linked, line);
  expect(readFileSync(kept, 'utf8')).toBe('PORT=1\nDATA_DIR=/srv/data\n');
  expect(lstatSync(linked).isSymbolicLink()).toBe(true);
});
