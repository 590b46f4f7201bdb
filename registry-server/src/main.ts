#!/usr/bin/env node
// The process: passes the command line to the program and its result to the exit code.
import { refusalOfNode } from './node-version.ts';

const refusal = refusalOfNode(process.versions.node);
if (refusal === null) {
  // Loaded only now: an older Node fails while it loads some of the libraries.
  const { runCli } = await import('./cli/program.ts');
  process.exitCode = await runCli(process.argv);
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
