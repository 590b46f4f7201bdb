// One field of the registry in a line: "Artist ← attribute “Artist” (142 of 151)". Opened, its meaning and its places.
import { Button, SelectControl, TextControl } from '@wordpress/components';
import { __, _n, isRTL, sprintf } from '@wordpress/i18n';
import type { Place } from './api.ts';
import { isSize, isStandard, standardStep, type Chain, type Problem, type Source } from './chains.ts';
import { focusField, rowId } from './focus.ts';
import type { Row } from './rows.ts';
import { chainWords } from './step-words.ts';
import { StepEditor } from './StepEditor.tsx';

interface Props {
  source: Source;
  row: Row;
  chain: Chain;
  places: Place[];
  problems: Problem[];
  /** How many artworks have a value under the saved mapping, of those looked at; null: not known, or the form says otherwise. */
  fit: { filled: number; lookedAt: number } | null;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (next: Chain) => void;
  /** Gives each size a row of its own; only of the row of all sizes. */
  onSplit: (() => void) | null;
}

export function FieldRow({ source, row, chain, places, problems, fit, isOpen, ...on }: Props) {
  const { onChange } = on;
  const field = row.fields[0] ?? row.id;
  const setSteps = (steps: Chain['steps']) => onChange({ ...chain, steps });
  const hasOwn = chain.steps.some((step) => step.from !== 'standard' && step.from !== 'nothing');
  const ofField = problems.find((problem) => problem.step === null);
  return (
    <fieldset className="areg-field" id={rowId(row.id)}>
      <legend>{row.name}</legend>
      <div className="areg-field-line">
        <span className="areg-field-from">
          <span aria-hidden="true">{isRTL() ? '→' : '←'}</span>{' '}
          <span className="screen-reader-text">{__('comes from', 'artwork-registry-connector')} </span>
          {chainWords(chain, { standard: row.standard, properties: source.properties, places })}
          {fit !== null && (
            <span className={fit.filled === 0 ? 'areg-fit is-none' : 'areg-fit'}>{fitWords(fit)}</span>
          )}
        </span>
        <Button
          variant="tertiary"
          size="compact"
          aria-expanded={isOpen}
          aria-controls={`${rowId(row.id)}-places`}
          /* translators: %s: name of a field, such as Artist. */
          aria-label={sprintf(__('Change %s', 'artwork-registry-connector'), row.name)}
          onClick={on.onToggle}
        >
          {isOpen ? __('Close', 'artwork-registry-connector') : __('Change', 'artwork-registry-connector')}
        </Button>
      </div>
      <div id={`${rowId(row.id)}-places`} hidden={!isOpen}>
        <p className="areg-field-help">
          {row.help}{' '}
          {chain.steps.some((step) => step.from === 'standard') && (
            /* translators: %s: where the value comes from, such as "Product name". */
            <span>{sprintf(__('Automatic: %s.', 'artwork-registry-connector'), row.standard)}</span>
          )}
        </p>
        <ol className="areg-steps">
          {chain.steps.map((step, at) => (
            <StepEditor
              // Steps have no name of their own; their place in the chain is what the owner sees.
              key={at}
              at={at}
              count={chain.steps.length}
              row={row.id}
              field={field}
              fieldName={row.name}
              step={step}
              properties={source.properties}
              places={places}
              problem={problems.find((problem) => problem.step === at)?.message ?? null}
              onChange={(next) => setSteps(chain.steps.map((one, index) => (index === at ? next : one)))}
              onMoveUp={() => {
                const steps = [...chain.steps];
                steps.splice(at - 1, 0, ...steps.splice(at, 1));
                setSteps(steps);
                focusField(row.id, at - 1);
              }}
              onRemove={() => {
                setSteps(chain.steps.filter((_, index) => index !== at));
                focusField(row.id);
              }}
            />
          ))}
        </ol>
        {ofField !== undefined && (
          <p className="areg-problem" role="alert">
            {ofField.message}
          </p>
        )}
        {hasOwn && isSize(field) && (
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
        {hasOwn && field === 'price' && (
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
              row.name,
            )}
            onClick={() => {
              setSteps([...chain.steps, { ...standardStep, from: 'meta' }]);
              focusField(row.id, chain.steps.length);
            }}
          >
            {__('Add another place to look', 'artwork-registry-connector')}
          </Button>
          {!isStandard(chain) && (
            <Button
              variant="link"
              /* translators: %s: name of a field, such as Artist. */
              aria-label={sprintf(__('Make %s automatic again', 'artwork-registry-connector'), row.name)}
              onClick={() => {
                setSteps([standardStep]);
                focusField(row.id);
              }}
            >
              {__('Make it automatic again', 'artwork-registry-connector')}
            </Button>
          )}
          {on.onSplit !== null && (
            <Button variant="link" onClick={on.onSplit}>
              {__('Height, width and depth are in three places', 'artwork-registry-connector')}
            </Button>
          )}
        </div>
      </div>
    </fieldset>
  );
}

function fitWords({ filled, lookedAt }: { filled: number; lookedAt: number }): string {
  return sprintf(
    /* translators: 1: works with a value, 2: works looked at. */
    _n('%1$d of %2$d public artwork', '%1$d of %2$d public artworks', lookedAt, 'artwork-registry-connector'),
    filled,
    lookedAt,
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
