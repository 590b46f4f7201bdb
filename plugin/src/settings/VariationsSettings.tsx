// Variations among the settings: saved by a button of their own, because works may leave the registry by it.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { useVariations } from './use-variations.ts';
import { VariationsChoice } from './VariationsChoice.tsx';
import { VariationsConfirm } from './VariationsConfirm.tsx';
import { comesAndGoes } from './VariationsPreview.tsx';

export function VariationsSettings() {
  const form = useVariations();
  const [isAsking, setIsAsking] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const { preview } = form;
  const moves = preview === null ? null : comesAndGoes(preview);
  const apply = async () => setIsSaved(await form.save());
  return (
    <div className="areg-variations">
      <VariationsChoice form={form} />
      {form.isChanged && (
        <div className="areg-buttons">
          <Button
            variant="primary"
            disabled={preview === null || preview.problem !== null}
            accessibleWhenDisabled
            onClick={() => (moves === null ? void apply() : setIsAsking(true))}
          >
            {__('Apply', 'artwork-registry-connector')}
          </Button>
          <Button variant="tertiary" onClick={form.reset}>
            {__('Cancel', 'artwork-registry-connector')}
          </Button>
        </div>
      )}
      <p role="status">{isSaved && !form.isChanged ? __('Saved.', 'artwork-registry-connector') : ''}</p>
      {form.error !== null && <p role="alert">{form.error}</p>}
      {isAsking && moves !== null && (
        <VariationsConfirm moves={moves} onConfirm={() => void apply()} onClose={() => setIsAsking(false)} />
      )}
    </div>
  );
}
