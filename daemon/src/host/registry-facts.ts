// What a registry says of itself at its well-known address: here, whether it is a test registry, where sites may register that are
// not public or not in production.
import type { Dispatcher } from 'undici';
import { request } from 'undici';
import { z } from 'zod';
import { withTimeLimit, type Clock } from '#kit/clock';
import { readBody } from '../net/read-body.ts';

const WellKnown = z.object({ object: z.literal('registry'), test: z.boolean().default(false) });
const KEEP_MS = 300_000;
/** A registry that does not answer is asked again after this time: strangers cause the question. */
const KEEP_FAILURE_MS = 30_000;
const CALL_MS = 10_000;

type Known = { isTest: Promise<boolean>; untilMs: number };

/** Asks at most every five minutes, or half a minute while it fails; a registry that does not say so is none. */
export function createTestRegistries(deps: { agent: Dispatcher; clock: Clock }) {
  const { agent, clock } = deps;
  const known = new Map<string, Known>();

  async function ask(registryUrl: string): Promise<boolean> {
    const { answer, body } = await withTimeLimit(clock, CALL_MS, async (signal) => {
      const address = `${new URL(registryUrl).origin}/.well-known/artwork-registry`;
      const answer = await request(address, { dispatcher: agent, signal });
      return { answer, body: await readBody(answer.body) };
    });
    const read = WellKnown.safeParse(JSON.parse(body.toString('utf8')));
    if (answer.statusCode >= 500) throw new Error(`the registry answered ${answer.statusCode}`);
    return answer.statusCode === 200 && read.success && read.data.test;
  }

  return (registryUrl: string): Promise<boolean> => {
    const before = known.get(registryUrl);
    if (before && clock.elapsed() < before.untilMs) return before.isTest;
    const asked: Known = {
      untilMs: clock.elapsed() + KEEP_MS,
      isTest: ask(registryUrl).catch(() => {
        asked.untilMs = clock.elapsed() + KEEP_FAILURE_MS;
        return before?.isTest ?? false;
      }),
    };
    known.set(registryUrl, asked);
    return asked.isTest;
  };
}
