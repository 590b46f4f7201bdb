// The geometry of the picture: a bar for each day, one part on the other. No words.
import type { Day } from '../screen/api.ts';

export const WIDTH = 300;
export const HEIGHT = 60;
const GAP = 2;
/** A single work among hundreds is still seen. */
const LEAST = 2;

/** From the ground up. */
const KINDS = ['registered', 'sold', 'updated'] as const;
export type Kind = (typeof KINDS)[number];

export interface Bar {
  day: string;
  kind: Kind;
  count: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export function sumOf(days: Day[]): Record<Kind, number> {
  const sum = { registered: 0, sold: 0, updated: 0 };
  for (const day of days) for (const kind of KINDS) sum[kind] += day[kind];
  return sum;
}

export function barsOf(days: Day[]): Bar[] {
  const highest = Math.max(1, ...days.map((day) => KINDS.reduce((sum, kind) => sum + day[kind], 0)));
  const step = WIDTH / Math.max(1, days.length);
  return days.flatMap((day, at) => {
    const kinds = KINDS.filter((kind) => day[kind] > 0);
    const heights = kinds.map((kind) => Math.max(LEAST, (day[kind] / highest) * HEIGHT));
    const shrink = Math.min(1, HEIGHT / heights.reduce((sum, height) => sum + height, 0));
    let ground = HEIGHT;
    return kinds.map((kind, part) => {
      const height = (heights[part] ?? 0) * shrink;
      ground = Math.max(0, ground - height);
      return { day: day.day, kind, count: day[kind], x: at * step, y: ground, width: step - GAP, height };
    });
  });
}
