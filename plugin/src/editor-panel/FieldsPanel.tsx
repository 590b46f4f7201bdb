// The fields of a work, as the registry will show them.
import { SelectControl, TextControl } from '@wordpress/components';
import { useEntityProp } from '@wordpress/core-data';
import { __, sprintf } from '@wordpress/i18n';
import { availabilityOptions, type Availability } from '../work/availability.ts';
import { amountOf } from './amount.ts';
import { Pictures } from './Pictures.tsx';

type Meta = Record<string, string | number[]>;

/** What most works of a new gallery are comes first. */
const availabilities = [
  'not_for_sale',
  'for_sale',
  'open_to_offers',
  'on_loan',
  'private_collection',
  'sold',
] as const;

/** As Artwork_Post_Type::key names the custom fields. */
const metaKey = (name: string) => `artwork_registry_${name}`;
const valueOf = (meta: Meta, name: string): string => {
  const value = meta[metaKey(name)];
  return typeof value === 'string' ? value : '';
};
const picturesOf = (meta: Meta): number[] => {
  const value = meta[metaKey('pictures')];
  return Array.isArray(value) ? value : [];
};

/** With decimals, so that "12.500" is not taken for twelve and a half. */
function priceHelp(typed: string): string | undefined {
  if (typed.trim() === '') return undefined;
  const amount = amountOf(typed);
  if (amount === null)
    return __('Not understood. Write it as 12500 or 1234.50.', 'artwork-registry-connector');
  const shown = new Intl.NumberFormat(document.documentElement.lang || undefined, {
    minimumFractionDigits: 2,
  }).format(amount);
  /* translators: %s: an amount of money. */
  return sprintf(__('Understood as %s', 'artwork-registry-connector'), shown);
}

export function FieldsPanel() {
  const [meta, setMeta] = useEntityProp('postType', 'areg_artwork', 'meta') as [
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
      value={valueOf(meta, key)}
      onChange={(value) => setMeta({ ...meta, [metaKey(key)]: value })}
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
      <div className="areg-fields-row is-sizes">
        {text('height_cm', __('Height (cm)', 'artwork-registry-connector'))}
        {text('width_cm', __('Width (cm)', 'artwork-registry-connector'))}
        {text('depth_cm', __('Depth (cm)', 'artwork-registry-connector'))}
      </div>
      <SelectControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={__('Availability', 'artwork-registry-connector')}
        value={(valueOf(meta, 'availability') || 'not_for_sale') as Availability}
        options={availabilityOptions(availabilities)}
        onChange={(value) => setMeta({ ...meta, [metaKey('availability')]: value })}
      />
      <div className="areg-fields-row">
        {text(
          'price_amount',
          __('Price', 'artwork-registry-connector'),
          priceHelp(valueOf(meta, 'price_amount')),
        )}
        {text('price_currency', __('Currency', 'artwork-registry-connector'), 'EUR')}
      </div>
      {text('inventory_number', __('Inventory number', 'artwork-registry-connector'))}
      <div className="areg-fields-row">
        {text('edition_number', __('Copy number', 'artwork-registry-connector'), '3')}
        {text('edition_size', __('Size of the edition', 'artwork-registry-connector'), '25')}
      </div>
      <Pictures ids={picturesOf(meta)} onChange={(ids) => setMeta({ ...meta, [metaKey('pictures')]: ids })} />
    </div>
  );
}
