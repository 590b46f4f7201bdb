// One field of the registry: its meaning, its places, and its value for the work in the preview.
import { Button, SelectControl, TextControl } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { Place } from './api.ts';
import {
  isSize,
  isStandard,
  standardStep,
  type Chain,
  type Field,
  type Problem,
  type Source,
} from './chains.ts';
import { focusField, rowId } from './focus.ts';
import { StepEditor } from './StepEditor.tsx';

interface Props {
  source: Source;
  field: Field;
  chain: Chain;
  places: Place[];
  problems: Problem[];
  onChange: (next: Chain) => void;
}

export function FieldRow({ source, field, chain, places, problems, onChange }: Props) {
  const setSteps = (steps: Chain['steps']) => onChange({ ...chain, steps });
  const hasOwn = chain.steps.some((step) => step.from !== 'standard' && step.from !== 'nothing');
  const ofField = problems.find((problem) => problem.step === null);
  return (
    <fieldset className="areg-field" id={rowId(field.field)}>
      <legend>{field.name}</legend>
      <p className="areg-field-help">
        {field.help}{' '}
        {chain.steps.some((step) => step.from === 'standard') && (
          /* translators: %s: where the value comes from, such as "Product name". */
          <span>{sprintf(__('Automatic: %s.', 'artwork-registry-connector'), field.standard)}</span>
        )}
      </p>
      <ol className="areg-steps">
        {chain.steps.map((step, at) => (
          <StepEditor
            // Steps have no name of their own; their place in the chain is what the owner sees.
            key={at}
            at={at}
            count={chain.steps.length}
            field={field.field}
            fieldName={field.name}
            step={step}
            properties={source.properties}
            places={places}
            problem={problems.find((problem) => problem.step === at)?.message ?? null}
            onChange={(next) => setSteps(chain.steps.map((one, index) => (index === at ? next : one)))}
            onMoveUp={() => {
              const steps = [...chain.steps];
              steps.splice(at - 1, 0, ...steps.splice(at, 1));
              setSteps(steps);
              focusField(field.field, at - 1);
            }}
            onRemove={() => {
              setSteps(chain.steps.filter((_, index) => index !== at));
              focusField(field.field);
            }}
          />
        ))}
      </ol>
      {ofField !== undefined && (
        <p className="areg-problem" role="alert">
          {ofField.message}
        </p>
      )}
      {hasOwn && isSize(field.field) && (
        <div className="areg-field-options">
          <SelectControl
            __next40pxDefaultSize
            __nextHasNoMarginBottom
            label={__('Unit, where the text names none', 'artwork-registry-connector')}
            value={chain.unit}
            options={units(source.unit)}
            onChange={(unit) => onChange({ ...chain, unit })}
          />
          <SelectControl
            __next40pxDefaultSize
            __nextHasNoMarginBottom
            label={__('“30 × 40” means', 'artwork-registry-connector')}
            value={chain.order}
            options={[
              { value: 'height_first', label: __('height × width', 'artwork-registry-connector') },
              { value: 'width_first', label: __('width × height', 'artwork-registry-connector') },
            ]}
            onChange={(order) => onChange({ ...chain, order })}
          />
        </div>
      )}
      {hasOwn && field.field === 'price' && (
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          className="areg-field-options"
          label={__('Currency', 'artwork-registry-connector')}
          help={__(
            'Three letters, such as EUR. Empty: the currency of the shop.',
            'artwork-registry-connector',
          )}
          value={chain.currency}
          onChange={(currency) => onChange({ ...chain, currency: currency.toUpperCase() })}
        />
      )}
      <div className="areg-step-orders">
        <Button
          variant="link"
          /* translators: %s: name of a field, such as Artist. */
          aria-label={sprintf(
            __('Add another place to look for %s', 'artwork-registry-connector'),
            field.name,
          )}
          onClick={() => {
            setSteps([...chain.steps, { ...standardStep, from: 'meta' }]);
            focusField(field.field, chain.steps.length);
          }}
        >
          {__('Add another place to look', 'artwork-registry-connector')}
        </Button>
        {!isStandard(chain) && (
          <Button
            variant="link"
            /* translators: %s: name of a field, such as Artist. */
            aria-label={sprintf(__('Make %s automatic again', 'artwork-registry-connector'), field.name)}
            onClick={() => {
              setSteps([standardStep]);
              focusField(field.field);
            }}
          >
            {__('Make it automatic again', 'artwork-registry-connector')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function units(shop: string) {
  return [
    {
      value: 'shop',
      /* translators: %s: unit, such as cm. */
      label: sprintf(__('as in the shop (%s)', 'artwork-registry-connector'), shop),
    },
    { value: 'mm', label: __('millimetres', 'artwork-registry-connector') },
    { value: 'cm', label: __('centimetres', 'artwork-registry-connector') },
    { value: 'm', label: __('metres', 'artwork-registry-connector') },
    { value: 'in', label: __('inches', 'artwork-registry-connector') },
    { value: 'ft', label: __('feet', 'artwork-registry-connector') },
  ];
}
