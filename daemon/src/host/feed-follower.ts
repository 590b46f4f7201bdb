// Follows the feed of changes of one registry for all galleries of a host, with a read key of the host's own, and hands the steps to the
// cells. The position is saved after every cell has them: after a crash steps come twice, never not at all.
import { ChangeList } from '@artwork-registry/contract';
import type { Logger } from 'pino';
import { request, type Dispatcher } from 'undici';
import { backoffMs } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import type { FeedSteps } from '../http/feed-route.ts';

const PAGE = 100;
const PAUSE_MS = 2000;
const CALL_MS = 20_000;

export type FeedFollower = { stop(): Promise<void> };

export function followFeed(deps: {
  registryUrl: string;
  key: string;
  agent: Dispatcher;
  log: Logger;
  clock: Pick<Clock, 'sleep'>;
  /** The step that the cells had last; undefined: the feed was never followed. */
  position: () => number | undefined;
  save: (position: number) => void;
  /** Hands steps to every cell that runs or should run; throws where one cannot take them now. */
  hand: (steps: FeedSteps) => Promise<void>;
  pauseMs?: number;
}): FeedFollower {
  const { registryUrl, log, pauseMs = PAUSE_MS } = deps;
  const stopping = new AbortController();
  const sleep = (ms: number) => deps.clock.sleep(ms, stopping.signal);

  async function read(after: number, limit: number): Promise<ChangeList> {
    const answer = await request(`${registryUrl}/changes?after=${after}&limit=${limit}`, {
      dispatcher: deps.agent,
      headers: { authorization: `Bearer ${deps.key}` },
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(CALL_MS)]),
    });
    const body: unknown = await answer.body.json();
    if (answer.statusCode !== 200)
      throw Object.assign(new Error(`the registry answered ${answer.statusCode}`), {
        retryAfterMs: Number(answer.headers['retry-after'] ?? 0) * 1000,
      });
    return ChangeList.parse(body);
  }

  /** The number of the last step there is. A host that begins is not interested in what was before its galleries. */
  async function findEnd(): Promise<number> {
    let [known, unknown] = [0, 1];
    for (;;) {
      const [step] = (await read(unknown, 1)).data;
      if (step === undefined) break;
      [known, unknown] = [step.seq, step.seq * 2];
    }
    while (known < unknown) {
      const middle = Math.floor((known + unknown) / 2);
      const [step] = (await read(middle, 1)).data;
      if (step === undefined) unknown = middle;
      else known = step.seq;
    }
    return known;
  }

  async function follow(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        const after = deps.position();
        if (after === undefined) {
          deps.save(await findEnd());
          continue;
        }
        const page = await read(after, PAGE);
        const steps = page.data.flatMap((step) =>
          step.op === 'upsert' || step.op === 'remove'
            ? [{ seq: step.seq, op: step.op, registry_id: step.registry_id, updated_at: step.updated_at }]
            : [],
        );
        if (steps.length > 0) await deps.hand({ feed: registryUrl, steps });
        if (page.next_after !== after) deps.save(page.next_after);
        failures = 0;
        if (!page.has_more) await sleep(pauseMs);
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        const { retryAfterMs = 0 } = error as { retryAfterMs?: number };
        if (failures === 3)
          log.warn({ err: error, registry: registryUrl }, 'the feed of changes cannot be followed');
        await sleep(Math.max(retryAfterMs, pauseMs, backoffMs(failures)));
      }
    }
  }

  const following = follow();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await following;
    },
  };
}
