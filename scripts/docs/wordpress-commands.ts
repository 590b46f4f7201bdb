// The plugin's commands, read as WP-CLI reads them: which classes stand under which name (includes/Hooks.php), and of each public method
// the comment with its arguments and options.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandText } from './command-text.ts';

const PROGRAM = 'wp artwork-registry';

export function wordpressCommands(includes: string): CommandText[] {
  const hooks = readFileSync(join(includes, 'Hooks.php'), 'utf8');
  const classes = [
    ...hooks.matchAll(/add_command\( 'artwork-registry ?([a-z-]*)', Cli\\(\w+)::class \)/g),
  ].map(([, name = '', type = '']) => ({ name, type }));
  const methods = [
    ...hooks.matchAll(/foreach \( array\(([^)]+)\) as \$name \) \{\s+.*?Cli\\(\w+)::class, \$name/g),
  ];
  const single = methods.flatMap(([, names = '', type = '']) =>
    [...names.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => ({ name, type })),
  );
  const registered = hooks.match(/add_command\(/g)?.length ?? 0;
  if (registered !== classes.length + methods.length)
    throw new Error('includes/Hooks.php adds commands in a way that this page does not know.');
  return [
    ...classes.flatMap(({ name, type }) =>
      methodsOf(includes, type).map((method) =>
        textOf([name, method.command].filter(Boolean).join(' '), method.comment),
      ),
    ),
    ...single.map(({ name, type }) => {
      const found = methodsOf(includes, type).find(({ command }) => command === name);
      if (!found) throw new Error(`${type} has no method ${name}.`);
      return textOf(name, found.comment);
    }),
  ].sort((a, b) => a.name.localeCompare(b.name));
}

/** Public methods with their comment; the command's word is empty where the class itself is the command. */
function methodsOf(includes: string, type: string): { command: string; comment: string }[] {
  const source = readFileSync(join(includes, 'Cli', `${type}.php`), 'utf8');
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+public (?:static )?function (\w+)\(/g);
  return [...found]
    .filter(([, , name]) => name !== '__construct')
    .map(([, raw = '', name = '']) => {
      const comment = raw.replaceAll(/^[ \t]*\* ?/gm, '').trim();
      const [, word] = /^@subcommand (\S+)/m.exec(comment) ?? [];
      return { command: name === '__invoke' ? '' : (word ?? name.replaceAll('_', '-')), comment };
    });
}

function textOf(name: string, comment: string): CommandText {
  const [head = '', tail = ''] = comment.split(/^## OPTIONS$/m);
  const [options = ''] = tail.split(/^(?:## EXAMPLES|@)/m);
  const parts = [...options.matchAll(/^([<[-]\S*(?: \S+)?)\n: (.+)(?:\n---\n([\s\S]*?)\n---)?/gm)].map(
    ([, part = '', meaning = '', yaml = '']) => ({ name: part.trim(), meaning: meaning + moreOf(yaml) }),
  );
  const description = (/^[^@]+/.exec(head.trim())?.[0] ?? '').trim().replaceAll('\n', ' ');
  const usage = [PROGRAM, name, ...parts.map((part) => part.name)].join(' ');
  return { name, usage, description, parts };
}

function moreOf(yaml: string): string {
  const words = [...yaml.matchAll(/^ {2}- (\S+)$/gm)].map(([, word]) => word);
  const [, fallback] = /^default: (\S+)$/m.exec(yaml) ?? [];
  return (
    (words.length === 0 ? '' : ` One of ${words.join(', ')}.`) +
    (fallback === undefined ? '' : ` Default: ${fallback}.`)
  );
}
