// Whether visitors see the Art ID, what a reserved artwork and a paid one get, who gets the e-mail about a lasting problem, and what is kept when the plugin is deleted.
import { CheckboxControl, RadioControl, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Settings } from '../screen/api.ts';

interface Props {
  settings: Settings;
  hasShop: boolean;
  onChange: (change: Partial<Settings>) => void;
}

export function SiteChoices({ settings, hasShop, onChange }: Props) {
  const [address, setAddress] = useState(settings.mail_to);
  return (
    <>
      <CheckboxControl
        label={__('Show the Art ID on the pages of artworks', 'artwork-registry-connector')}
        help={__(
          'Below the details of a product or the text of an artwork, in any theme. With a block theme you can move it in the site editor.',
          'artwork-registry-connector',
        )}
        checked={settings.show_art_id === 'yes'}
        onChange={(isShown) => onChange({ show_art_id: isShown ? 'yes' : 'no' })}
        __nextHasNoMarginBottom
      />
      {hasShop && (
        <RadioControl
          label={__('While an order waits for its payment', 'artwork-registry-connector')}
          help={__(
            'What the registry shows of a unique artwork in an order on hold, or one to be paid on collection. Once the order is paid, it is sold.',
            'artwork-registry-connector',
          )}
          selected={settings.reserved_as}
          options={[
            { label: __('Not for sale', 'artwork-registry-connector'), value: 'not_for_sale' },
            { label: __('For sale until it is paid', 'artwork-registry-connector'), value: 'for_sale' },
            { label: __('Sold', 'artwork-registry-connector'), value: 'sold' },
          ]}
          onChange={(value) => onChange({ reserved_as: value as Settings['reserved_as'] })}
        />
      )}
      {hasShop && (
        <CheckboxControl
          label={__('Issue a certificate when an artwork is paid', 'artwork-registry-connector')}
          help={__(
            'For each registered artwork in a paid order. The customer finds it in the emails about the order and under My Account. A certificate is permanent; after a refund you can withdraw it.',
            'artwork-registry-connector',
          )}
          checked={settings.certify_sales === 'yes'}
          onChange={(isOn) => onChange({ certify_sales: isOn ? 'yes' : 'no' })}
          __nextHasNoMarginBottom
        />
      )}
      <CheckboxControl
        label={__('Email me about problems that don’t clear up', 'artwork-registry-connector')}
        help={__('One email per problem, and at most one a day.', 'artwork-registry-connector')}
        checked={settings.mail_on === 'yes'}
        onChange={(isOn) => onChange({ mail_on: isOn ? 'yes' : 'no' })}
        __nextHasNoMarginBottom
      />
      <CheckboxControl
        label={__('Email me a summary of the week', 'artwork-registry-connector')}
        help={__(
          'On Mondays: what was registered and sold, and what needs you. No email after a week in which nothing happened.',
          'artwork-registry-connector',
        )}
        checked={settings.summary_on === 'yes'}
        onChange={(isOn) => onChange({ summary_on: isOn ? 'yes' : 'no' })}
        __nextHasNoMarginBottom
      />
      {(settings.mail_on === 'yes' || settings.summary_on === 'yes') && (
        <TextControl
          label={__('To', 'artwork-registry-connector')}
          help={__('Empty: the administrator of this site.', 'artwork-registry-connector')}
          type="email"
          dir="ltr"
          value={address}
          onChange={setAddress}
          onBlur={() => {
            if (address !== settings.mail_to) onChange({ mail_to: address });
          }}
          __nextHasNoMarginBottom
          __next40pxDefaultSize
        />
      )}
      <RadioControl
        label={__('When the plugin is deleted', 'artwork-registry-connector')}
        help={__('Your artworks and products stay in either case.', 'artwork-registry-connector')}
        selected={settings.on_delete}
        options={[
          {
            label: __(
              'Keep Art IDs, choices and settings for a new installation',
              'artwork-registry-connector',
            ),
            value: 'keep',
          },
          {
            label: __('Remove everything the plugin has stored', 'artwork-registry-connector'),
            value: 'remove',
          },
        ]}
        onChange={(value) => onChange({ on_delete: value as Settings['on_delete'] })}
      />
    </>
  );
}
