// One line of the benchmark: a value beside its floor, measured in the same run, and whether the goal is met.

export type Figure = {
  id: string;
  value: number;
  unit: string;
  floor: number;
  ratio: number;
  goal: string;
  met: boolean;
  /** What else was measured: throughput, spread, single queries. */
  detail?: Record<string, number | string>;
};

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Largest distance from the median, as a part of it. */
export function spread(values: number[]): string {
  const middle = median(values);
  return `±${Math.round(Math.max(...values.map((value) => Math.abs(value - middle) / middle)) * 100)} %`;
}

export function round(value: number): number {
  return Number(value.toPrecision(4));
}

export function print(figure: Figure, isJson: boolean): void {
  if (isJson) {
    console.log(JSON.stringify(figure));
    return;
  }
  const { id, value, unit, floor, ratio, goal, met, detail } = figure;
  const more = Object.entries(detail ?? {}).map(([name, text]) => `${name} ${text}`);
  console.log(
    `${met ? 'met    ' : 'NOT met'} ${id}: ${value} ${unit}, floor ${floor}, ratio ${ratio} (goal ${goal})` +
      (more.length === 0 ? '' : `\n        ${more.join(', ')}`),
  );
}

/** Of a row that could not be measured: its name, and why. */
export function printFailure(id: string, error: unknown, isJson: boolean): void {
  const { message } = error as Error;
  console.log(isJson ? JSON.stringify({ id, failed: message }) : `FAILED  ${id}: ${message}`);
  console.error(error);
}
