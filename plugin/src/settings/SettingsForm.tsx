// The owner's settings. Each is saved at once, except what counts as an artwork.
import { Card, CardBody, CardHeader } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { getOverview, registerAll, saveSettings, type Overview, type Settings } from '../screen/api.ts';
import { AutomaticConfirm } from './AutomaticConfirm.tsx';
import { Deliveries } from './Deliveries.tsx';
import { OwnArtworks } from './OwnArtworks.tsx';
import { RegisterChoices } from './RegisterChoices.tsx';
import { SiteChoices } from './SiteChoices.tsx';
import { SourcesSettings } from './SourcesSettings.tsx';
import { VariationsSettings } from './VariationsSettings.tsx';

interface Props {
  overview: Overview;
  onChange: (next: Overview) => void;
}

/** WordPress names the fields it refuses, and says the reason apart. */
type Refusal = Error & { data?: { params?: Record<string, string> } };

const reasonOf = ({ data, message }: Refusal) => Object.values(data?.params ?? {})[0] ?? message;

export function SettingsForm({ overview, onChange }: Props) {
  const { settings } = overview;
  const [saved, setSaved] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const show = (answer: Promise<Overview>) => {
    answer.then(
      (next) => {
        onChange(next);
        setSaved(__('Saved.', 'artwork-registry-connector'));
      },
      (cause: Refusal) => setSaved(reasonOf(cause)),
    );
  };
  const save = (change: Partial<Settings>) => {
    // Registering cannot be taken back, so it never begins with a single click.
    if (change.register_mode === 'automatic' && settings.register_mode === 'ask') setIsAsking(true);
    else show(saveSettings(change));
  };
  const registerAutomatically = async (includesOlder: boolean): Promise<Overview> => {
    const next = await saveSettings({ register_mode: 'automatic' });
    if (!includesOlder) return next;
    await registerAll();
    return getOverview();
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
        <SiteChoices settings={settings} hasShop={overview.has_shop} onChange={save} />
        {overview.own_artworks && (
          <OwnArtworks settings={settings} homeUrl={overview.home_url} onChange={save} />
        )}
        <Deliveries
          settings={settings}
          connection={overview.connection}
          onChange={save}
          onHandedOver={onChange}
        />
        <p role="status">{saved}</p>
        {isAsking && (
          <AutomaticConfirm
            older={overview.unregistered}
            onConfirm={(includesOlder) => show(registerAutomatically(includesOlder))}
            onClose={() => setIsAsking(false)}
          />
        )}
      </CardBody>
    </Card>
  );
}
