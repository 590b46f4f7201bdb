// A field for a secret that only the sync service may read.
import { TextControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SecretField({ label, value, onChange }: Props) {
  return (
    <TextControl
      label={label}
      help={__(
        'Encrypted in your browser for the sync service. WordPress neither reads nor keeps it.',
        'artwork-registry-connector',
      )}
      type="password"
      dir="ltr"
      autoComplete="off"
      value={value}
      onChange={onChange}
      __nextHasNoMarginBottom
      __next40pxDefaultSize
    />
  );
}
