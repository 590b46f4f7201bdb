// The availability that the owner sets where the shop cannot know it. Saved at once, not with the product.
import { SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { setAvailability, type WorkContent } from '../work/api.ts';
import { availabilityOptions } from '../work/availability.ts';

/** "For sale" is what the shop says for itself. */
const marks = ['not_for_sale', 'open_to_offers', 'on_loan', 'private_collection', 'sold'] as const;
type Mark = '' | (typeof marks)[number];

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
          'Automatic: for sale while it is in stock with a price, sold once a unique artwork is paid, else not for sale.',
          'artwork-registry-connector',
        )}
        value={mark as Mark}
        options={[
          { value: '', label: __('Automatic', 'artwork-registry-connector') },
          ...availabilityOptions(marks),
        ]}
        onChange={choose}
      />
      <p role="status">{said}</p>
    </div>
  );
}
