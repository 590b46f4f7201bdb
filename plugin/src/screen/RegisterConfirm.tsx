// The question before all works are registered: how many, and what is permanent.
import { __, _n, sprintf } from '@wordpress/i18n';
import { Confirm } from './Confirm.tsx';

interface Props {
  works: number;
  onConfirm: () => void;
  onClose: () => void;
}

export function RegisterConfirm({ works, onConfirm, onClose }: Props) {
  return (
    <Confirm
      title={__('Register all artworks?', 'artwork-registry-connector')}
      /* translators: %d: number of works. */
      confirmLabel={sprintf(
        _n('Register %d artwork', 'Register %d artworks', works, 'artwork-registry-connector'),
        works,
      )}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {sprintf(
          /* translators: %d: number of works. */
          _n(
            '%d artwork that is public on your site will get an Art ID and a public page in the registry. An Art ID is a permanent record. It proves neither authenticity nor title.',
            '%d artworks that are public on your site will each get an Art ID and a public page in the registry. An Art ID is a permanent record. It proves neither authenticity nor title.',
            works,
            'artwork-registry-connector',
          ),
          works,
        )}
      </p>
    </Confirm>
  );
}
