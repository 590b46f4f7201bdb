// The long form: one seed after another, each in a process of its own, on all cores; and the proof that a seed decides everything: each
// seed twice, once beside a busy loop.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { FOUND_SEEDS } from './found-seeds.ts';
import { CANNOT_MEET } from './pairs.ts';

const OPERATIONS = 500;
/** A run takes about a minute; one that asks without end is ended, and is a fault. */
const LONGEST_RUN_MS = 15 * 60_000;

export type Result = {
  seed: number;
  hash: string;
  operations: { [name: string]: number };
  deaths: number;
  met: { [pair: string]: number };
  never: string[];
  faults: string[];
  seconds: number;
};

/** What one seed came to. A run that ends without a result is a fault too. */
export async function runSeed(seed: number, operations: number): Promise<Result> {
  const args = [
    join(import.meta.dirname, 'main.ts'),
    '--seed',
    String(seed),
    '--operations',
    String(operations),
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_RUN_MS,
    killSignal: 'SIGKILL',
  });
  let [out, complaints] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  try {
    return JSON.parse(out) as Result;
  } catch {
    const fault = `seed ${seed} ended with ${code} and without a result: ${complaints.slice(-2000)}`;
    return {
      seed,
      hash: '',
      operations: {},
      deaths: 0,
      met: {},
      never: [],
      faults: [fault],
      seconds: 0,
    };
  }
}

/** First those that once found a fault, then one after the other until the time is over. False where a promise was broken. */
export async function runManySeeds({ seed, minutes }: { seed: number; minutes: number }): Promise<boolean> {
  const began = Date.now();
  const isOver = () => Date.now() - began > minutes * 60_000;
  const results: Result[] = [];
  const found = [...FOUND_SEEDS];
  let next = seed;
  const work = async () => {
    while (!isOver()) {
      const one = found.shift() ?? { seed: next++, operations: OPERATIONS };
      const result = await runSeed(one.seed, one.operations);
      results.push(result);
      for (const fault of result.faults) console.log(`seed ${result.seed}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  report(results, (Date.now() - began) / 60_000);
  return results.every(({ faults }) => faults.length === 0);
}

function report(results: readonly Result[], minutes: number): void {
  const operations = sum(results.flatMap((result) => Object.values(result.operations)));
  const deaths = sum(results.map((result) => result.deaths));
  const met = new Map<string, number>();
  for (const result of results)
    for (const [pair, times] of Object.entries(result.met)) met.set(pair, (met.get(pair) ?? 0) + times);
  const never = (results[0]?.never ?? []).filter((pair) =>
    results.every((result) => result.never.includes(pair)),
  );
  const perMinute = (count: number) => `${count} (${Math.round(count / minutes)} a minute)`;
  console.log(`${results.length} seeds in ${minutes.toFixed(1)} minutes`);
  console.log(`operations: ${perMinute(operations)}`);
  console.log(`deaths: ${perMinute(deaths)}`);
  console.log(`pairs that met: ${met.size}, ${sum([...met.values()])} times`);
  console.log(`pairs that never met: ${never.join(', ') || 'none'}`);
  console.log(`pairs that cannot meet: ${CANNOT_MEET.join(', ')}`);
  const failed = results.filter(({ faults }) => faults.length > 0);
  console.log(`seeds with a broken promise: ${failed.map((result) => result.seed).join(', ') || 'none'}`);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

type Twice = { seed: number; operations: number; seeds: number };

/** False where two runs of a seed differ, or break a promise alike. Prints each hash. */
export async function runSeedsTwice({ seed, operations, seeds }: Twice): Promise<boolean> {
  let areEqual = true;
  for (let one = seed; one < seed + seeds; one += 1) {
    const alone = await runSeed(one, operations);
    const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    const beside = await runSeed(one, operations);
    busy.kill('SIGKILL');
    const isEqual = alone.hash !== '' && alone.hash === beside.hash;
    const faults = new Set([...alone.faults, ...beside.faults]);
    for (const fault of faults) console.log(`seed ${one}: ${fault}`);
    areEqual &&= isEqual && faults.size === 0;
    console.log(`seed ${one}: ${alone.hash} ${isEqual ? 'twice' : `and ${beside.hash}`}`);
  }
  return areEqual;
}
