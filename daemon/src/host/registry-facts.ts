// What a registry says of itself at its well-known address: here, whether it is a test registry, where sites may register that are
// not public or not in production.
import type { Dispatcher } from 'undici';
import { request } from 'undici';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { readBody } from '../read-body.ts';

const WellKnown = z.object({ object: z.literal('registry'), test: z.boolean().default(false) });
const KEEP_MS = 300_000;

/** Asks at most every five minutes; a registry that does not say so is none. */
export function createTestRegistries(deps: { agent: Dispatcher; clock: Clock }) {
  const known = new Map<string, { isTest: boolean; atMs: number }>();
  return async (registryUrl: string): Promise<boolean> => {
    const before = known.get(registryUrl);
    if (before && deps.clock.elapsed() - before.atMs < KEEP_MS) return before.isTest;
    try {
      const answer = await request(`${new URL(registryUrl).origin}/.well-known/artwork-registry`, {
        dispatcher: deps.agent,
        signal: AbortSignal.timeout(10_000),
      });
      const read = WellKnown.safeParse(JSON.parse((await readBody(answer.body)).toString('utf8')));
      const isTest = answer.statusCode === 200 && read.success && read.data.test;
      known.set(registryUrl, { isTest, atMs: deps.clock.elapsed() });
      return isTest;
    } catch {
      return before?.isTest ?? false;
    }
  };
}
