// The first file of a program calls this. It imports nothing that an older Node cannot load.
import { waitForDistantHosts } from './distant-hosts.ts';

/** `refusal`: why this Node cannot run the program; null where it can. Sets the exit code of the process. */
export async function startProgram(
  refusal: string | null,
  load: () => Promise<(args: string[]) => Promise<number>>,
): Promise<void> {
  if (refusal === null) {
    waitForDistantHosts();
    // Loaded only now: an older Node fails while it loads some of the libraries.
    const run = await load();
    process.exitCode = await run(process.argv.slice(2));
  } else {
    process.stderr.write(`${refusal}\n`);
    process.exitCode = 1;
  }
}
