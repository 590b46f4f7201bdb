// A sender of webhooks on a job queue, in a process of its own, so that its CPU time and memory can be told. The bench orders by message.
import { setTimeout as pause } from 'node:timers/promises';
import { anonymousMiB } from '../../anonymous-memory.ts';
import { openBullMq } from './bullmq.ts';
import { jobsOf, makeDeliver } from './deliver.ts';
import { openGraphileWorker } from './graphile-worker.ts';
import { openPgBoss } from './pg-boss.ts';
import type { Deliver, Queue, QueueName, QueueSettings } from './queue.ts';

export type Order =
  | { do: 'start'; settings: QueueSettings }
  | { do: 'fill'; urls: string[]; each: number }
  | { do: 'publish'; urls: string[]; perSecond: number; seconds: number }
  | { do: 'open' | 'pause' | 'clear' | 'vitals' };
export type Done = { failed?: string; cpuMicros: number; anonymousMiB: number };

type Opener = (settings: QueueSettings, deliver: Deliver) => Promise<Queue>;
const OPENERS: Record<QueueName, Opener> = {
  'graphile-worker': openGraphileWorker,
  'pg-boss': openPgBoss,
  bullmq: openBullMq,
};
const PIECE = 50;
let queue: Queue | undefined;
let serial = 0;

async function obey(order: Order): Promise<void> {
  if (order.do === 'vitals') return;
  if (order.do === 'start') {
    const { settings } = order;
    queue = await OPENERS[settings.name](settings, makeDeliver(settings.caFile));
    return;
  }
  if (queue === undefined) throw new Error('the queue has not been started');
  if (order.do === 'fill') await fill(queue, order.urls, order.each);
  else if (order.do === 'publish') await publish(queue, order);
  else await queue[order.do]();
}

async function fill(into: Queue, urls: string[], each: number): Promise<void> {
  for (let at = 0; at < each; at += PIECE) {
    const count = Math.min(PIECE, each - at);
    await into.add(Array.from({ length: count }, () => jobsOf(urls, (serial += 1))).flat());
  }
}

/** Whether or not the database keeps up. */
async function publish(
  into: Queue,
  { urls, perSecond, seconds }: Extract<Order, { do: 'publish' }>,
): Promise<void> {
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const wait = began + (count * 1000) / perSecond - performance.now();
    if (wait > 0) await pause(wait);
    open.push(into.add(jobsOf(urls, (serial += 1))));
  }
  await Promise.all(open);
}

// The bench that started it is gone.
process.once('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  const answer = (failed?: string) => {
    const { user, system } = process.cpuUsage();
    const done: Done = { cpuMicros: user + system, anonymousMiB: anonymousMiB() };
    process.send?.(failed === undefined ? done : { ...done, failed });
  };
  obey(order).then(
    () => answer(),
    (error: Error) => answer(error.message),
  );
});
console.log('listening on its messages');
