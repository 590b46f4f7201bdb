// What stands in front of the registry of `npm start -- --faults`: it does to calls what a file says, and nothing while there is no file.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { FaultProxy, FAULTS } from './fault-proxy.ts';
import type { Fault, Probabilities } from './fault-proxy.ts';
import { seededRandom } from './random.ts';

/**
 * Each line of the file is a fault, with the share of calls that it meets after it (default: all), or `slow` with milliseconds. It is
 * read before each call, so a change counts at once.
 */
export async function startFaultyRegistry(
  upstream: string,
  port: number,
  file: string,
  say: (line: string) => void = console.error,
): Promise<FaultProxy> {
  const proxy = new FaultProxy(upstream, seededRandom(1));
  proxy.prepare = async () => {
    const { slowMs, probabilities, unknown } = faultsIn(file);
    proxy.probabilities = probabilities;
    if (unknown.length > 0)
      say(`${file}: no such fault: ${unknown.join(', ')}. There are slow, ${FAULTS.join(', ')}.`);
    if (slowMs > 0) await delay(slowMs);
  };
  await proxy.start(port);
  return proxy;
}

function faultsIn(file: string): { slowMs: number; probabilities: Probabilities; unknown: string[] } {
  const probabilities: Probabilities = {};
  const unknown: string[] = [];
  let slowMs = 0;
  for (const line of textOf(file).split('\n')) {
    const [name = '', value] = line.trim().split(/\s+/);
    if (name === 'slow') slowMs = Number(value ?? 5000) || 0;
    else if (isFault(name)) probabilities[name] = Number(value ?? 1) || 0;
    else if (name !== '') unknown.push(name);
  }
  return { slowMs, probabilities, unknown };
}

const isFault = (name: string): name is Fault => (FAULTS as readonly string[]).includes(name);

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
