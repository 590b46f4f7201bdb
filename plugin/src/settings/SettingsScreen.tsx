// The connection, what counts as an artwork, what is registered, e-mails, what is kept on deletion.
import { __ } from '@wordpress/i18n';
import { LiveScreen } from '../screen/LiveScreen.tsx';
import { OffboardingCard } from '../screen/OffboardingCard.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import { SettingsForm } from './SettingsForm.tsx';

export function SettingsScreen() {
  return (
    <LiveScreen label={__('Loading the settings', 'artwork-registry-connector')} parts={['card', 'card']}>
      {({ overview, accept }) => (
        <>
          <OffboardingCard overview={overview} onChange={accept} />
          <ConnectionCard overview={overview} onChange={accept} />
          <SettingsForm overview={overview} onChange={accept} />
        </>
      )}
    </LiveScreen>
  );
}
