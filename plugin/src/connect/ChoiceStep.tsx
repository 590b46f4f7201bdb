// Step 4: which works to register, and what happens when one leaves the site.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { markSetup, saveSettings, type Settings } from '../screen/api.ts';
import { RegisterChoices } from '../settings/RegisterChoices.tsx';
import type { Consequences } from '../settings/sources-api.ts';
import { SourcesChoice } from '../settings/SourcesChoice.tsx';
import { SourcesConfirm } from '../settings/SourcesConfirm.tsx';
import { useSources } from '../settings/use-sources.ts';
import { useVariations } from '../settings/use-variations.ts';
import { VariationsChoice } from '../settings/VariationsChoice.tsx';
import { VariationsConfirm } from '../settings/VariationsConfirm.tsx';
import { comesAndGoes } from '../settings/VariationsPreview.tsx';
import type { StepProps } from './step-props.ts';

export function ChoiceStep({ overview, onChange, onContinue }: StepProps) {
  const [settings, setSettings] = useState<Settings>(overview.settings);
  const [error, setError] = useState<string | null>(null);
  const sources = useSources();
  const variations = useVariations(overview.has_shop);
  const [asking, setAsking] = useState<Consequences | null>(null);
  const [moves, setMoves] = useState<string | null>(null);
  const { choice } = variations;
  const hasVariations = choice !== null && (choice.has_products || choice.mode !== 'product');
  const finish = async (leaving: number) => {
    if (sources.isChanged && !(await sources.save(leaving))) return;
    if (variations.isChanged && !(await variations.save())) return;
    onChange(await markSetup('choice'));
    onContinue();
  };
  const save = async () => {
    setError(null);
    if (variations.isChanged) {
      const { preview } = variations;
      if (preview === null || preview.problem !== null) {
        setError(
          preview?.problem ??
            __(
              'The names of the variations are being checked. Try again in a moment.',
              'artwork-registry-connector',
            ),
        );
        return;
      }
      const moving = comesAndGoes(preview);
      if (moving !== null) {
        setMoves(moving);
        return;
      }
    }
    await saveRest();
  };
  const saveRest = async () => {
    try {
      await saveSettings({ register_mode: settings.register_mode, on_leave: settings.on_leave });
      const consequences = sources.isChanged ? await sources.look() : { leaving: 0, coming: 0 };
      if (consequences === null) return;
      if (consequences.leaving + consequences.coming > 0) setAsking(consequences);
      else await finish(0);
    } catch (cause) {
      setError((cause as Error).message);
    }
  };
  return (
    <>
      <p>
        {__(
          'Drafts, private and password-protected artworks, and artworks that you stopped updating are never sent. Nothing is registered yet: that comes in the next step.',
          'artwork-registry-connector',
        )}
      </p>
      <SourcesChoice form={sources} />
      {hasVariations && (
        <div className="areg-variations">
          <VariationsChoice form={variations} />
        </div>
      )}
      {variations.error !== null && <p role="alert">{variations.error}</p>}
      {sources.view !== null && sources.error !== null && <p role="alert">{sources.error}</p>}
      <RegisterChoices settings={settings} onChange={(change) => setSettings({ ...settings, ...change })} />
      {error !== null && <p role="alert">{error}</p>}
      <div className="areg-buttons">
        <Button variant="primary" onClick={() => void save()}>
          {__('Save and continue', 'artwork-registry-connector')}
        </Button>
      </div>
      {moves !== null && (
        <VariationsConfirm moves={moves} onConfirm={() => void saveRest()} onClose={() => setMoves(null)} />
      )}
      {asking !== null && (
        <SourcesConfirm
          consequences={asking}
          onConfirm={() => void finish(asking.leaving).catch((cause: Error) => setError(cause.message))}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
