// Compares what the site would send of a work with what the registry shows.
import type { ContentField } from '../work/api.ts';
import type { Shows } from '../work/work.ts';

export interface Pair {
  field: string;
  label: string;
  site: ContentField['value'];
  registry: ContentField['value'];
  isDifferent: boolean;
}

/** The fields of the registry's public record. */
const SHOWN = [
  'title',
  'artist_name',
  'year_created',
  'medium',
  'height_cm',
  'width_cm',
  'depth_cm',
  'availability',
  'price',
] as const;
type ShownField = (typeof SHOWN)[number];

/** The registry shows a price with these alone. */
const PRICED = ['for_sale', 'open_to_offers'];

/** Pairs of what both sides have, in the registry's order; a field that neither has is left out. */
export function compare(fields: ContentField[], shows: Shows | null): Pair[] {
  return SHOWN.flatMap((field) => {
    const given = fields.find((one) => one.field === field);
    const site = given?.value ?? null;
    const registry = shows?.[field] ?? null;
    if (given === undefined || (site === null && registry === null)) return [];
    return [{ field, label: given.label, site, registry, isDifferent: differs(field, site, shows) }];
  });
}

function differs(field: ShownField, site: ContentField['value'], shows: Shows | null): boolean {
  // Nothing is shown at all.
  if (!shows?.availability) return false;
  const registry = shows[field];
  if (field === 'price' && !PRICED.includes(shows.availability)) return false;
  // One spelling of each artist is the registry's own.
  if (field === 'artist_name') return plain(site) !== plain(registry);
  return JSON.stringify(settled(site)) !== JSON.stringify(settled(registry));
}

const plain = (name: unknown) =>
  String(name ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

function settled(value: ContentField['value']): unknown {
  if (typeof value === 'number') return Math.round(value * 1000);
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim();
  return value === null ? null : [Math.round(value.amount * 100), value.currency];
}
