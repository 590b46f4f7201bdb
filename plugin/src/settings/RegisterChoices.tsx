// The two choices about registering, for the settings and for the screen "Connect".
import { RadioControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { Settings } from '../screen/api.ts';

interface Props {
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
}

export function RegisterChoices({ settings, onChange }: Props) {
  return (
    <>
      <RadioControl
        label={__('New artworks', 'artwork-registry-connector')}
        help={__(
          '“New” is what you add or publish on this site after you choose “automatically”. Artworks that are here now wait until you select Register.',
          'artwork-registry-connector',
        )}
        selected={settings.register_mode}
        options={[
          { label: __('Ask me: I register each artwork myself', 'artwork-registry-connector'), value: 'ask' },
          {
            label: __('Register every new artwork automatically', 'artwork-registry-connector'),
            value: 'automatic',
          },
        ]}
        onChange={(value) => onChange({ register_mode: value as Settings['register_mode'] })}
      />
      <RadioControl
        label={__('When an artwork leaves the site', 'artwork-registry-connector')}
        help={__(
          'An artwork that is sold stays sold. An Art ID is never deleted.',
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
          { label: __('The registry entry stays as it is', 'artwork-registry-connector'), value: 'nothing' },
        ]}
        onChange={(value) => onChange({ on_leave: value as Settings['on_leave'] })}
      />
    </>
  );
}
