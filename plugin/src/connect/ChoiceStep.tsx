// Step 4: what shall stand in the registry, and what happens when a work leaves the site.
import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { markSetup, saveSettings, type Settings } from '../settings/api.ts';
import { PublishChoices } from '../settings/PublishChoices.tsx';
import type { StepProps } from './Wizard.tsx';

export function ChoiceStep({ overview, onChange, onContinue }: StepProps) {
  const [settings, setSettings] = useState<Settings>(overview.settings);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    try {
      await saveSettings({ publish_mode: settings.publish_mode, on_leave: settings.on_leave });
      onChange(await markSetup('choice'));
      onContinue();
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
      <PublishChoices settings={settings} onChange={(change) => setSettings({ ...settings, ...change })} />
      {error !== null && <p role="alert">{error}</p>}
      <div className="areg-buttons">
        <Button variant="primary" onClick={() => void save()}>
          {__('Save and continue', 'artwork-registry-connector')}
        </Button>
      </div>
    </>
  );
}
