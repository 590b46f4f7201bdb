// The calls of our programs that the pages of the guide show, in blocks of shell and inside sentences, word by word.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordpressCommands } from './wordpress-commands.ts';
import { commandsOf, root } from './command-pages.ts';
import type { CommandText } from './command-text.ts';
import { buildProgram as serviceProgram } from '../../daemon/src/cli/command-line.ts';
import { buildProgram as serverProgram } from '../../registry-server/src/cli/program.ts';
import { PAGES } from './readers.ts';

export type Program = 'server' | 'service' | 'wordpress' | 'npm' | 'npx';
export type Call = { page: string; program: Program; words: string[]; line: string };

export const COMMANDS: { [program in 'server' | 'service' | 'wordpress']: CommandText[] } = {
  server: commandsOf(serverProgram()),
  service: commandsOf(serviceProgram()),
  wordpress: wordpressCommands(join(root, 'plugin/includes')),
};

/** How the pages call each program, longest first. */
const STARTS: [RegExp, Program][] = [
  [/^npm (?:run )?(?:--silent |-s )?(?:registry|run registry) --(?= |$)/, 'server'],
  [/^(?:registry|artwork-registry-server)(?= )/, 'server'],
  [/^npm run (?:--silent |-s )?daemon --(?= |$)/, 'service'],
  [/^artwork-registry-daemon(?= )/, 'service'],
  [/^wp (?:--\S+ )*artwork-registry(?= )/, 'wordpress'],
  [/^npm run (?=[a-z])/, 'npm'],
  [/^npx (?=vitest|playwright)/, 'npx'],
];

/** Of all pages of the guide and of README.md. */
export function documentedCalls(): Call[] {
  return [...PAGES.keys(), 'README.md'].flatMap((page) =>
    callsIn(page, readFileSync(join(root, page), 'utf8')),
  );
}

export function callsIn(page: string, text: string): Call[] {
  const blocks = [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map(([, , block = '']) => block);
  const indented = [...text.matchAll(/(?:^ {4,}.*\n)+/gm)].map(([block]) => block);
  const prose = text.replaceAll(/^( *)```[\s\S]*?^ *```/gm, '');
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'));
  const lines = [...blocks, ...indented].flatMap((block) => block.replaceAll(/\\\n\s*/g, ' ').split('\n'));
  return [...lines, ...inline].flatMap((line) => callsOf(page, line));
}

function callsOf(page: string, line: string): Call[] {
  return line
    .replace(/(?:^|\s)# .*$/, '')
    .split(/&&|\|\||[;|](?= )|<(?= )| >|\$\(/)
    .flatMap((part) => {
      const text = part
        .trim()
        .replace(/^(?:do|then) /, '')
        .replace(/^(?:[A-Z_]+=\S* )+/, '')
        .replace(/^sudo (?:-u \S+ )?/, '')
        .replace(/^docker (?:compose )?exec (?:--\S+ )*\S+ /, '')
        .replace(/^cd \S+ /, '');
      const found = STARTS.find(([start]) => start.test(text));
      if (!found) return [];
      const rest = text.replace(found[0], '').trim();
      const words = [...rest.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word);
      return words.length === 0 ? [] : [{ page, program: found[1], words, line: text }];
    });
}

/** The command that these words begin with, the longest name first. */
export function commandOf(program: keyof typeof COMMANDS, words: string[]): CommandText | undefined {
  const plain = words.map((word) => word.replace(/[,.:]$/, ''));
  return COMMANDS[program]
    .filter(({ name }) => name.split(' ').every((word, index) => plain[index] === word))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

/** The options that a command takes, as they are typed. */
export const optionsOf = ({ parts }: CommandText): string[] =>
  parts.flatMap(({ name }) =>
    [...name.matchAll(/(?:^|[ ,[])(--?[a-z][a-z-]*)/g)].map(([, option = '']) => option),
  );
