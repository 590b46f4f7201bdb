// Runs the commands of a page of docs as a reader would: the sh blocks of a section in one shell, in the page's order. `serve`
// continues in the background, on a free port, until the section ends.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

// `serve` starts two instances, as on two machines. `doctor` ends with 1 where it has something to say.
const SHELL = `
set -eu -o pipefail
servers=()
stop() { for server in "\${servers[@]}"; do kill "$server"; wait "$server" || true; done; servers=(); }
trap stop EXIT
registry() {
  case $1 in
    serve)
      for instance in $INSTANCES; do
        local log; log=$(mktemp "$FOLDER/serve.XXXXXX")
        REGISTRY_PORT=0 "$NODE" "$MAIN" serve >"$log" 2>&1 & servers+=($!)
        until grep -q listening "$log"; do kill -0 "$!" || { cat "$log" >&2; exit 1; }; sleep 0.05; done
      done ;;
    doctor) "$NODE" "$MAIN" "$@" || true ;;
    *) "$NODE" "$MAIN" "$@" ;;
  esac
}
`;

export type DocumentedOptions = {
  folder: string;
  /** How many servers one \`serve\` starts: as many as there would be machines. */
  instances: number;
  env: Record<string, string | undefined>;
  /** What stands for the page's example addresses and folders. */
  replacements: Record<string, string>;
};

/** The sh blocks below a heading, without the indentation of a list. */
export function commandsBelow(page: string, heading: string): string[] {
  const [, section = ''] = page.split(new RegExp(`\n##+ ${heading}\n`));
  const [own = ''] = section.split(/\n##+ /);
  return [...own.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** What each block printed. Throws at the first command that fails. */
export async function runDocumented(blocks: string[], options: DocumentedOptions): Promise<string[]> {
  const { folder, instances, env, replacements } = options;
  let script = blocks.map((block) => `echo '=== block'\n${block}`).join('\n');
  for (const [shown, real] of Object.entries(replacements)) script = script.replaceAll(shown, real);
  const { stdout } = await promisify(execFile)('bash', ['-c', `${SHELL}\n${script}`], {
    cwd: folder,
    env: {
      ...env,
      NODE: process.execPath,
      MAIN,
      FOLDER: folder,
      INSTANCES: Array.from({ length: instances }, (_, index) => index).join(' '),
    },
    timeout: 120_000,
  });
  return stdout.split('=== block\n').slice(1);
}
