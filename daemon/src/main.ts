#!/usr/bin/env node
// The process: reads the command line, runs the command, sets the exit code (1 trouble, 2 wrong usage).
import { refusalOfNode } from './cli/node-version.ts';

const refusal = refusalOfNode(process.versions.node);
// The reader of `logs | head` has enough after some lines. A service goes on without its reader.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
if (refusal === null) {
  // Loaded only now: an older Node fails while it loads some of the libraries.
  const { runCommandLine } = await import('./cli/command-line.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2));
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
