#!/usr/bin/env node
// The process: passes the command line to the program and its result to the exit code.
import { startProgram } from '#kit/start-program';
import { refusalOfNode } from './cli/node-version.ts';

await startProgram(
  refusalOfNode(process.versions.node),
  async () => (await import('./cli/command-line.ts')).runCli,
);
