// The table that a chaos run prints: what happened, what was lost, and how long writes stood still after each kind of fault.
import type { Fault } from './subject.ts';

/** A fault that struck, with the moments of its begin and of the next one's, in milliseconds of performance.now(). */
export type Strike = { fault: Pick<Fault, 'name' | 'kind'>; fromMs: number; toMs: number };

export type Figures = {
  subject: string;
  seed: number;
  minutes: number;
  writesAnswered: number;
  callsRepeated: number;
  kills: number;
  promotions: number;
  lost: number;
  doubled: number;
  feedGaps: number;
  feedStepsBack: number;
  events: number;
  eventsWrong: number;
  eventsOutOfOrder: number;
  eventRepeats: number;
  surprises: number;
  /** By the name of the fault: how often, and the longest time without an answered write, in seconds. */
  pauses: Record<string, { times: number; longestSeconds: number }>;
};

/** The longest time between two answers from `fromMs` to `toMs`. `answeredAt` is in ascending order. */
export function longestPause(answeredAt: number[], fromMs: number, toMs: number): number {
  let [last, longest] = [fromMs, 0];
  for (const at of answeredAt) {
    if (at < fromMs) continue;
    if (at > toMs) break;
    longest = Math.max(longest, at - last);
    last = at;
  }
  return Math.max(longest, toMs - last);
}

export function pausesOf(strikes: Strike[], answeredAt: number[]): Figures['pauses'] {
  const pauses: Figures['pauses'] = {};
  for (const { fault, fromMs, toMs } of strikes) {
    const pause = (pauses[fault.name] ??= { times: 0, longestSeconds: 0 });
    pause.times += 1;
    pause.longestSeconds = Math.max(pause.longestSeconds, longestPause(answeredAt, fromMs, toMs) / 1000);
  }
  return pauses;
}

export function tableOf(figures: Figures): string {
  const rows: [string, string | number][] = [
    ['writes answered', figures.writesAnswered],
    ['calls repeated', figures.callsRepeated],
    ['kills', figures.kills],
    ['promotions', figures.promotions],
    ['lost', figures.lost],
    ['doubled', figures.doubled],
    ['feed gaps', figures.feedGaps],
    ['feed steps back', figures.feedStepsBack],
    ['events delivered', figures.events],
    ['events missing or too many', figures.eventsWrong],
    ['events out of order', figures.eventsOutOfOrder],
    ['events repeated', figures.eventRepeats],
    ['answers nobody should get', figures.surprises],
  ];
  const pauses = Object.entries(figures.pauses).map(([name, { times, longestSeconds }]): [string, string] => [
    `longest pause of writes, ${name} (${times} ×)`,
    `${longestSeconds.toFixed(2)} s`,
  ]);
  const all = [...rows, ...pauses];
  const width = Math.max(...all.map(([name]) => name.length));
  return [
    `Chaos: ${figures.subject}, seed ${figures.seed}, ${figures.minutes.toFixed(1)} min`,
    ...all.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ].join('\n');
}
