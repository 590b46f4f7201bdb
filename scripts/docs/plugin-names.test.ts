// docs/hooks.md names every filter and action of the plugin with its arguments, every constant that a site may set, and every setting
// that is stored; and none that does not exist.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { committed, root } from './command-pages.ts';

const page = committed('docs/hooks.md');
const sources = ['plugin/*.php', 'plugin/includes/**/*.php']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .map((file) => readFileSync(join(root, file), 'utf8'));

/** Of WordPress and of other plugins. */
const NOT_OURS = ['wpml_default_language', 'rest_authentication_errors'];
const CONSTANTS_OF_OTHERS = [
  'ABSPATH',
  'WP_UNINSTALL_PLUGIN',
  'WP_CLI',
  'REST_REQUEST',
  'FQDB',
  'ICL_SITEPRESS_VERSION',
  // The plugin's own, which it defines itself.
  'ARTWORK_REGISTRY_VERSION',
  'ARTWORK_REGISTRY_FILE',
];

const rowsBelow = (heading: string): string[][] => {
  const [, part = ''] = page.split(`\n## ${heading}\n`);
  const rows = (part.split('\n## ')[0] ?? '').matchAll(/^\| (`.+) \|$/gm);
  return [...rows].map(([, row = '']) => row.split(' | '));
};
const code = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** Every place where the plugin asks or tells other code: "filter name($a, $b)". */
function hooksOfPlugin(): string[] {
  const found = new Map<string, string[]>();
  const note = (kind: string, name: string, before: string) => {
    const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/[^/]*$/.exec(before.slice(-900))?.[1] ?? '';
    const named = [...comment.matchAll(/@param .*?(\$\w+)/g)].map(([, argument = '']) => argument);
    const known = found.get(`${kind} ${name}`) ?? [];
    found.set(`${kind} ${name}`, named.length > 0 ? named : known);
  };
  for (const source of sources) {
    const constantOf = (name = '') => new RegExp(`const ${name} *= '(\\w+)'`).exec(source)?.[1] ?? name;
    const calls = source.matchAll(
      /\b(apply_filters|do_action)\( (?:'(\w+)'|self::(\w+)( \. \$\w+)?|(\$\w+)),/g,
    );
    for (const { index, ...match } of calls) {
      const [, call, literal, constant, more, variable] = [...Array(6).keys()].map((at) => match[at]);
      // The one place that fires an action for others; the names are those of its callers.
      if (variable !== undefined) continue;
      const name = literal ?? `${constantOf(constant)}${more === undefined ? '' : '<field>'}`;
      note(call === 'do_action' ? 'action' : 'filter', name, source.slice(0, index));
    }
    for (const { index, 1: name = '' } of source.matchAll(/self::tell\( '(\w+)'/g))
      note('action', name, source.slice(0, index));
    // The other way round: what other code tells the plugin.
    for (const [, name = ''] of source.matchAll(/self::watch\( '(artwork_registry_\w+)', array\( \$watcher/g))
      found.set(`action ${name}`, ['$post_id']);
  }
  return [...found]
    .filter(([name]) => !NOT_OURS.includes(name.split(' ')[1] ?? ''))
    .map(([name, named]) => `${name}(${named.join(', ')})`)
    .sort();
}

it('every filter and action is in the table, with the arguments of its comment', () => {
  const rows = rowsBelow('All filters and actions').map(
    ([name, kind, values]) => `${kind} ${code(name)[0]}(${code(values).join(', ')})`,
  );
  const hooks = hooksOfPlugin();
  expect(hooks.length).toBeGreaterThan(12);
  expect(rows.sort()).toEqual(hooks);
});

it('each has a section that says what it is for', () => {
  const [prose = ''] = page.split('\n## All filters and actions\n');
  const missing = rowsBelow('All filters and actions').flatMap(([name]) =>
    code(name).filter((hook) => !prose.includes(hook)),
  );
  expect(missing).toEqual([]);
});

it('every field that a filter may change is named', () => {
  const mapping = committed('plugin/includes/Mapping/Mapping_Document.php');
  const [, list = ''] = /const FIELDS\s*=\s*array\(([\s\S]*?)\);/.exec(mapping) ?? [];
  const fields = [...list.matchAll(/'(\w+)'/g)].map(([, field = '']) => field);
  expect(fields.length).toBeGreaterThan(8);
  const [, section = ''] = page.split('\n## The value of a field\n');
  const named = code(section.split('```')[0]).map((text) => text.replace(/\n/g, ' '));
  expect(fields.filter((field) => !named.includes(field))).toEqual([]);
});

it('every constant that a site may define is named', () => {
  const asked = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:defined|constant)\( '(\w+)' \)/g)].map(([, name = '']) => name),
  );
  const ours = [...new Set(asked)].filter((name) => !CONSTANTS_OF_OTHERS.includes(name)).sort();
  expect(rowsBelow('Constants').flatMap(([name]) => code(name))).toEqual(ours);
});

it('every scheduled event is named', () => {
  const events = sources.flatMap((source) =>
    [...source.matchAll(/const (?:EVENT|FAILURE_CHECK)\s*= '(artwork_registry_\w+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(rowsBelow('Scheduled events').flatMap(([name]) => code(name))).toEqual(events.sort());
});

it('every stored setting is named with each of its values', () => {
  const source = committed('plugin/includes/Store/Settings.php');
  const [, body = ''] = /function get\(\)[\s\S]*?return array\(([\s\S]*?)\n\t\t\);/.exec(source) ?? [];
  const settings = [...body.matchAll(/'(\w+)'\s*=> (?:self::one_of\([^;]*?self::(\w+) \)|is_string)/g)].map(
    ([, name = '', list]) => {
      const [, words = ''] = new RegExp(`const ${list} *= array\\(([^)]*)\\)`).exec(source) ?? [];
      return `${name}: ${list ? [...words.matchAll(/'(\w+)'/g)].map(([, word]) => word).join(', ') : 'text'}`;
    },
  );
  expect(settings.length).toBe([...body.matchAll(/=>/g)].length);
  const rows = rowsBelow('Stored settings').map(
    ([name, values = '']) => `${code(name)[0]}: ${values === 'text' ? 'text' : code(values).join(', ')}`,
  );
  expect(rows).toEqual(settings);
});
