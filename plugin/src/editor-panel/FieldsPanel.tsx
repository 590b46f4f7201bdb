// The fields of a work, as the registry will show them.
import { SelectControl, TextControl } from '@wordpress/components';
import { useEntityProp } from '@wordpress/core-data';
import { __ } from '@wordpress/i18n';

type Meta = Record<string, string>;
type Availability =
  'not_for_sale' | 'for_sale' | 'open_to_offers' | 'on_loan' | 'private_collection' | 'sold';

export function FieldsPanel() {
  const [meta, setMeta] = useEntityProp('postType', 'artwork', 'meta') as [
    Meta | undefined,
    (meta: Meta) => void,
    unknown,
  ];
  if (meta === undefined) return null;
  const text = (key: string, label: string, help?: string) => (
    <TextControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={label}
      {...(help === undefined ? {} : { help })}
      value={meta[key] ?? ''}
      onChange={(value) => setMeta({ ...meta, [key]: value })}
    />
  );
  return (
    <div className="areg-fields">
      {text(
        'artist',
        __('Artist', 'artwork-registry-connector'),
        __('As it should read: Vincent van Gogh', 'artwork-registry-connector'),
      )}
      {text(
        'year',
        __('Year', 'artwork-registry-connector'),
        __('1889, 1887–1889 or circa 1890', 'artwork-registry-connector'),
      )}
      {text(
        'medium',
        __('Medium', 'artwork-registry-connector'),
        __('Oil on canvas', 'artwork-registry-connector'),
      )}
      <div className="areg-fields-row">
        {text('height_cm', __('Height (cm)', 'artwork-registry-connector'))}
        {text('width_cm', __('Width (cm)', 'artwork-registry-connector'))}
        {text('depth_cm', __('Depth (cm)', 'artwork-registry-connector'))}
      </div>
      <SelectControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={__('Availability', 'artwork-registry-connector')}
        value={(meta['availability'] ?? 'not_for_sale') as Availability}
        options={[
          { value: 'not_for_sale', label: __('Not for sale', 'artwork-registry-connector') },
          { value: 'for_sale', label: __('For sale', 'artwork-registry-connector') },
          { value: 'open_to_offers', label: __('Open to offers', 'artwork-registry-connector') },
          { value: 'on_loan', label: __('On loan', 'artwork-registry-connector') },
          { value: 'private_collection', label: __('Private collection', 'artwork-registry-connector') },
          { value: 'sold', label: __('Sold', 'artwork-registry-connector') },
        ]}
        onChange={(value) => setMeta({ ...meta, availability: value })}
      />
      <div className="areg-fields-row">
        {text('price_amount', __('Price', 'artwork-registry-connector'))}
        {text('price_currency', __('Currency', 'artwork-registry-connector'), 'EUR')}
      </div>
      {text('inventory_number', __('Inventory number', 'artwork-registry-connector'))}
    </div>
  );
}
