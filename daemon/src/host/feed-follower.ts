// Follows the feed of changes of one registry for all galleries of a host, with a read key of the host's own, and hands the steps to the
// cells. Each cell has a position of its own, which is saved after it has the steps: after a crash a step may arrive twice but is never lost,
// and a cell that is down keeps no other one waiting.
import { ChangeList } from '@artwork-registry/contract';
import type { Logger } from 'pino';
import { request, type Dispatcher } from 'undici';
import { z } from 'zod';
import { backoffMs } from '../net/backoff.ts';
import { withTimeLimit, type Clock } from '#kit/clock';
import type { FeedSteps } from '../http/feed-route.ts';
import { readBody } from '../net/read-body.ts';
import { LONGEST_RETRY_AFTER_MS, secondsToWait } from '../net/retry-after.ts';
import { FeedStep } from '../types/registry-answers.ts';

const PAGE = 100;
const PAUSE_MS = 2000;
const CALL_MS = 20_000;
/** Of a page of 100 steps. */
const MOST_PAGE_BYTES = 2 ** 20;

/** A page with steps of kinds that this version does not know, which are passed over. */
const Page = ChangeList.extend({ data: z.array(z.looseObject({ seq: z.int() })) });
type Page = z.infer<typeof Page>;

export type FeedFollower = { stop(): Promise<void> };

type Ready = { cell: number; position: number };
type FeedError = { status?: number; retryAfterMs?: number };

export function followFeed(deps: {
  registryUrl: string;
  key: string;
  agent: Dispatcher;
  log: Logger;
  clock: Clock;
  /** The cells that run, with the step that each had last; undefined: it never followed the feed. */
  positions: () => [cell: number, position: number | undefined][];
  save: (cell: number, position: number) => void;
  /** Hands steps to a cell; throws where it cannot take them now. */
  hand: (cell: number, steps: FeedSteps) => Promise<void>;
  pauseMs?: number;
}): FeedFollower {
  const { registryUrl, log, clock, pauseMs = PAUSE_MS } = deps;
  const stopping = new AbortController();
  const sleep = (ms: number) => clock.sleep(ms, stopping.signal);
  /** Which of the cells behind the front are next. */
  let turn = 0;
  /** Cells that did not take their steps, and when they are tried again. */
  const failing = new Map<number, { failures: number; untilMs: number }>();

  async function read(after: number, limit: number): Promise<Page> {
    const { answer, body } = await withTimeLimit(clock, CALL_MS, async (signal) => {
      const answer = await request(`${registryUrl}/changes?after=${after}&limit=${limit}`, {
        dispatcher: deps.agent,
        headers: { authorization: `Bearer ${deps.key}` },
        signal: AbortSignal.any([stopping.signal, signal]),
      });
      return { answer, body: await readBody(answer.body, MOST_PAGE_BYTES) };
    });
    if (answer.statusCode !== 200)
      throw Object.assign(new Error(`the registry answered ${answer.statusCode}`), {
        status: answer.statusCode,
        retryAfterMs: Math.min(
          LONGEST_RETRY_AFTER_MS,
          1000 * (secondsToWait(answer.headers, clock.now()) ?? 0),
        ),
      });
    const page = Page.parse(JSON.parse(body.toString('utf8')));
    const isBefore = page.data.some(({ seq }) => seq <= after) || page.next_after < after;
    if (isBefore || (page.has_more && page.next_after === after))
      throw new Error('the feed does not continue from where it was asked');
    return page;
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

  /** The cells that can take steps now; a new one begins where the others are. */
  async function readyCells(): Promise<Ready[]> {
    const cells = deps
      .positions()
      .filter(([cell]) => (failing.get(cell)?.untilMs ?? -Infinity) <= clock.elapsed());
    const known = deps.positions().flatMap(([, position]) => position ?? []);
    if (cells.some(([, position]) => position === undefined)) {
      const begin = known.length > 0 ? Math.max(...known) : await findEnd();
      for (const [cell, position] of cells) if (position === undefined) deps.save(cell, begin);
      return cells.map(([cell, position = begin]) => ({ cell, position }));
    }
    return cells.map(([cell, position]) => ({ cell, position: position! }));
  }

  async function handOn(page: Page, { cell, position }: Ready): Promise<void> {
    const steps = page.data.flatMap((step) => {
      const read = FeedStep.safeParse(step);
      return step.seq > position && read.success ? [read.data] : [];
    });
    try {
      if (steps.length > 0) await deps.hand(cell, { feed: registryUrl, steps });
      if (page.next_after > position) deps.save(cell, page.next_after);
      failing.delete(cell);
    } catch (error) {
      recordFailure([cell], error, 'the steps of the feed do not reach a cell');
    }
  }

  function recordFailure(cells: number[], error: unknown, what: string): void {
    const { retryAfterMs = 0 } = error as FeedError;
    const told = cells.filter((cell) => {
      const failures = (failing.get(cell)?.failures ?? 0) + 1;
      const waitMs = Math.max(pauseMs, backoffMs(failures), retryAfterMs);
      failing.set(cell, { failures, untilMs: clock.elapsed() + waitMs });
      return failures === 3;
    });
    if (told.length > 0) log.warn({ err: error, registry: registryUrl, cells: told }, what);
  }

  /** Hands one page to these cells, which are at one position. True where there is more to read. */
  async function readFor(cells: Ready[]): Promise<boolean> {
    const page = await read(cells[0]!.position, PAGE);
    await Promise.all(cells.map((cell) => handOn(page, cell)));
    return page.has_more;
  }

  /**
   * Reads one page for the cells in front, and then one for those at one of the other positions in turn: a cell that was down for a night
   * keeps no other one waiting while it catches up. Where all are at one position, what fails is the feed's, which the caller waits for.
   * True where there is more to read.
   */
  async function readOn(): Promise<boolean> {
    const cells = await readyCells();
    const byPosition = Map.groupBy(cells, ({ position }) => position);
    const [front, ...behind] = [...byPosition].toSorted(([a], [b]) => b - a).map(([, group]) => group);
    if (front === undefined) return false;
    turn += 1;
    const next = behind[turn % behind.length];
    if (front.length === deps.positions().length) return readFor(front);
    const hasMore = await readOrRecord(front);
    return (next !== undefined && (await readOrRecord(next))) || hasMore;
  }

  /** Too many calls, and a key that is refused, are for all cells. */
  const isOfAll = (error: unknown) =>
    stopping.signal.aborted || [401, 403, 429].includes((error as FeedError).status ?? 0);

  /** A position that cannot be read is one for its own cells alone, which wait: the others do not. */
  async function readOrRecord(cells: Ready[]): Promise<boolean> {
    try {
      return await readFor(cells);
    } catch (error) {
      if (isOfAll(error)) throw error;
      const waiting = cells.map(({ cell }) => cell);
      recordFailure(waiting, error, 'the feed of changes cannot be read for some cells');
      return false;
    }
  }

  async function follow(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        const hasMore = await readOn();
        failures = 0;
        if (!hasMore) await sleep(pauseMs);
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        const { retryAfterMs = 0 } = error as FeedError;
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
