// The steps of the set-up: each says what it does and how long that usually takes, shows that it is still at work, and leaves its
// output behind only where it fails. Plain JavaScript: it runs on the system's Node 20 before anything is installed.
import { spawn } from 'node:child_process';

const started = Date.now();
const isTerminal = Boolean(process.stdout.isTTY);
/** How often a step that continues says so where there is no terminal to count seconds on. */
const heartbeatMs = 15_000;
/** The output of a failed step is shown from here on: its end has the reason. */
const shownOutput = 20_000;

/** One line of the set-up, with the seconds since it began. */
export function say(line) {
  console.log(`${prefix()} ${line}`);
}

/** Ends the set-up with a message that says what to do. */
export function stop(message) {
  console.error(`\nSet-up stopped: ${message}`);
  process.exit(1);
}

/**
 * Runs one command of the set-up. `label` names the step and `usually` says how long it takes; both are shown.
 * Ends the process, with the command's output, where the command fails.
 * @param {{label: string, usually: string, command: string, args: string[], cwd: string, env?: Record<string, string>, hint?: string}} step
 */
export async function runStep(step) {
  const { label, usually, command, args, cwd, env, hint } = step;
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  if (!isTerminal) say(`${label} (usually ${usually}) …`);
  const progress = () =>
    isTerminal
      ? process.stdout.write(`\r${prefix()} ${label} (usually ${usually}) … ${seconds()} s `)
      : say(`${label}: still at work after ${seconds()} s`);
  if (isTerminal) progress();
  const timer = setInterval(progress, isTerminal ? 1000 : heartbeatMs);
  const { code, output } = await run(command, args, cwd, env);
  clearInterval(timer);
  if (isTerminal) process.stdout.write('\n');
  if (code !== 0) {
    console.error(output.slice(-shownOutput));
    stop(`"${[command, ...args].join(' ')}" failed (${code}).${hint ? ` ${hint}` : ''}`);
  }
  if (!isTerminal) say(`${label}: done in ${seconds()} s`);
}

function run(command, args, cwd, env) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk) => (output = (output + chunk).slice(-8 * shownOutput));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => resolve({ code: error.message, output }));
    child.once('close', (code, signal) => resolve({ code: code ?? signal, output }));
  });
}

function prefix() {
  return `[set-up ${String(Math.round((Date.now() - started) / 1000)).padStart(3)} s]`;
}
