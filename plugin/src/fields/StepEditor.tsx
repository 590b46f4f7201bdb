// One place in the chain of a field.
import { Button, SelectControl, TextControl } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { AVAILABILITIES, availabilityOptions, type Availability } from '../work/availability.ts';
import type { Place } from './api.ts';
import type { From, Step } from './chains.ts';
import { focusField, focusRule } from './focus.ts';
import { PlaceChooser } from './PlaceChooser.tsx';
import { newRule, RuleEditor } from './RuleEditor.tsx';

interface Props {
  /** Position in the chain, from 0. */
  at: number;
  count: number;
  /** The row of the form it stands in. */
  row: string;
  field: string;
  fieldName: string;
  step: Step;
  properties: Record<string, string>;
  places: Place[];
  problem: string | null;
  onChange: (next: Step) => void;
  onMoveUp: () => void;
  onRemove: () => void;
}

export function StepEditor({
  at,
  count,
  row,
  field,
  fieldName,
  step,
  properties,
  places,
  problem,
  ...on
}: Props) {
  const label =
    at === 0
      ? /* translators: %s: name of a field, such as Artist. */
        sprintf(__('%s comes from', 'artwork-registry-connector'), fieldName)
      : /* translators: %s: name of a field, such as Artist. */
        sprintf(__('%s, if that is empty', 'artwork-registry-connector'), fieldName);
  const more: { from: From; label: string }[] = [
    { from: 'standard', label: __('Automatic', 'artwork-registry-connector') },
    { from: 'nothing', label: __('Leave it empty', 'artwork-registry-connector') },
  ];
  if (field !== 'cover_image_url') {
    more.push({ from: 'fixed', label: __('Always the same …', 'artwork-registry-connector') });
    if (field !== 'availability') {
      more.push({ from: 'pattern', label: __('Put together from several …', 'artwork-registry-connector') });
    }
  }
  return (
    <li className="areg-step">
      <PlaceChooser
        label={label}
        chosen={step}
        more={more}
        properties={properties}
        places={places}
        error={problem}
        onChange={({ from, key }) => on.onChange({ ...step, from, key })}
      />
      {step.from === 'fixed' && field === 'availability' && (
        <SelectControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={__('Value', 'artwork-registry-connector')}
          value={step.value as '' | Availability}
          options={[
            { value: '', label: __('Choose …', 'artwork-registry-connector') },
            ...availabilityOptions(AVAILABILITIES),
          ]}
          onChange={(value) => on.onChange({ ...step, value })}
        />
      )}
      {(step.from === 'pattern' || (step.from === 'fixed' && field !== 'availability')) && (
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          dir="auto"
          label={
            step.from === 'pattern'
              ? __('Pattern', 'artwork-registry-connector')
              : __('Value', 'artwork-registry-connector')
          }
          {...(step.from === 'pattern'
            ? {
                help: __(
                  'For example {meta:first_name} {meta:last_name}. Also {attribute:Artist}, {taxonomy:product_cat}, {property:title}.',
                  'artwork-registry-connector',
                ),
              }
            : {})}
          value={step.value}
          onChange={(value) => on.onChange({ ...step, value })}
        />
      )}
      {step.when !== null && (
        <RuleEditor
          rule={step.when}
          properties={properties}
          places={places}
          onChange={(when) => {
            on.onChange({ ...step, when });
            if (when === null) focusField(row, at);
          }}
        />
      )}
      <div className="areg-step-orders">
        {step.when === null && (
          <Button
            variant="link"
            /* translators: %s: what the rule is for, such as "Artist comes from". */
            aria-label={sprintf(__('Add a rule: %s', 'artwork-registry-connector'), label)}
            onClick={() => {
              on.onChange({ ...step, when: newRule(places) });
              focusRule(row, at);
            }}
          >
            {__('Add a rule', 'artwork-registry-connector')}
          </Button>
        )}
        {at > 0 && (
          <Button
            variant="link"
            /* translators: %s: a place in the chain, such as "Artist, if that is empty". */
            aria-label={sprintf(__('Use this place earlier: %s', 'artwork-registry-connector'), label)}
            onClick={on.onMoveUp}
          >
            {__('Use this place earlier', 'artwork-registry-connector')}
          </Button>
        )}
        {count > 1 && (
          <Button
            variant="link"
            isDestructive
            /* translators: %s: a place in the chain, such as "Artist, if that is empty". */
            aria-label={sprintf(__('Remove: %s', 'artwork-registry-connector'), label)}
            onClick={on.onRemove}
          >
            {__('Remove', 'artwork-registry-connector')}
          </Button>
        )}
      </div>
    </li>
  );
}
