// The question before a choice of works is saved: how many leave the registry by it, and how many are added.
import { __, _n, sprintf } from '@wordpress/i18n';
import { Confirm } from '../screen/Confirm.tsx';
import type { Consequences } from './sources-api.ts';

interface Props {
  consequences: Consequences;
  onConfirm: () => void;
  onClose: () => void;
}

export function SourcesConfirm({ consequences: { leaving, coming }, onConfirm, onClose }: Props) {
  const parts: string[] = [];
  if (leaving > 0) {
    parts.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d registered artwork leaves the registry, as you chose for artworks that leave the site. Its Art ID stays.',
          '%d registered artworks leave the registry, as you chose for artworks that leave the site. Their Art IDs stay. If that is a large share of them, you are asked once more before the first one leaves.',
          leaving,
          'artwork-registry-connector',
        ),
        leaving,
      ),
    );
  }
  if (coming > 0) {
    parts.push(
      sprintf(
        /* translators: %d: number of works. */
        _n(
          '%d artwork is added to the registry automatically: you registered it before, or new artworks are registered automatically.',
          '%d artworks are added to the registry automatically: you registered them before, or new artworks are registered automatically.',
          coming,
          'artwork-registry-connector',
        ),
        coming,
      ),
    );
  }
  return (
    <Confirm
      title={__('Change what counts as an artwork?', 'artwork-registry-connector')}
      confirmLabel={__('Save', 'artwork-registry-connector')}
      isDestructive={leaving > 0}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{parts.join(' ')}</p>
    </Confirm>
  );
}
