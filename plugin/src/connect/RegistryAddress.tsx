// The address of the registry; the same field in both forms.
import { TextControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';

interface Props {
  value: string;
  onChange: (next: string) => void;
}

export function RegistryAddress({ value, onChange }: Props) {
  return (
    <TextControl
      label={__('Address of the registry', 'artwork-registry-connector')}
      help={__('As the registry gave it to you; it begins with https://.', 'artwork-registry-connector')}
      type="url"
      dir="ltr"
      value={value}
      onChange={onChange}
      __nextHasNoMarginBottom
      __next40pxDefaultSize
    />
  );
}
