// "What counts as an artwork" among the settings: saved by its own button, because works may leave the registry by it.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Consequences } from './sources-api.ts';
import { SourcesChoice } from './SourcesChoice.tsx';
import { SourcesConfirm } from './SourcesConfirm.tsx';
import { useSources } from './use-sources.ts';

export function SourcesSettings({ onSaved }: { onSaved: () => void }) {
  const form = useSources();
  const [asking, setAsking] = useState<Consequences | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const save = async (leaving: number) => {
    const done = await form.save(leaving);
    setIsSaved(done);
    if (done) onSaved();
  };
  const press = async () => {
    setIsSaved(false);
    const consequences = await form.look();
    if (consequences === null) return;
    if (consequences.leaving + consequences.coming > 0) setAsking(consequences);
    else await save(0);
  };
  return (
    <div>
      <SourcesChoice form={form} />
      {form.view !== null && (
        <div className="areg-buttons">
          <Button
            variant="secondary"
            disabled={!form.isChanged}
            accessibleWhenDisabled
            onClick={() => void press()}
          >
            {__('Save what counts as an artwork', 'artwork-registry-connector')}
          </Button>
        </div>
      )}
      <p role="status">{isSaved && !form.isChanged ? __('Saved.', 'artwork-registry-connector') : ''}</p>
      {form.view !== null && form.error !== null && <p role="alert">{form.error}</p>}
      {asking !== null && (
        <SourcesConfirm
          consequences={asking}
          onConfirm={() => void save(asking.leaving)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
