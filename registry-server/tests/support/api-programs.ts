// The programs of docs/api.md, taken from the page and run against a registry of the test.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandsBelow } from './documented-commands.ts';
import type { TestRegistry } from './test-registry.ts';
import { bareEnv } from './bare-env.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
export type Language = 'sh' | 'ts' | 'php';
const COMMANDS = { sh: ['bash', 'sh'], ts: [process.execPath, 'mts'], php: ['php', 'php'] } as const;

/** The program that stands below `<!-- title: language -->`. */
export function programOf(title: string, language: Language): string {
  const marked = new RegExp(`<!-- ${title}: ${language} -->\n\`\`\`${language}\n(.*?)\n\`\`\``, 's');
  const [, program] = marked.exec(PAGE) ?? [];
  if (program === undefined) throw new Error(`docs/api.md has no "${title}" in ${language}`);
  return program;
}

/** A folder of its own for programs, in which the client is installed. */
export async function programsFor(registry: TestRegistry, apiKey: string) {
  await registry.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = registry.app.server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'api-programs-'));
  mkdirSync(join(folder, 'node_modules/@artwork-registry'), { recursive: true });
  symlinkSync(join(ROOT, 'packages/client'), join(folder, 'node_modules/@artwork-registry/client'));
  const env = bareEnv({ REGISTRY: `http://127.0.0.1:${port}`, KEY: apiKey });
  return {
    folder,
    /** Runs a program; returns what it printed. */
    run: async (title: string, language: Language, more: NodeJS.ProcessEnv = {}): Promise<string> => {
      const [command, extension] = COMMANDS[language];
      // The recipes in PHP continue where the quick start has defined call().
      const [, start = ''] = /^(.*?\n\}\n)/s.exec(programOf('quick start', 'php')) ?? [];
      const before = language === 'php' && title.startsWith('recipe') ? start : '';
      const program = before + programOf(title, language);
      writeFileSync(join(folder, `program.${extension}`), program);
      const options = { cwd: folder, env: { ...env, ...more } };
      return (await promisify(execFile)(command, [`program.${extension}`], options)).stdout;
    },
    /** Runs the commands below a heading of the page; returns what they printed. */
    runBelow: async (heading: string, more: NodeJS.ProcessEnv): Promise<string> => {
      const commands = commandsBelow(PAGE, heading).join('\n').replaceAll('curl ', 'curl --silent ');
      if (commands === '') throw new Error(`docs/api.md has no commands below "${heading}"`);
      const options = { cwd: folder, env: { ...env, ...more } };
      return (await promisify(execFile)('bash', ['-euc', commands], options)).stdout;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
