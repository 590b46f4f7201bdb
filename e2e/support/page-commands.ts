// The blocks of shell below a heading of a page, run as the page shows them, with `wp` as the WP-CLI of a test site.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsBelow } from '../../registry-server/tests/support/documented-commands.ts';
import { rootDir } from '../../stage/paths.ts';
import { runCommand } from '../../stage/machine/run-command.ts';
import { phpOptions } from '../../stage/wordpress/web-server.ts';
import { wpCli, type WordPress } from '../../stage/wordpress/wordpress.ts';

export interface PageCommands {
  /** Below the repository. */
  page: string;
  heading: string;
  /** Folder of the reader. */
  folder: string;
  /** What stands for the page's example addresses and numbers. */
  replacements: Record<string, string>;
  /** Beginning of a block that cannot run here. */
  without?: string;
}

/** Returns what all blocks printed. Throws at the first command that fails. */
export async function runPageCommands(
  site: Pick<WordPress, 'siteDir'>,
  commands: PageCommands,
): Promise<string> {
  const { page, heading, folder, replacements, without } = commands;
  const blocks = commandsBelow(readFileSync(join(rootDir, page), 'utf8'), heading).filter(
    (block) => without === undefined || !block.startsWith(without),
  );
  if (blocks.length === 0) throw new Error(`${page} has no commands below "${heading}"`);
  let script = blocks.join('\n');
  for (const [shown, real] of Object.entries(replacements)) script = script.replaceAll(shown, real);
  const php = ['php', ...phpOptions].join(' ');
  const wp = `wp() { ${php} '${wpCli}' --path='${site.siteDir}' --allow-root "$@"; }`;
  const { stdout } = await runCommand(
    'bash',
    ['-euo', 'pipefail', '-c', `cd '${folder}'\n${wp}\n${script}`],
    {
      env: { WP_CLI_DISABLE_AUTO_CHECK_UPDATE: '1' },
    },
  );
  return stdout;
}
