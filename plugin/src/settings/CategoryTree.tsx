// The categories of one taxonomy as a tree of checkboxes. Those below a chosen one are chosen with it.
import { CheckboxControl, SearchControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { Category, Taxonomy } from './sources-api.ts';

/** So many are found by looking. */
const few = 15;

interface Props {
  taxonomy: Taxonomy;
  chosen: number[];
  onChange: (chosen: number[]) => void;
}

export function CategoryTree({ taxonomy, chosen, onChange }: Props) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const parents = new Map(taxonomy.terms.map(({ id, parent }) => [id, parent]));
  const shown = taxonomy.terms.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return (
    <div role="group" aria-label={taxonomy.label}>
      {taxonomy.terms.length > few && (
        <SearchControl
          label={__('Find a category', 'artwork-registry-connector')}
          value={search}
          onChange={setSearch}
          __nextHasNoMarginBottom
        />
      )}
      <ul className="areg-tree">
        {shown.map((term) => {
          const isBelow = isBelowOne(term, parents, chosen);
          return (
            <li key={term.id} style={{ paddingInlineStart: `${(wanted === '' ? term.depth : 0) * 20}px` }}>
              <CheckboxControl
                /* translators: 1: a kind of posts, such as Products, or a category, 2: how many there are. */
                label={sprintf(__('%1$s (%2$d)', 'artwork-registry-connector'), term.name, term.works)}
                checked={isBelow || chosen.includes(term.id)}
                disabled={isBelow}
                onChange={(isOn) =>
                  onChange(isOn ? [...chosen, term.id] : chosen.filter((id) => id !== term.id))
                }
                __nextHasNoMarginBottom
              />
            </li>
          );
        })}
      </ul>
      {shown.length === 0 && <p>{__('No category is called that.', 'artwork-registry-connector')}</p>}
    </div>
  );
}

function isBelowOne({ id }: Category, parents: Map<number, number>, chosen: number[]): boolean {
  const seen = new Set([id]);
  for (let above = parents.get(id); above !== undefined && !seen.has(above); above = parents.get(above)) {
    if (chosen.includes(above)) return true;
    seen.add(above);
  }
  return false;
}
