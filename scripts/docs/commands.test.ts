// Every command and every option is on a page, and every command that a page shows exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_PAGES, committed, root } from './command-pages.ts';
import { callsIn, commandOf, COMMANDS, documentedCalls, optionsOf } from './documented-calls.ts';
import type { Call } from './documented-calls.ts';

const calls = documentedCalls();
const ALWAYS = ['--help', '--version', '--json'];
const OF_WP_CLI = ['--user', '--url', '--path', '--quiet'];

it.each(COMMAND_PAGES)('$path is what the program says (npm run docs:commands)', ({ path, text }) => {
  expect(committed(path)).toBe(text());
});

it('the pages name more than a hundred commands with their options', () => {
  const all = Object.values(COMMANDS).flat();
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ description }) => description === '').map(({ usage }) => usage)).toEqual([]);
  expect(all.flatMap(({ parts }) => parts.filter(({ meaning }) => meaning === ''))).toEqual([]);
});

describe.each(['server', 'service', 'wordpress'] as const)('of the %s', (program) => {
  const own = calls.filter((call) => call.program === program && !/<command>|…/.test(call.line));
  it('every command that a page shows exists, with every option', () => {
    expect(own.flatMap(faultOf)).toEqual([]);
    expect(own.length).toBeGreaterThan(15);
  });
});

/** What is wrong with a call of one of our three programs. */
function faultOf({ page, program, words, line }: Call): string[] {
  if (program === 'npm' || program === 'npx') return [];
  const command = commandOf(program, words);
  const options = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/[=,].*$/, ''));
  if (!command) {
    const isGroup =
      COMMANDS[program].some(({ name }) => name.startsWith(`${words[0]} `)) || words[0]?.startsWith('-');
    return isGroup && words.length === 1 ? [] : [`${page}: no such command: ${line}`];
  }
  const known = [...optionsOf(command), ...ALWAYS, ...(program === 'wordpress' ? OF_WP_CLI : [])];
  return options
    .filter((option) => !known.includes(option))
    .map((option) => `${page}: ${command.name} has no ${option}: ${line}`);
}

it("every command of the server is in the operator's table of tasks", () => {
  const [, section = ''] = readFileSync(join(root, 'docs/operator.md'), 'utf8').split('\n## Commands\n');
  const table = section.split('\n## ')[0] ?? '';
  const cells = [...table.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code.replace(/^registry /, ''));
  const named = new Set(cells.map((cell) => commandOf('server', cell.split(' '))?.name));
  const missing = COMMANDS.server.filter(({ name }) => !named.has(name)).map(({ name }) => name);
  expect(missing).toEqual([]);
});

it("every command of the plugin is in the owner's or the developer's table", () => {
  const shown = ['docs/gallery-owner.md', 'docs/agency.md', 'docs/mapping.md'].flatMap((page) =>
    callsIn(page, readFileSync(join(root, page), 'utf8')),
  );
  const named = new Set(shown.map(({ words }) => commandOf('wordpress', words)?.name));
  const missing = COMMANDS.wordpress.filter(({ name }) => !named.has(name)).map(({ name }) => name);
  expect(missing).toEqual([]);
});

it('messages of the plugin name commands that exist', () => {
  const folder = join(root, 'plugin');
  const files = ['includes', 'src'].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(php|tsx?)$/.test(name) && !name.includes('.test.'))
      .map((name) => join(part, name)),
  );
  const faults = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(/(?:["`]|Run: )(wp artwork-registry [a-z][^"`'\n]*)/g)].flatMap(
      ([, line = '']) => callsIn(file, `\`${line}\``).flatMap(faultOf),
    );
  });
  expect(faults).toEqual([]);
});

it('alert rules name commands that exist, as code', () => {
  const rules = readFileSync(join(root, 'deploy/monitoring/alerts.yml'), 'utf8');
  const named = callsIn('deploy/monitoring/alerts.yml', rules.replaceAll(/^ +/gm, ''));
  expect(named.length).toBeGreaterThan(8);
  expect(named.flatMap(faultOf)).toEqual([]);
  expect(rules.replaceAll(/`[^`]+`/g, '')).not.toContain('artwork-registry-daemon ');
});

describe('of npm', () => {
  const scriptsOf = (folder: string) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      name: string;
      scripts?: object;
    };
  const folders = [
    '.',
    'registry-server',
    'packages/contract',
    'packages/client',
    'daemon',
    'plugin',
    'stage',
    'e2e',
  ];
  const manifests = new Map(folders.map((folder) => [folder, scriptsOf(folder)]));

  it('every script that a page names exists in that workspace', () => {
    const faults = calls
      .filter(({ program }) => program === 'npm')
      .filter(({ words }) => {
        const named = words[words.indexOf('-w') + 1];
        const wanted = words.includes('-w')
          ? [...manifests].find(([folder, { name }]) => folder === named || name === named)?.[1]
          : manifests.get('.');
        return !Object.hasOwn(wanted?.scripts ?? {}, words[0]?.replace(/[,.]$/, '') ?? '');
      });
    expect(faults.map(({ page, line }) => `${page}: ${line}`)).toEqual([]);
  });

  it('every script is on a page', () => {
    const named = calls.filter(({ program }) => program === 'npm').map(({ words }) => words[0]);
    // npm runs `pre…` by itself, `npm start` and `npm test` are no `npm run`, and the other two are programs with commands of their own.
    const scripts = [...manifests.values()].flatMap(({ scripts = {} }) => Object.keys(scripts));
    const wanted = scripts.filter((name) => !/^(?:pre[a-z]|start$|test$|registry$|daemon$)/.test(name));
    expect([...new Set(wanted)].filter((name) => !named.includes(name))).toEqual([]);
  });

  it('every test, story and class that a page tells to run exists', () => {
    const stories = readdirSync(join(root, 'e2e/specs'), { recursive: true, encoding: 'utf8' });
    const php = readdirSync(join(root, 'plugin/tests'), { recursive: true, encoding: 'utf8' }).map((file) =>
      basename(file),
    );
    const faults = calls.flatMap(({ page, program, words, line }) => {
      const values = words.filter((word) => !word.startsWith('-')).slice(program === 'npm' ? 1 : 2);
      const isThere = (value: string) => {
        if (program === 'npx' && words[0] === 'vitest') return existsSync(join(root, value));
        if (words[0] === 'e2e' || words[0] === 'playwright')
          return stories.some((story) => `specs/${story}`.includes(value.replace(/…$/, '')));
        if (words[0] === 'phpunit')
          return ['sql', 'sqlite', 'mariadb'].includes(value) || php.some((name) => name.startsWith(value));
        return true;
      };
      return values.filter((value) => !isThere(value)).map((value) => `${page}: ${value} in ${line}`);
    });
    expect(faults).toEqual([]);
  });
});
