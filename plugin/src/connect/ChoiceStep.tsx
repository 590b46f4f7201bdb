// Step 4: what shall stand in the registry, and what happens when a work leaves the site.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { markSetup, saveSettings, type Settings } from '../settings/api.ts';
import { PublishChoices } from '../settings/PublishChoices.tsx';
import type { Consequences } from '../settings/sources-api.ts';
import { SourcesChoice } from '../settings/SourcesChoice.tsx';
import { SourcesConfirm } from '../settings/SourcesConfirm.tsx';
import { useSources } from '../settings/use-sources.ts';
import type { StepProps } from './Wizard.tsx';

export function ChoiceStep({ overview, onChange, onContinue }: StepProps) {
  const [settings, setSettings] = useState<Settings>(overview.settings);
  const [error, setError] = useState<string | null>(null);
  const sources = useSources();
  const [asking, setAsking] = useState<Consequences | null>(null);
  const finish = async (leaving: number) => {
    if (sources.isChanged && !(await sources.save(leaving))) return;
    onChange(await markSetup('choice'));
    onContinue();
  };
  const save = async () => {
    try {
      await saveSettings({ publish_mode: settings.publish_mode, on_leave: settings.on_leave });
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
          'Drafts, private and password-protected works, and works you exclude are never sent. Nothing is published yet: that comes in the next step.',
          'artwork-registry-connector',
        )}
      </p>
      <SourcesChoice form={sources} />
      {sources.view !== null && sources.error !== null && <p role="alert">{sources.error}</p>}
      <PublishChoices settings={settings} onChange={(change) => setSettings({ ...settings, ...change })} />
      {error !== null && <p role="alert">{error}</p>}
      <div className="areg-buttons">
        <Button variant="primary" onClick={() => void save()}>
          {__('Save and continue', 'artwork-registry-connector')}
        </Button>
      </div>
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
