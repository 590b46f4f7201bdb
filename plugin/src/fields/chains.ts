// The mapping in the form: a chain of steps for each field of each source. No network, no words.

export type From =
  'standard' | 'property' | 'attribute' | 'taxonomy' | 'meta' | 'fixed' | 'pattern' | 'nothing';

export type PlaceFrom = 'property' | 'attribute' | 'taxonomy' | 'meta';

export interface Rule {
  from: PlaceFrom;
  key: string;
  is: 'any_of' | 'none_of' | 'filled' | 'empty';
  values: string[];
}

export interface Step {
  from: From;
  key: string;
  value: string;
  when: Rule | null;
}

export interface Chain {
  steps: Step[];
  unit: string;
  order: 'height_first' | 'width_first';
  currency: string;
}

export interface Field {
  field: string;
  name: string;
  help: string;
  /** What "automatic" means for it. */
  standard: string;
  chain: Chain;
}

export interface Source {
  id: string;
  name: string;
  /** The unit the shop is set to. */
  unit: string;
  fields: Field[];
  properties: Record<string, string>;
}

/** Source → field → chain, as the site takes it. */
export type Sources = Record<string, Record<string, Chain>>;

export interface Problem {
  source: string;
  field: string;
  step: number | null;
  message: string;
}

export const standardStep: Step = { from: 'standard', key: '', value: '', when: null };

export const standardChain: Chain = {
  steps: [standardStep],
  unit: 'shop',
  order: 'height_first',
  currency: '',
};

export const isSize = (field: string) => field.endsWith('_cm');

export const isStandard = (chain: Chain) =>
  chain.steps.length === 1 && chain.steps[0]?.from === 'standard' && chain.steps[0].when === null;

export function chainsOf(sources: Source[]): Sources {
  return Object.fromEntries(
    sources.map(({ id, fields }) => [
      id,
      Object.fromEntries(fields.map(({ field, chain }) => [field, chain])),
    ]),
  );
}

export function allStandard(sources: Sources): Sources {
  return Object.fromEntries(
    Object.entries(sources).map(([id, fields]) => [
      id,
      Object.fromEntries(Object.keys(fields).map((field) => [field, standardChain])),
    ]),
  );
}

export function withChain(sources: Sources, source: string, field: string, chain: Chain): Sources {
  return { ...sources, [source]: { ...sources[source], [field]: chain } };
}

/** Adds a place at the end: it fills what was empty and changes nothing else. */
export function withPlace(sources: Sources, source: string, field: string, from: From, key: string): Sources {
  const chain = sources[source]?.[field] ?? standardChain;
  return withChain(sources, source, field, {
    ...chain,
    steps: [...chain.steps, { ...standardStep, from, key }],
  });
}

export function hasPlace(chain: Chain | undefined, from: From, key: string): boolean {
  return chain?.steps.some((step) => step.from === from && step.key === key) ?? false;
}

export const isEqual = (a: Sources, b: Sources) => JSON.stringify(a) === JSON.stringify(b);
