// How a row on PostgreSQL is judged: beside SQLite's row of the same run where the goal is a ratio to it, by itself elsewhere.
import { round } from './figure.ts';
import type { Figure } from './figure.ts';

type Goal = {
  /** The detail of the row that counts, with its unit. Default: its value. */
  of?: { detail: string; unit: string };
  /** Against SQLite's row. */
  minRatio?: number;
  maxRatio?: number;
  max?: number;
};

const GOALS: Record<string, Goal> = {
  'server.list_under_writes': { maxRatio: 2 },
  'server.search_broad': { of: { detail: 'p95 ms', unit: 'ms p95' }, max: 300 },
  'server.search_narrow': { of: { detail: 'p95 ms', unit: 'ms p95' }, max: 300 },
  'server.offset_deep': { max: 15 },
  'server.publish_durable': { minRatio: 0.5 },
  'server.sync': { minRatio: 0.5 },
  'delivery.throughput': { of: { detail: 'requests/s', unit: 'deliveries/s' }, minRatio: 0.5 },
};

/** The row with `.pg` at the end of its id. `sqlite` is undefined where SQLite's rows were not asked for. */
export function besideSqlite(figure: Figure, sqlite: Figure | undefined): Figure {
  const goal = GOALS[figure.id];
  const id = `${figure.id}.pg`;
  const { of, minRatio = 0, maxRatio = Infinity, max = Infinity } = goal ?? {};
  const valueOf = (row: Figure) => Number(of === undefined ? row.value : row.detail?.[of.detail]);
  const detail = {
    ...(of && { [`${figure.unit} (SQLite ${sqlite?.value ?? 'not run'})`]: figure.value }),
    ...figure.detail,
    ...(sqlite && { 'on SQLite': `${valueOf(sqlite)}` }),
  };
  if (goal === undefined) return { ...figure, id, detail };
  const value = valueOf(figure);
  const floor = sqlite === undefined ? figure.floor : valueOf(sqlite);
  const ratio = value / floor;
  const isBeside = minRatio > 0 || maxRatio < Infinity;
  const goals = [
    minRatio > 0 ? `≥ ${minRatio} × SQLite` : '',
    maxRatio < Infinity ? `≤ ${maxRatio} × SQLite` : '',
    max < Infinity ? `≤ ${max}` : '',
    isBeside && sqlite === undefined ? 'which was not run' : '',
  ];
  return {
    ...figure,
    id,
    value: round(value),
    unit: of?.unit ?? figure.unit,
    floor: round(floor),
    ratio: round(ratio),
    goal: goals.filter((text) => text !== '').join(', '),
    met: value <= max && (!isBeside || (sqlite !== undefined && ratio >= minRatio && ratio <= maxRatio)),
    detail,
  };
}
