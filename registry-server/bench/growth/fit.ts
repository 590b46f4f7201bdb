// How the cost of an operation grows with the number of works: the exponent b in cost = a · works^b.

export type Point = { works: number; cost: number };
export type Kind = 'constant' | 'logarithmic' | 'linear';

/**
 * Above these, costs grow. The logarithm doubles from a thousand to a million, which is an exponent of 0.1; figures of shared machines
 * differ by a third from one run to the next, which is 0.12 over a factor of ten.
 */
const LOGARITHMIC = 0.15;
const LINEAR = 0.5;
const STEEP = 0.3;

/** Least squares through all points, in logarithms. NaN where there are fewer than two. */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(({ works, cost }) => [Math.log(works), Math.log(Math.max(cost, 1e-6))] as const);
  const mean = (index: 0 | 1) => logs.reduce((sum, log) => sum + log[index], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = logs.reduce((sum, [works]) => sum + (works - x) ** 2, 0);
  return logs.reduce((sum, [works, cost]) => sum + (works - x) * (cost - y), 0) / spread;
}

/**
 * A fixed cost hides at small sizes what grows, so that the last step counts, too, where it is steep: two figures alone may differ by the
 * factor of two that a busy machine makes.
 */
export function steepest(points: readonly Point[]): number {
  const inOrder = points.toSorted((a, b) => a.works - b.works);
  const [all, lastStep] = [exponentOf(inOrder), exponentOf(inOrder.slice(-2))];
  return lastStep > STEEP ? Math.max(all, lastStep) : all;
}

export function kindOf(exponent: number): Kind {
  if (exponent < LOGARITHMIC) return 'constant';
  return exponent < LINEAR ? 'logarithmic' : 'linear';
}
