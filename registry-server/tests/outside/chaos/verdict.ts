// What a chaos run found: every promise that was given, held against what the registry has afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventReceiver } from './event-receiver.ts';
import { titleOf } from './writers.ts';
import type { Work } from './writers.ts';

export type Verdict = {
  /** Works whose answered registration or last title is not there. */
  lost: string[];
  /** Works in the feed that nobody was told of, or that exist twice under one name. */
  doubled: string[];
  /** Answered writes whose event did not come, or came as two. One line each. */
  events: string[];
};

const READERS = 16;
/** A lane of a killed instance is taken over within half a minute. */
const DELIVERED_MS = 90_000;

export async function compare(
  works: Map<string, Work>,
  inFeed: Set<string>,
  receivers: Pick<EventReceiver, 'countOf'>[],
  { deliveredMs = DELIVERED_MS, ...client }: { address: string; apiKey: string; deliveredMs?: number },
): Promise<Verdict> {
  const { lost, names } = await readAll(works, client);
  const twice = [...names]
    .filter(([, ids]) => ids.length > 1)
    .map(([name, ids]) => `${name}: ${ids.join(', ')}`);
  const untold = [...inFeed].filter((id) => !works.has(id)).map((id) => `${id}: nobody was told of it`);
  return { lost, doubled: [...twice, ...untold], events: await awaitEvents(works, receivers, deliveredMs) };
}

async function readAll(
  works: Map<string, Work>,
  { address, apiKey }: { address: string; apiKey: string },
): Promise<{ lost: string[]; names: Map<string, string[]> }> {
  const lost: string[] = [];
  const names = new Map<string, string[]>();
  const left = works.entries();
  const read = async () => {
    for (const [id, work] of left) {
      const response = await fetch(`${address}/api/v1/artworks/${id}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      const { data } = (await response.json()) as { data?: { title: string } };
      const title = data?.title;
      if (title !== titleOf(work)) lost.push(`${id}: "${title}" instead of "${titleOf(work)}"`);
      names.set(work.name, [...(names.get(work.name) ?? []), id]);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return { lost, names };
}

/** One event for each version that was answered: a version that was sent twice changes nothing the second time. */
async function awaitEvents(
  works: Map<string, Work>,
  receivers: Pick<EventReceiver, 'countOf'>[],
  deliveredMs: number,
): Promise<string[]> {
  const wrong = () =>
    receivers.flatMap((receiver, index) =>
      [...works]
        .filter(([id, work]) => receiver.countOf(id) !== work.version)
        .map(
          ([id, work]) => `receiver ${index + 1}: ${receiver.countOf(id)} of ${work.version} events of ${id}`,
        ),
    );
  const until = Date.now() + deliveredMs;
  while (wrong().length > 0 && Date.now() < until) await sleep(200);
  return wrong();
}
