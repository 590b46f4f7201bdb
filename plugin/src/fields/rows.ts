// The rows of the form: one for each field, but one for the three sizes while they are kept together. No network.
import { __ } from '@wordpress/i18n';
import { isSize, type Chain, type Field } from './chains.ts';

export interface Row {
  /** A field's name; "size" for the three sizes. */
  id: string;
  name: string;
  help: string;
  /** What "automatic" means for it. */
  standard: string;
  /** The fields of the registry that its chain is for. */
  fields: string[];
}

export const SIZE = 'size';

/** Three sizes that come from one place, as nearly always: one text, or the three numbers of a shop. */
export function areSizesTogether(fields: Field[], chains: Record<string, Chain>): boolean {
  const sizes = fields.filter(({ field }) => isSize(field)).map(({ field }) => JSON.stringify(chains[field]));
  return new Set(sizes).size <= 1;
}

export function rowsOf(fields: Field[], isSizeSplit: boolean): Row[] {
  const rows: Row[] = [];
  for (const { field, name, help, standard } of fields) {
    if (isSizeSplit || !isSize(field)) {
      rows.push({ id: field, name, help, standard, fields: [field] });
      continue;
    }
    const size = rows.find(({ id }) => id === SIZE);
    if (size === undefined) {
      rows.push({
        id: SIZE,
        name: __('Size', 'artwork-registry-connector'),
        help: __(
          'Height, width and depth: one text such as “30 × 40 cm”, or three numbers.',
          'artwork-registry-connector',
        ),
        standard: standardOfSizes(fields),
        fields: [field],
      });
    } else {
      size.fields.push(field);
    }
  }
  return rows;
}

/** A shop keeps all three in one place, which is said once. */
const standardOfSizes = (fields: Field[]): string =>
  [...new Set(fields.filter(({ field }) => isSize(field)).map(({ standard }) => standard))].join('; ');

/** The row in which a field stands. */
export const rowOf = (rows: Row[], field: string) => rows.find(({ fields }) => fields.includes(field));

/** Works that have a value in every field of a row; a depth is seldom given. */
export function filledOf(row: Row, filled: Record<string, number>): number {
  const counted = row.id === SIZE ? row.fields.filter((field) => field !== 'depth_cm') : row.fields;
  return Math.min(...counted.map((field) => filled[field] ?? 0));
}
