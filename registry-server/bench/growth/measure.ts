// Measures one operation on one registry: calls one after the other, their median latency, and the CPU time of one call.
import { request } from 'undici';
import { median } from '../figure.ts';
import { costOf } from '../load.ts';
import { headersOf } from '../world.ts';
import type { Context, Operation } from './operation.ts';

export type Cost = { ms: number; cpuMs: number; calls: number };

const WARM_UP = 3;
const MOST_CALLS = 200;
/** Of a slow operation; the kernel counts the database's CPU time in hundredths of a second. */
const LEAST_CALLS = 3;

/** Stops after so many seconds. Throws where a call is not answered with 2xx. */
export async function measure(operation: Operation, context: Context, seconds: number): Promise<Cost> {
  const { mostCalls = MOST_CALLS } = operation;
  let serial = 0;
  const call = async () => {
    const began = performance.now();
    await ask(operation, context, serial);
    await operation.until?.(context, serial);
    serial += 1;
    return performance.now() - began;
  };
  while (serial < WARM_UP) await call();
  const before = await context.server.vitals();
  const took: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (took.length < mostCalls && (took.length < LEAST_CALLS || performance.now() < until))
    took.push(await call());
  const { cpuMicros } = costOf(before, await context.server.vitals(), took.length);
  return { ms: median(took), cpuMs: cpuMicros / 1000, calls: took.length };
}

async function ask(operation: Operation, context: Context, serial: number): Promise<void> {
  const { method = 'GET', path, body, headers } = operation.ask(context, serial);
  const answer = await request(context.server.url + path, {
    method,
    headers: { ...headersOf(context.world), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300)
    throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  // A batch answers 200 also where all of its items are refused.
  if (/"failed":[1-9]/.test(text)) throw new Error(`${path}: ${text.slice(0, 300)}`);
}
