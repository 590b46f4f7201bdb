// Seeds that once found a fault, with as many operations as that took. The short form runs the cheap ones, the long form begins with
// all. A later change of the simulation may let a seed do something else: what was mended has a test of its own beside the program.
export type FoundSeed = { seed: number; operations: number; what: string };

export const FOUND_SEEDS: readonly FoundSeed[] = [
  { seed: 1, operations: 60, what: 'a registry that is restored beside shops that wrote since' },
  { seed: 701, operations: 300, what: 'a work that is published again after it was given away' },
  { seed: 4033, operations: 500, what: 'reports to a shop that was restored, refused for days' },
  {
    seed: 6401,
    operations: 500,
    what: 'a delivery that failed waits for a clock ahead once its endpoint is resumed',
  },
  {
    seed: 8612,
    operations: 500,
    what: 'a clock that was ahead for less than the ten seconds between two looks',
  },
  { seed: 9621, operations: 500, what: 'a work that was hidden while its site got another installation' },
  { seed: 9659, operations: 500, what: 'a work that its shop stopped while it was withdrawn' },
  { seed: 11029, operations: 200, what: 'a sold work that its shop hid, offered again in the registry' },
  { seed: 905, operations: 300, what: 'a delivery that failed while the clock was a day ahead' },
];
