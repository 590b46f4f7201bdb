// A client that follows GET /changes while everything breaks, as a search engine or a mirror would. What it must never see: a number or
// a time that goes back, or, at the end, an entry of the feed that it was not shown.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeList } from '@artwork-registry/contract';

export type FeedReader = {
  /** Numbers or times that went back. */
  stepsBack(): number;
  /** Reads to the end, ends, and compares with the whole feed. Answers how many entries it was not shown, and the works in the feed. */
  finish(): Promise<{ gaps: number; registryIds: Set<string> }>;
};

const PAGE = 100;
const IDLE_MS = 50;
const PATIENCE_MS = 5_000;

export function startFeedReader({ addresses, apiKey }: { addresses: string[]; apiKey: string }): FeedReader {
  const seen = new Set<number>();
  let [after, lastTime, stepsBack, isEnding] = [0, '', 0, false];

  async function read(from: number): Promise<ChangeList> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await fetch(
          `${addresses[attempt % addresses.length]}/api/v1/changes?after=${from}&limit=${PAGE}`,
          { headers: { authorization: `Bearer ${apiKey}` }, signal: AbortSignal.timeout(PATIENCE_MS) },
        );
        if (response.ok) return (await response.json()) as ChangeList;
        await response.arrayBuffer();
      } catch {
        // The instance is gone; another one, or the same later, continues.
      }
      await sleep(IDLE_MS);
    }
  }

  async function follow(): Promise<void> {
    for (;;) {
      const wasEnding = isEnding;
      const page = await read(after);
      for (const { seq, updated_at: time } of page.data) {
        if (seq <= after || time < lastTime) stepsBack += 1;
        [after, lastTime] = [seq, time];
        seen.add(seq);
      }
      if (page.data.length === 0 && wasEnding) return;
      if (!page.has_more) await sleep(IDLE_MS);
    }
  }

  const followed = follow();
  return {
    stepsBack: () => stepsBack,
    finish: async () => {
      isEnding = true;
      await followed;
      const registryIds = new Set<string>();
      let [from, gaps] = [0, 0];
      for (let page = await read(from); page.data.length > 0; page = await read(from)) {
        for (const change of page.data) {
          if (!seen.has(change.seq)) gaps += 1;
          if (change.op === 'upsert') registryIds.add(change.registry_id);
        }
        from = page.next_after;
      }
      return { gaps, registryIds };
    },
  };
}
