// The two choices of the owner; each is saved at once.
import { Card, CardBody, CardHeader, RadioControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { saveSettings, type Overview, type Settings } from './api.ts';

interface Props {
  settings: Settings;
  onChange: (next: Overview) => void;
}

export function SettingsCard({ settings, onChange }: Props) {
  const [saved, setSaved] = useState('');
  const save = (change: Partial<Settings>) => {
    saveSettings(change).then(
      (next) => {
        onChange(next);
        setSaved(__('Saved.', 'artwork-registry-connector'));
      },
      (cause: Error) => setSaved(cause.message),
    );
  };
  return (
    <Card className="areg-card">
      <CardHeader>
        <h2>{__('Settings', 'artwork-registry-connector')}</h2>
      </CardHeader>
      <CardBody>
        <RadioControl
          label={__('New works', 'artwork-registry-connector')}
          selected={settings.publish_mode}
          options={[
            {
              label: __('Ask me: I press Publish for each work', 'artwork-registry-connector'),
              value: 'ask',
            },
            {
              label: __('Publish every new work automatically', 'artwork-registry-connector'),
              value: 'automatic',
            },
          ]}
          onChange={(value) => save({ publish_mode: value as Settings['publish_mode'] })}
        />
        <RadioControl
          label={__('When a work leaves the site', 'artwork-registry-connector')}
          help={__(
            'A work that is sold stays sold. An Art ID is never deleted.',
            'artwork-registry-connector',
          )}
          selected={settings.on_leave}
          options={[
            {
              label: __('The registry shows it as not for sale', 'artwork-registry-connector'),
              value: 'not_for_sale',
            },
            {
              label: __('The registry no longer shows it', 'artwork-registry-connector'),
              value: 'fully_private',
            },
            {
              label: __('The registry entry stays as it is', 'artwork-registry-connector'),
              value: 'nothing',
            },
          ]}
          onChange={(value) => save({ on_leave: value as Settings['on_leave'] })}
        />
        <p role="status">{saved}</p>
      </CardBody>
    </Card>
  );
}
