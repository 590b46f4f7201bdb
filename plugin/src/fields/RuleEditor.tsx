// "Only if": the condition of a step.
import { Button, SelectControl, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Place } from './api.ts';
import type { PlaceFrom, Rule } from './chains.ts';
import { PlaceChooser } from './PlaceChooser.tsx';

interface Props {
  rule: Rule;
  properties: Record<string, string>;
  places: Place[];
  onChange: (next: Rule | null) => void;
}

export const newRule = (places: Place[]): Rule => {
  const first = places.find((place) => place.from === 'taxonomy') ?? places[0];
  return { from: first?.from ?? 'meta', key: first?.key ?? '', is: 'any_of', values: [] };
};

export function RuleEditor({ rule, properties, places, onChange }: Props) {
  // Kept as it is typed: a comma at the end must not vanish under the hand.
  const [text, setText] = useState(rule.values.join(', '));
  const compares = rule.is === 'any_of' || rule.is === 'none_of';
  return (
    <div className="areg-rule" role="group" aria-label={__('Rule', 'artwork-registry-connector')}>
      <PlaceChooser
        label={__('Only if', 'artwork-registry-connector')}
        chosen={rule}
        more={[]}
        properties={properties}
        places={places}
        error={null}
        onChange={({ from, key }) => onChange({ ...rule, from: from as PlaceFrom, key })}
      />
      <SelectControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={__('Comparison', 'artwork-registry-connector')}
        value={rule.is}
        options={[
          { value: 'any_of', label: __('is one of', 'artwork-registry-connector') },
          { value: 'none_of', label: __('is none of', 'artwork-registry-connector') },
          { value: 'filled', label: __('is filled in', 'artwork-registry-connector') },
          { value: 'empty', label: __('is empty', 'artwork-registry-connector') },
        ]}
        onChange={(is) => onChange({ ...rule, is: is as Rule['is'] })}
      />
      {compares && (
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={__('Values, separated by commas', 'artwork-registry-connector')}
          value={text}
          onChange={(next) => {
            setText(next);
            const values = next.split(',').map((value) => value.trim());
            onChange({ ...rule, values: values.filter((value) => value !== '') });
          }}
        />
      )}
      <Button variant="link" onClick={() => onChange(null)}>
        {__('Remove the rule', 'artwork-registry-connector')}
      </Button>
    </div>
  );
}
