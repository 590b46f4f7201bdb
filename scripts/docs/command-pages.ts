// The pages that list every command with every argument and option, made from the programs themselves: the argument parsers of server and
// sync service, and the comments from which WP-CLI makes its help. `npm run docs:commands` writes them; a test compares them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { buildProgram as serviceProgram } from '../../daemon/src/cli/command-line.ts';
import { buildProgram as serverProgram } from '../../registry-server/src/cli/program.ts';
import type { CommandText } from './command-text.ts';
import { wordpressCommands } from './wordpress-commands.ts';

export const root = join(import.meta.dirname, '../..');

/** Of each generated page: where it stands, and what it says. */
export const COMMAND_PAGES: { path: string; text: () => string }[] = [
  {
    path: 'docs/commands-server.md',
    text: () =>
      pageOf(
        "Reference: the registry server's commands",
        'For operators. What the commands are for, task by task, is in [operator.md](operator.md#commands).',
        commandsOf(serverProgram()),
      ),
  },
  {
    path: 'docs/commands-service.md',
    text: () =>
      pageOf(
        "Reference: the sync service's commands",
        'For those who maintain a sync service or a host. What the commands are for is in [daemon.md](daemon.md#commands) and ' +
          '[host.md](host.md#manage-sites).',
        commandsOf(serviceProgram()),
      ),
  },
  {
    path: 'docs/commands-wordpress.md',
    text: () =>
      pageOf(
        "Reference: the plugin's commands",
        'For those who look after WordPress with WP-CLI. Many sites at once: [agency.md](agency.md).',
        wordpressCommands(join(root, 'plugin/includes')),
      ),
  },
];

export const committed = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Every command that does something, in the order of the help. */
export function commandsOf(program: Command): CommandText[] {
  const leaves = (command: Command): Command[] => [
    ...(command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)),
  ];
  return leaves(program).map((command) => {
    const words = nameOf(command);
    const values = command.registeredArguments.map((argument) => ({
      name: argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
      meaning: [argument.description, choices(argument.argChoices)].filter(Boolean).join('; '),
    }));
    const json = program.options.filter(({ long }) => long === '--json');
    const options = [...command.options, ...json].filter(({ hidden }) => !hidden);
    return {
      name: words,
      usage: [program.name(), words, ...values.map(({ name }) => name), '[options]'].join(' '),
      description: command.description(),
      parts: [...values, ...options.map(partOf)],
    };
  });
}

function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}

const choices = (words: readonly string[] | undefined) => (words ? `one of ${words.join(', ')}` : '');

function partOf(option: Option): { name: string; meaning: string } {
  const fallback: unknown = option.defaultValue;
  const said = /default:/i.test(option.description);
  const more = [
    option.mandatory ? 'required' : '',
    choices(option.argChoices),
    fallback === undefined || fallback === false || said ? '' : `default: ${String(fallback)}`,
  ];
  return { name: option.flags, meaning: [option.description, ...more].filter(Boolean).join('; ') };
}

function pageOf(title: string, reader: string, commands: CommandText[]): string {
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? name);
  const contents = [...groups.keys()].map((group) => `[${group}](#${group})`).join(' · ');
  const sections = [...groups].map(([group, ofGroup]) => {
    const one = ofGroup.length === 1 && ofGroup[0]?.name === group;
    const texts = ofGroup.map((command) => `${one ? '' : `\n### ${command.name}\n`}${textOf(command)}`);
    return `## ${group}\n${texts.join('\n')}`;
  });
  const made = `Made by \`npm run docs:commands\` from the program: change the program, not this page.`;
  return `# ${title}\n\n${reader}\n${made}\n\n${wrapped(contents)}\n\n${sections.join('\n\n')}\n`;
}

function textOf({ usage, description, parts }: CommandText): string {
  const rows = parts.map(({ name, meaning }) => `| \`${name}\` | ${cell(meaning)} |`);
  const table =
    rows.length === 0 ? '' : `\n| argument or option | meaning |\n| --- | --- |\n${rows.join('\n')}`;
  return `\n\`${usage}\`\n\n${sentence(description)}${table && `\n${table}`}`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<').replaceAll('\n', ' ');
const sentence = (text: string) => {
  const first = cell(text).replace(/^./, (letter) => letter.toUpperCase());
  return /[.?!]$/.test(first) ? first : `${first}.`;
};

const wrapped = (text: string) => text.replaceAll(/(.{1,116})(?: · |$)/g, '$1 ·\n').replace(/ ·\n$/, '');
