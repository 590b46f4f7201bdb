// Whether each variation of a product is a work, and how it is named. Shows what the choice would do; nothing happens before "Apply", or
// before the step around it is saved.
import { Button, RadioControl, TextControl } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import './variations.css';
import {
  getVariationChoice,
  previewVariations,
  saveVariationChoice,
  type VariationChoice,
  type VariationMode,
  type VariationPreview,
} from './variations.ts';
import { VariationsConfirm } from './VariationsConfirm.tsx';
import { comesAndGoes, VariationsPreview } from './VariationsPreview.tsx';

/** After the last key. */
const typingMs = 400;

/** A choice that is not saved yet. */
export interface PendingVariations {
  choice: VariationChoice;
  /** Null: it is being looked at. */
  preview: VariationPreview | null;
}

interface Props {
  /** Of a step that saves this choice itself: it is asked nothing where no product has variations. */
  onPending?: (pending: PendingVariations | null) => void;
}

export function VariationsChoice({ onPending }: Props) {
  const [saved, setSaved] = useState<VariationChoice | null>(null);
  const [choice, setChoice] = useState<VariationChoice | null>(null);
  const [preview, setPreview] = useState<VariationPreview | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [said, setSaid] = useState('');
  const accept = (next: VariationChoice) => {
    setSaved(next);
    setChoice(next);
  };
  useEffect(() => {
    getVariationChoice().then(accept, (cause: Error) => setSaid(cause.message));
  }, []);
  const isChanged =
    saved !== null && choice !== null && (saved.mode !== choice.mode || saved.title !== choice.title);
  const isLookedAt = choice !== null && (isChanged || choice.mode !== 'product');
  useEffect(() => {
    setPreview(null);
    if (choice === null || !isLookedAt) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      previewVariations(choice).then(
        (next) => isCurrent && setPreview(next),
        (cause: Error) => isCurrent && setSaid(cause.message),
      );
    }, typingMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [choice, isLookedAt]);

  useEffect(() => {
    onPending?.(choice !== null && isChanged ? { choice, preview } : null);
  }, [choice, preview, isChanged, onPending]);

  if (choice === null) return said === '' ? null : <p role="alert">{said}</p>;
  if (onPending !== undefined && choice.mode === 'product' && !choice.has_products) return null;
  const change = (part: Partial<VariationChoice>) => {
    setSaid('');
    setChoice({ ...choice, ...part });
  };
  const apply = () => {
    saveVariationChoice(choice).then(
      (next) => {
        accept(next);
        setSaid(__('Saved.', 'artwork-registry-connector'));
      },
      (cause: Error) => setSaid(cause.message),
    );
  };
  const moves = preview === null ? null : comesAndGoes(preview);
  return (
    <div className="areg-variations">
      <RadioControl
        label={__('Products with variations', 'artwork-registry-connector')}
        selected={choice.mode}
        options={[
          {
            label: __(
              'The product is one work; its variations are ways to buy it',
              'artwork-registry-connector',
            ),
            value: 'product',
          },
          {
            label: __('Each variation is a work of its own', 'artwork-registry-connector'),
            value: 'each',
          },
          {
            label: __('It differs: I say so at each product', 'artwork-registry-connector'),
            value: 'some',
          },
        ]}
        onChange={(mode) => change({ mode: mode as VariationMode })}
      />
      {choice.mode !== 'product' && (
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={__('Title of a variation', 'artwork-registry-connector')}
          help={__(
            '{title} is the title of the product, {attributes} what the buyer chooses. You may also write {attribute:Size} or {meta:name of a custom field}.',
            'artwork-registry-connector',
          )}
          dir="auto"
          value={choice.title}
          maxLength={500}
          onChange={(title) => change({ title })}
        />
      )}
      <div aria-live="polite">
        {preview !== null && <VariationsPreview preview={preview} isShown={choice.mode !== 'product'} />}
      </div>
      {isChanged && onPending === undefined && (
        <div className="areg-buttons">
          <Button
            variant="primary"
            disabled={preview === null || preview.problem !== null}
            accessibleWhenDisabled
            onClick={() => (moves === null ? apply() : setIsAsking(true))}
          >
            {__('Apply', 'artwork-registry-connector')}
          </Button>
          <Button variant="tertiary" onClick={() => saved !== null && change(saved)}>
            {__('Cancel', 'artwork-registry-connector')}
          </Button>
        </div>
      )}
      <p role="status">{said}</p>
      {isAsking && moves !== null && (
        <VariationsConfirm moves={moves} onConfirm={apply} onClose={() => setIsAsking(false)} />
      )}
    </div>
  );
}
