// The owner's settings. Each is saved at once, except what counts as an artwork.
import { Card, CardBody, CardHeader } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { getOverview, saveSettings, type Overview, type Settings } from '../screen/api.ts';
import { Deliveries } from './Deliveries.tsx';
import { RegisterChoices } from './RegisterChoices.tsx';
import { SiteChoices } from './SiteChoices.tsx';
import { SourcesSettings } from './SourcesSettings.tsx';
import { VariationsSettings } from './VariationsSettings.tsx';

interface Props {
  overview: Overview;
  onChange: (next: Overview) => void;
}

export function SettingsForm({ overview, onChange }: Props) {
  const { settings } = overview;
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
        <h2>{__('Artworks and emails', 'artwork-registry-connector')}</h2>
      </CardHeader>
      <CardBody className="areg-settings">
        <SourcesSettings onSaved={() => void getOverview().then(onChange)} />
        <RegisterChoices settings={settings} onChange={save} />
        {overview.has_shop && <VariationsSettings />}
        <SiteChoices settings={settings} onChange={save} />
        <Deliveries
          settings={settings}
          connection={overview.connection}
          onChange={save}
          onHandedOver={onChange}
        />
        <p role="status">{saved}</p>
      </CardBody>
    </Card>
  );
}
