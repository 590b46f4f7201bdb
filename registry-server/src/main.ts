#!/usr/bin/env node
// The process: passes the command line to the program and its result to the exit code.
import { runCli } from './cli/program.ts';

process.exitCode = await runCli(process.argv);
