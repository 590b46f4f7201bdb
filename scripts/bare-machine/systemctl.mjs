#!/usr/bin/env node
// Stands in for systemd on the bare machine, as far as "install" needs one: starts the ExecStart of a unit as its user, with its
// Environment and what is in its EnvironmentFile, and with nothing of the caller's. It starts nothing again that has ended.
import { execFileSync, spawn } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const words = process.argv.slice(2);
const [command] = words;
const unit = words.at(-1);
const pidFile = `/run/${unit}.pid`;

if (command === 'restart') {
  stop();
  start();
} else if (command === 'disable') stop();
else if (command === 'is-active') process.exitCode = isRunning(pidOf()) ? 0 : 3;
else if (!['daemon-reload', 'enable'].includes(command)) throw new Error(`not here: ${words.join(' ')}`);

function start() {
  const text = readFileSync(`/etc/systemd/system/${unit}`, 'utf8');
  const all = (name) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value);
  const [program, ...args] = all('ExecStart')[0].split(' ');
  const environment = all('Environment').map((entry) => entry.replace(/^"(.*)"$/, '$1'));
  const files = all('EnvironmentFile').map((file) => readFileSync(file, 'utf8'));
  const log = openSync(`/var/log/${unit}.log`, 'a');
  const child = spawn(program, args, {
    uid: idOf('-u', all('User')[0]),
    gid: idOf('-g', all('Group')[0]),
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...parseEnv([...environment, ...files].join('\n')) },
    detached: true,
    stdio: ['ignore', log, log],
  });
  writeFileSync(pidFile, String(child.pid));
  child.unref();
}

function stop() {
  const pid = pidOf();
  if (!isRunning(pid)) return;
  process.kill(pid, 'SIGTERM');
  while (isRunning(pid)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
}

function idOf(flag, name) {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
}

function pidOf() {
  try {
    return Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return 0;
  }
}

/** One that has ended, and that nobody has asked for yet, still has its number. */
function isRunning(pid) {
  try {
    return pid !== 0 && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
