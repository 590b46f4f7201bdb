// The owner's word on availability, where the shop cannot know it. Saved at once, not with the product.
import { SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { setAvailability, type WorkContent } from '../work/api.ts';

type Mark = '' | 'not_for_sale' | 'open_to_offers' | 'on_loan' | 'private_collection' | 'sold';

interface Props {
  id: number;
  mark: string;
  onChange: (next: WorkContent) => void;
}

export function AvailabilityChoice({ id, mark, onChange }: Props) {
  const [said, setSaid] = useState('');
  const choose = (availability: string) => {
    setSaid('');
    setAvailability(id, availability).then(
      (next) => {
        onChange(next);
        setSaid(__('Saved.', 'artwork-registry-connector'));
      },
      (cause: Error) => setSaid(cause.message),
    );
  };
  return (
    <div className="areg-product-availability">
      <SelectControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={__('Availability in the registry', 'artwork-registry-connector')}
        help={__(
          'Automatic: for sale while it is in stock with a price, sold once a unique work is paid, else not for sale.',
          'artwork-registry-connector',
        )}
        value={mark as Mark}
        options={[
          { value: '', label: __('Automatic', 'artwork-registry-connector') },
          { value: 'not_for_sale', label: __('Not for sale', 'artwork-registry-connector') },
          { value: 'open_to_offers', label: __('Open to offers', 'artwork-registry-connector') },
          { value: 'on_loan', label: __('On loan', 'artwork-registry-connector') },
          { value: 'private_collection', label: __('Private collection', 'artwork-registry-connector') },
          { value: 'sold', label: __('Sold', 'artwork-registry-connector') },
        ]}
        onChange={choose}
      />
      <p role="status">{said}</p>
    </div>
  );
}
