// Whether the variations of this one product are works, where the shop leaves that to its products or this one is an exception.
import { SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { Confirm } from '../screen/Confirm.tsx';
import { comesAndGoes } from '../settings/VariationsPreview.tsx';
import type { ProductChoice, ProductVariations } from './variations.ts';

interface Props {
  variations: ProductVariations;
  onChoose: (choice: ProductChoice) => void;
}

export function ProductChoiceControl({ variations, onChoose }: Props) {
  const [asked, setAsked] = useState<{ choice: ProductChoice; text: string } | null>(null);
  const isEach = (choice: ProductChoice) => (choice === '' ? variations.mode === 'each' : choice === 'each');
  const choose = (choice: ProductChoice) => {
    const moves = comesAndGoes(isEach(choice) ? variations.if_each : variations.if_product);
    if (isEach(choice) === variations.is_split || moves === null) onChoose(choice);
    else setAsked({ choice, text: moves });
  };
  return (
    <div className="areg-product-choice">
      <SelectControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={__('What counts as an artwork here', 'artwork-registry-connector')}
        value={variations.choice}
        options={[
          {
            value: '',
            label:
              variations.mode === 'each'
                ? __('As in the settings: each variation', 'artwork-registry-connector')
                : __('As in the settings: the product', 'artwork-registry-connector'),
          },
          { value: 'each', label: __('Each variation', 'artwork-registry-connector') },
          { value: 'product', label: __('The product', 'artwork-registry-connector') },
        ]}
        onChange={(value) => choose(value as ProductChoice)}
      />
      {asked !== null && (
        <Confirm
          title={__('Change what counts as an artwork?', 'artwork-registry-connector')}
          confirmLabel={__('Change', 'artwork-registry-connector')}
          onConfirm={() => onChoose(asked.choice)}
          onClose={() => setAsked(null)}
        >
          <p>{`${asked.text} ${__('Art IDs stay reserved: if you change back, the same artworks get them again.', 'artwork-registry-connector')}`}</p>
        </Confirm>
      )}
    </div>
  );
}
