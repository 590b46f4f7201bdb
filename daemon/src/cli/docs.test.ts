// docs/daemon.md names every command and every setting, and none that does not exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../settings.ts';
import { buildProgram } from './command-line.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/daemon.md'), 'utf8');
/** The first cells of the table under this heading. */
const firstCells = (heading: string) => {
  const [, part = ''] = page.split(`\n## ${heading}\n`);
  const rows = part.split('\n## ')[0]!.matchAll(/^\| (`[^|]+`) \|/gm);
  return [...rows].flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
};
const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

const commands = leaves(buildProgram());

test('every command is in the table, and every command of the table exists', () => {
  const documented = new Set(firstCells('Commands').map((name) => name.replace(/^(removals) .*/, '$1')));
  expect([...documented].sort()).toEqual(commands.map(nameOf).sort());
});

test('every setting is in the table, and every setting of the table exists', () => {
  expect(firstCells('Settings').sort()).toEqual(['DAEMON_CONFIG', ...SETTINGS].sort());
});

describe.each(commands.map((command) => [nameOf(command), command] as const))('%s', (_, command) => {
  test('explains itself and can answer with JSON', () => {
    expect(command.description()).not.toBe('');
    expect(command.options.map((option) => option.long)).toContain('--json');
    for (const { description, long } of command.options) expect(description, long ?? '').not.toBe('');
  });
});

test('every option that the page names exists', () => {
  const known = new Set(commands.flatMap((command) => command.options.map((option) => option.long)));
  const own = page
    .split('\n')
    .filter((line) => !/docker|npm |curl|systemd-analyze|systemctl/.test(line) && !/^ {6}--/.test(line));
  const named = own.join('\n').matchAll(/`[^`\n]*?(--[a-z][a-z-]+)[^`\n]*`/g);
  const ofNode = ['--help', '--version', '--env', '--max-semi-space-size', '--max-old-space-size'];
  for (const [, option] of named) if (!ofNode.includes(option!)) expect([...known], option).toContain(option);
});
