// The place of a value: one list with all places of this shop, by kind, the fullest first.
import { SelectControl, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Place } from './api.ts';
import type { From } from './chains.ts';

interface Chosen {
  from: From;
  key: string;
}

interface Props {
  label: string;
  chosen: Chosen;
  /** Offered beside the places: automatic, a fixed text … */
  more: { from: From; label: string }[];
  properties: Record<string, string>;
  places: Place[];
  error: string | null;
  onChange: (next: Chosen) => void;
}

const other = 'meta:';

export function PlaceChooser({ label, chosen, more, properties, places, error, onChange }: Props) {
  const value = `${chosen.from}:${chosen.key}`;
  const isKnown = (from: string, key: string) =>
    places.some((place) => place.from === from && place.key === key) ||
    (from === 'property' && key in properties) ||
    more.some((one) => one.from === from);
  const example = exampleOf(places, chosen);
  const [isOther, setIsOther] = useState(chosen.from === 'meta' && chosen.key === '');
  const groups: { label: string; options: { value: string; label: string }[] }[] = [
    { label: __('Attributes', 'artwork-registry-connector'), options: optionsOf(places, 'attribute') },
    { label: __('Custom fields', 'artwork-registry-connector'), options: optionsOf(places, 'meta') },
    {
      label: __('Categories and other taxonomies', 'artwork-registry-connector'),
      options: optionsOf(places, 'taxonomy'),
    },
    {
      label: __('The artwork itself', 'artwork-registry-connector'),
      options: Object.entries(properties).map(([key, name]) => ({ value: `property:${key}`, label: name })),
    },
  ];
  const choose = (next: string) => {
    const at = next.indexOf(':');
    setIsOther(next === other);
    onChange({ from: next.slice(0, at) as From, key: next.slice(at + 1) });
  };
  return (
    <div className="areg-place">
      <SelectControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={label}
        {...(example === '' ? {} : { help: example })}
        value={isOther ? other : value}
        onChange={choose}
      >
        {more.map((one) => (
          <option key={one.from} value={`${one.from}:`}>
            {one.label}
          </option>
        ))}
        {!isOther && !isKnown(chosen.from, chosen.key) && <option value={value}>{chosen.key}</option>}
        {groups.map(
          (group) =>
            group.options.length > 0 && (
              <optgroup key={group.label} label={group.label}>
                {group.options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </optgroup>
            ),
        )}
        <option value={other}>{__('Another custom field …', 'artwork-registry-connector')}</option>
      </SelectControl>
      {isOther && (
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          dir="ltr"
          label={__('Name of the custom field', 'artwork-registry-connector')}
          value={chosen.key}
          onChange={(key) => onChange({ from: 'meta', key })}
        />
      )}
      {error !== null && (
        <p className="areg-problem" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function optionsOf(places: Place[], from: Place['from']) {
  return places
    .filter((place) => place.from === from)
    .map((place) => ({
      value: `${from}:${place.key}`,
      label: sprintf(
        /* translators: 1: name of a field, 2: number of works. */
        _n('%1$s (%2$d artwork)', '%1$s (%2$d artworks)', place.works, 'artwork-registry-connector'),
        place.label,
        place.works,
      ),
    }));
}

function exampleOf(places: Place[], { from, key }: Chosen): string {
  const example = places.find((place) => place.from === from && place.key === key)?.example ?? '';
  /* translators: %s: a value, such as the name of an artist. */
  return example === '' ? '' : sprintf(__('For example: %s', 'artwork-registry-connector'), example);
}
