#!/usr/bin/env node
// The process: reads the command line, runs the command, sets the exit code (1 trouble, 2 wrong usage).
import { runCommandLine } from './cli/command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
